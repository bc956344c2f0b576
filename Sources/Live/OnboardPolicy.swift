/// Every threshold of finding out which run a rider is on, each with its reason. Distances in metres, times in seconds, speeds in
/// m/s, what is weighed in natural logarithms.
public struct OnboardPolicy: Sendable, Hashable {
  // MARK: Which fixes are used

  /// The errors of fixes that follow each other sooner are one and the same, and would count many times.
  public var leastSeconds = 15.0

  // MARK: Where a vehicle may be

  /// What a receiver that names no accuracy is taken for: a phone in a vehicle.
  public var assumedAccuracy = 30.0
  /// Worse fixes cannot tell one street from the next.
  public var worstAccuracy = 100.0
  /// How far shapes are drawn beside the street, which adds to the error of the fix.
  public var shapeError = 12.0
  /// From a line that passes further away nothing is expected, even of a good fix.
  public var room = 90.0
  /// Of so many standard deviations of a worse one.
  public var roomDeviations = 3.0
  /// Two places of one line that are so far apart along it are two visits: out and back.
  public var visitsApart = 250.0
  /// The share of fixes that are far off by reflections, of receivers that claim to be better than they are, and how fast those grow
  /// rare with the distance.
  public var reflectedShare = 0.2
  public var reflectedMetres = 60.0

  // MARK: How it moves

  /// No bus and few trains are faster.
  public var fastest = 36.0
  /// What it costs that the rider got on later than the first fix, for they ask when they sit; and where they were on no run meanwhile.
  public var lateEntry = 7.0
  public var reEntry = 3.0
  /// What it costs that they got off, or that the vehicle left its line for longer.
  public var leaving = 8.0
  /// What it costs to be off the line for one fix, and for how long one may be.
  public var offLine = 3.0
  public var longestOffLine = 100.0
  /// A way along the line that is shorter than the straight one costs the square of what is missing in standard deviations, up to so
  /// many, and grows evenly from there: positions leap.
  public var leap = 0.7
  /// A way along the line that is longer than the straight one costs its excess over this and a share of itself, for streets bend.
  public var bend = 25.0
  public var bendShare = 0.3
  /// A vehicle that moved less than this in a time no shorter than that stands.
  public var standingMetres = 12.0
  public var standingDeviations = 0.6
  public var standingSeconds = 15.0
  /// Three of four times a bus that stands does so within these metres of a stop of its own; the rest are lights and queues.
  public var atStop = 45.0
  public var standsAtStop = 0.75
  /// Of its way the share that lies near stops is no more than this.
  public var mostNearStops = 0.8

  // MARK: How it keeps its timetable

  /// Lateness that makes a run e times less likely; earliness, which drivers are told to avoid, weighs three times as much
  /// (TransitClock).
  public var late = 300.0
  public var early = 90.0
  /// Runs further off are not thought of.
  public var mostLate = 2700.0
  public var mostEarly = 900.0
  /// A vehicle waits for its time within these metres of its first stop: then earliness says little.
  public var firstStop = 60.0
  public var waitingShare = 0.25
  /// How much lateness changes while the rider is on board: this and a share of the time, more of it to the worse than to the better.
  public var drift = 45.0
  public var losing = 0.25
  public var gaining = 0.12

  // MARK: What is said

  /// That no run is meant at all: how likely at first, and how much likelier it grows with each fix that runs do not explain.
  public var noRun = -1.0
  public var noRunPerFix = 2.0
  /// From this probability on a line is named: with four lines in a street one in four would be a guess.
  public var likely = 0.25
  /// Nobody is called a rider who has not come so far, so fast: who walks does 1.3 m/s.
  public var likelyMetres = 60.0
  public var likelySpeed = 2.0
  /// Probability of line and direction, and of the run, from which on it is certain ...
  public var sureLine = 0.97
  public var sureRun = 0.9
  /// ... where it was followed so far and so long, at two fixes in a row, and faster than anybody runs at two moments ...
  public var sureMetres = 400.0
  public var sureSeconds = 115.0
  public var sureFixes = 2
  public var sureSpeed = 3.5
  public var sureSpeeds = 2
  public var speedMetres = 40.0
  /// ... past so many of its stops, for between two stops of an express a car that follows it is the same ...
  public var sureStops = 1
  /// ... and not faster than a bus that makes up for lost time, nor off its timetable as a car would be that happens to be there.
  public var mostGained = 60.0
  public var mostGaining = 1.6
  public var sureLate = 900.0
  public var sureEarly = 180.0
  /// Nobody comes to their destination of whom less than this speaks for it, at so many fixes in a row and so far on: who is warned
  /// for nothing gets off the right bus.
  public var astray = 0.02
  /// ... and by place alone no more than this does: buses on one street are told apart by where they turn off.
  public var astrayScore = -6.0
  public var astrayFixes = 3
  /// Who goes on along the way of their ride, no further beside it than this, is told nothing: the wrong bus turns off sooner or later.
  /// A street is longer than the straight way by no more than this.
  public var besideOwnWay = 60.0
  public var longestBend = 2.5
  public var astrayMetres = 200.0
  /// Other lines leave no further from the stop of a ride, and who is told sooner than this before it leaves is told nothing new.
  public var nearBoarding = 150.0
  public var astrayLead = 120.0
  /// Which run it is counts when it was certain at so many fixes in a row: only its times tell an earlier or later one from the ride.
  public var caughtFixes = 3
  /// A stop counts as left so far behind it.
  public var pastStop = 10.0
  /// How many other runs are named.
  public var candidates = 5

  public init() {}
}
