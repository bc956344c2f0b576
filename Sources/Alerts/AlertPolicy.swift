/// Every threshold of the engine, each with its reason. Distances in metres, times in seconds, speeds in m/s.
///
/// It never changes and goes by reference: a plan would else be mostly its policy, in memory and in what is copied at each fix.
public final class AlertPolicy: Sendable {
  /// Worse fixes cannot tell one stop from the next: stops lie 150 m apart in towns.
  public let worstAccuracy = 100.0
  /// What a receiver that names no accuracy is taken for: a phone in a vehicle.
  public let assumedAccuracy = 15.0
  /// Receivers claim 1 m and less; reflections in streets are worse than that.
  public let bestAccuracy = 3.0
  /// No vehicle of public transport is faster.
  public let fastestPossible = 90.0
  /// A phone may send a backlog after a while offline; it tells where the rider was.
  public let oldestFix = 120.0

  /// Clocks of phones are some seconds fast; farther ahead of the ticks nothing was measured ...
  public let aheadSeconds = 5.0
  /// ... unless the clock of the positions was set: then so many come with the same difference, up to the delay of messages, for so
  /// long.
  public let steadyFixes = 5
  public let steadySeconds = 3.0
  public let steadyFor = 5.0

  /// Noise of the vehicle's acceleration in m²/s³: buses brake and start with 1 to 1.5 m/s² for a few seconds.
  public let accelerationNoise = 3.0
  /// A fix so many standard deviations from the prediction is taken for a jump ...
  public let jumpDeviations = 5.0
  /// ... unless so many in a row agree that the filter is wrong.
  public let jumpsInARow = 3

  /// What a receiver claims is held against where its fixes lie, over so many seconds.
  public let surpriseSeconds = 60.0
  /// Of recorded rides, where it is this in the median, it is seldom as much as that ...
  public let usualSurprise = 0.15
  public let surprising = 0.65
  /// ... and only of one that claims to be good does it tell that the error is more, which wanders and so is more than it leaps.
  public let goodDeviation = 10.0
  public let surpriseDeviations = 2.0

  /// Whether a receiver that has frozen is doubted; off only to show what happens then.
  public let doubtsFrozen: Bool
  /// Positions that come with new times and are the same to the last digit are those of a standing vehicle, or of a receiver that
  /// has frozen. So many are no chance ...
  public let frozenReports = 4
  /// ... and this long is no light nor stop, where the vehicle would have had to stop dead or the receiver says that it moves: one
  /// that reports each second and measures every few seconds repeats itself for less.
  public let frozenSeconds = 20.0
  /// From this speed in m/s no vehicle stops dead ...
  public let abruptSpeed = 6.0
  /// ... which shows only where fixes come as often as this.
  public let brakingSeconds = 5.0
  /// A standing receiver does not say so fast a speed in m/s, nor so many times.
  public let movingReport = 3.0
  public let movingReports = 3
  /// Of recorded rides no vehicle stood longer than 100 s on the way with a position that never changed ...
  public let longestStand = 120.0
  /// ... nor longer than this at a stop, beside what the timetable has it wait there ...
  public let longestStandAtStop = 200.0
  /// Where fixes come each second or two, so many that are the same tell as much in less time: of recorded rides one stood so for
  /// 98 s at a stop, and none for as long on the way.
  public let manyReports = 40
  public let longestStandDense = 90.0
  public let longestStandAtStopDense = 105.0
  /// ... and who has not moved by a digit for so long after the departure may be underground.
  public let longestWait = 300.0
  /// A doubt that changes nothing yet is told after so long.
  public let doubtToldSeconds = 60.0

  /// The forward window on the shape: a little back for noise ...
  public let windowBack = 60.0
  /// ... and ahead as far as the vehicle can have come, with room for error.
  public let windowAhead = 200.0
  public let windowSpeed = 40.0
  /// A road beside the mapped one is within 100 m; a diversion is not.
  public let offRouteMetres = 100.0
  public let offRouteSeconds = 30.0
  /// The two directions of a street or a railway lie so far apart on maps, or not at all.
  public let sameWayMetres = 25.0
  /// Noise turns the direction of a slow vehicle round for some seconds, never of one that drives for so long.
  public let backSeconds = 15.0

  /// A vehicle that has moved on so far from a stop does not come back to it; standing receivers drift by 10 to 20 m.
  public let passedMetres = 25.0
  /// Slower than this the vehicle may stand, and where it stands for minutes errors add up to more. Whoever has left is faster
  /// at that distance.
  public let creepingSpeed = 2.5
  public let passedMetresCreeping = 45.0
  /// Who leaves a stop gains speed at this rate in m/s², up to a speed; a vehicle that goes on to a layover does not get as fast ...
  public let leavingAcceleration = 0.7
  public let leavingSpeed = 8.5
  /// ... and is not farther from its stop than this, nor than a share of the leg beyond one so short that there is no time to wait.
  public let layoverMetres = 85.0
  public let layoverShareOfLeg = 0.5
  public let shortLeg = 150.0
  /// On long legs it is this share of the leg: a phone in a standing train drifts by 30 m and more where its errors wander, and
  /// there is time to wait until the train has gone for sure ...
  public let passedShareOfLeg = 0.04
  /// ... up to the length that a train needs to be clearly gone.
  public let passedMetresAtMost = 80.0
  /// Where fixes come so many seconds apart, one beyond the stop is enough. After a longer silence the first one may be wrong.
  public let sparse = 4.0...45.0
  /// The same in units of the filtered accuracy: three standard deviations, so that noise does not pass a stop.
  public let passedAccuracies = 2.4
  /// Less where the vehicle is clearly driving on: a standing one seems to move with up to 3 m/s in bad reception.
  public let passedAccuraciesDriving = 2.1
  public let drivingSpeed = 4.0
  /// Less again where fixes come so rarely, in seconds, that one more would come after the doors.
  public let rare = 15.0...45.0
  public let passedAccuraciesRare = 1.5
  /// A stop that the way leads past at more than this has a wide margin, for loops and layovers lie beside stops: so many times
  /// what is more.
  public let besideMetres = 25.0
  public let besideShare = 1.5
  /// Straight lines between stops are shorter than the way, and positions are missing: at least this share of them is driven.
  public let drivenShare = 0.7
  public let drivenShareToEnd = 0.9
  /// Without a timetable of the day to tell the latest moment, who has driven this much has come there, however little time it took.
  public let drivenShareSurely = 1.2
  /// Vehicles make up for delays, but need this share of the planned time.
  public let rejoinShare = 0.7
  /// Who is found again between two stops is this near the straight line, as times it.
  public let rejoinDetour = 1.3
  /// No way between two stops leads farther about than this, as times the straight line and metres more.
  public let longestDetour = 2.0
  public let longestDetourMetres = 300.0
  /// A bend in the way leads no farther from the next stop again.
  public let leavingMetres = 250.0
  /// Where stops were missed, a vehicle at the destination at its time, or so many seconds before it, has come there.
  public let dueSeconds = 60.0
  /// Who drives away from the next stop by more than this share of the speed has not left the one before it: roads bend.
  public let turnedShare = 0.5
  /// Without stops to tell it, a destination is come to from at least so far beyond the last resort.
  public let cameFrom = 100.0
  /// Receivers that claim to be better than they are lie beside the line, over so many seconds, by more than this ...
  public let asideSeconds = 90.0
  public let asideMetres = 30.0
  /// ... and by more than so many times what they claim ...
  public let asideClaims = 2.5
  /// ... and may be as wrong along it: so many times what they lie beside it, up to a share of the leg.
  public let asideDeviations = 2.5
  public let asideShareOfLeg = 0.5
  /// How near a way must lead to a stop to have been at it: platforms lie beside the road.
  public let atStopMetres = 60.0
  /// Doors open within this distance of the stop.
  public let reachedMetres = 35.0
  /// So near ahead a stop is no longer called the next one, but the one where the vehicle is.
  public let arrivingMetres = 15.0
  /// Roads are longer than straight lines by about a quarter.
  public let detour = 1.25

  /// No diversion leads so far from the line: it is another line.
  public let wrongLineMetres = 500.0

  /// Who has come so far the other way has boarded the wrong vehicle: no loop at a terminus is as long.
  public let wrongWayMetres = 400.0

  /// The rider's own pace is smoothed over a minute, which evens out lights and stops.
  public let paceSeconds = 60.0
  /// Slower than this is standing, and time left would be endless.
  public let slowestPace = 1.5
  /// The last call is never held back for a leg that 10 m/s can cover in time.
  public let fastestPaceAtLeast = 10.0

  /// Where no timetable of the day tells it, the time left is the way left at a speed, and some seconds for the doors. The median
  /// of recorded bus rides is 8 to 9 m/s over the last kilometre, whatever their own pace was in the minute before: a light or
  /// a stop is over when it is over. With both constants the error is least at 30, 45 and 60 s asked for.
  public let likelySpeed = 8.0
  public let likelySeconds = 7.0
  /// A faster vehicle shows by how fast it moves; half of that is left over with its stops.
  public let likelyShareOfMoving = 0.5

  /// Without position and timetable, the stop before is surely behind after the way to it at this speed ...
  public let surelySpeed = 4.0
  /// ... or, in traffic that hardly moves, at this share of the pace of the last minutes, standing included ...
  public let surelyShareOfPace = 0.7
  public let longPaceSeconds = 300.0
  public let surelySpeedAtLeast = 1.0
  /// ... or at this share of the speed that the vehicle moved with ...
  public let surelyShareOfMoving = 0.4
  /// ... and so long a stand.
  public let surelySeconds = 20.0

  /// Nothing fires before the rider has left the boarding stop by this much.
  public let leftBoardingMetres = 150.0

  /// Nobody boards sooner than this before the departure of the timetable, or it is another run of the line.
  public let boardingEarly = 300.0
  /// So long before a rider has to walk to the ride they are told: to pay, and put the coat on.
  public let setOutEarly = 120.0
  /// One fix may be anywhere; so many in a row are a ride ...
  public let boardingFixes = 3
  /// ... that has come so far ahead: a standing receiver drifts by 10 to 20 m.
  public let seenMoving = 40.0
  /// Within the circle of a place, who comes nearer by so much, and as fast as somebody strolls in m/s, is on the way there: positions in
  /// a house wander by less, or take longer for it.
  public let nearerMetres = 100.0
  public let strolling = 0.7
  /// Who was not seen at the boarding stop must drive so far along the line, near the time of the ride and at any other ...
  public let forwardInTime = 300.0
  public let forwardAnyTime = 1000.0
  /// ... or this share of what is left: who is first seen on the last leg has no time to lose.
  public let forwardShare = 0.25

  /// Receivers report each second; eight missing ones are an outage.
  public let outageSeconds = 8.0
  /// Ticks come each second, or nearly so; after a gap in them a receiver that lives reports within so long.
  public let steadyTick = 2.0
  public let wakingSeconds = 3.0
  /// How long a vehicle is taken to stand at a stop where nothing else is known: 2 to 98 s were measured.
  public let dwell = 20.0
  /// Whether a rider who was told nothing gets a last call at the latest moment that the timetable leaves, whatever else is
  /// believed; off only to show what happens then.
  public let watches: Bool
  /// An outage that the rider is told of.
  public let longOutageSeconds = 60.0
  /// Blind for so long, nobody knows whether a vehicle that was late still is.
  public let blindSeconds = 120.0
  /// ... nor whether it has taken less than this share of the time that is likely ...
  public let blindShare = 0.9
  /// ... and in less time it has made up no more than a stop that it passed, and this share of the silence.
  public let madeUpSeconds = 30.0
  public let madeUpShare = 0.3
  /// Circles are entered too late by who drives fast: so long before the destination the last call and the level before it come.
  public let secondsBeforeLast = 15.0
  public let secondsBeforeSecond = 22.5
  /// Without a position the last call waits for this share of the time between leaving the stop before and the latest moment:
  /// vehicles are late more often than early, and who is called too early gets off one stop too soon.
  public let estimatedShareOfLeg = 0.45
  /// A last call that comes later than this before arrival leaves no time to reach the door ...
  public let latestLead = 10.0
  /// ... and on a short leg this share of it.
  public let latestLeadShare = 0.6

  /// Vehicles do not leave before their time, but clocks differ: so much earlier nobody has changed into one.
  public let changeEarlySeconds = 30.0

  /// Within this distance, and the accuracy, of the destination everything is due.
  public let lastResortMetres = 60.0
  /// So far behind, the destination is missed.
  public let missedMetres = 150.0
  /// Standing so long at the destination ends the watch.
  public let arrivedSeconds = 120.0
  /// Without any position, the watch ends so long after the time of arrival; where there were some, one may come and show that the
  /// vehicle is late.
  public let overdueSeconds = 60.0
  public let overdueSecondsSeen = 1800.0
  /// A last call by an estimate was too early where the stop before is seen so far ahead; then it comes again.
  public let takenBackMetres = 120.0

  /// What a feed says is not used when it is older than this in seconds: feeds are to be made anew twice a minute ...
  public let oldestReport = 90.0
  /// ... or is of a time to come by more than clocks differ, or names a delay that no ride has.
  public let mostAheadReport = 60.0
  public let longestDelay = 86_400.0
  /// What changes more often is not known: a rider who was told of so many runs is told of no more.
  public let mostVehicleChanges = 4
  /// Nobody changes what they do for less; more is told.
  public let toldDelay = 180.0
  /// A last call by the timetable comes again where the vehicle is later than this: less is the time that it takes to look out.
  public let calledAgain = 120.0
  /// A feed whose delay is so near to that of the positions speaks of the same vehicle.
  public let confirmedDelay = 60.0
  /// What a feed says that changes the ride is to be heard at once from so long before the departure on.
  public let urgentBeforeDeparture = 300.0

  /// Who stays in a place so long on foot or standing has come there; past it one walks or drives faster, or in less time ...
  public let dwellSeconds = 15.0
  /// ... and so has who does not leave it for so long, however fast: a car park is driven through in half a minute.
  public let stayedSeconds = 120.0
  /// Outside for so long, in more than one position, one has left: reflections last for less.
  public let leftSeconds = 5.0
  /// So far beyond the edge one position is enough.
  public let leftMetres = 300.0
  /// Whoever was seen so long ago may be anywhere by now.
  public let knownSeconds = 900.0
  /// Nobody comes to a place from far away more slowly, in m/s.
  public let slowestRide = 15.0
  /// Whoever has not answered an alarm for so long has slept through it, or turned it off by hand.
  public let answeredSeconds = 3600.0
  /// A reminder of a place that is put off comes again after so long.
  public let laterSeconds = 600.0

  /// A level that was put off comes again after so long, or at the next stop.
  public let snoozeSeconds = 60.0
  /// Who does not say that they are off is asked so long after the last call.
  public let followUps = [1800.0, 3600.0]

  /// Seconds between fixes: a quarter of an hour away one a minute spares the battery ...
  public let samplingFar = 60.0
  public let farSeconds = 900.0
  /// ... then one in 20 s ...
  public let samplingMiddle = 20.0
  public let middleSeconds = 300.0
  /// ... and within two stops no slower than 5 s: ten seconds halve the rides told in time (measured).
  public let samplingNear = 5.0
  public let nearStops = 2
  /// Of a phone that is silent for as long as it may, so often shows that the rider gets on: with 20 s none of a train that leaves fast
  /// is believed.
  public let samplingBoarding = 10.0
  /// From level 1 on each second counts.
  public let samplingClose = 1.0
  /// Nothing happens while the vehicle stands far from the destination.
  public let samplingStanding = 10.0
  public let standingSeconds = 30.0
  /// So many fixes that were asked for may fail to come before it counts as an outage.
  public let missingFixes = 2.5

  /// - Parameters:
  ///   - watches: See there; false only to show what would happen.
  ///   - doubtsFrozen: The same.
  public init(watches: Bool = true, doubtsFrozen: Bool = true) {
    (self.watches, self.doubtsFrozen) = (watches, doubtsFrozen)
  }

  /// Seconds before the destination at which a level comes, however small its circle.
  func secondsBefore(_ level: Int) -> Double {
    level == 3 ? secondsBeforeLast : level == 2 ? secondsBeforeSecond : 0
  }

  /// Seconds into the last leg after which a last call would leave no time to get off.
  /// - Parameter leg: Seconds between leaving the stop before and the arrival.
  func latestCall(onLeg leg: Double) -> Double { max(0, leg - min(latestLead, latestLeadShare * leg)) }

  public static let standard = AlertPolicy()
}
