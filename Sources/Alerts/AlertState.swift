import Foundation
import Journey

/// All that the engine remembers of a ride: what was decided, which must never be forgotten, and the measurements it is working on.
public struct AlertState: Sendable, Hashable, Codable {
  /// Decisions. They only ever grow.
  public struct Latches: Sendable, Hashable, Codable {
    /// The highest level that fired; 0 for none.
    public var fired = 0
    /// Index of the last stop that was left behind; -1 for none.
    public var passed = -1
    /// Whether the rider has left the boarding stop.
    public var aboard = false
    /// Whether the destination was reached.
    public var arrived = false
    public var missed = false
    public var toldPositionLost = false
    public var toldPositionDoubted = false
    public var toldOffRoute = false
    public var toldWrongWay = false
    public var toldWrongLine = false
    /// Nil where nothing was, as of states that older versions have written.
    public var toldWrongVehicle: Bool?
    /// The run that the rider sits in where it is not the one of the ride, and how often that was another one than before.
    public var caught: CaughtRun?
    public var vehicleChanges: Int?
    /// What was told of the ride's own run before another one was caught.
    public var liveOfOwn: LiveLatches?
    public var toldSetOut: Bool?
    /// The level that the rider has put off.
    public var snooze: Snooze?
    /// How often one was put off.
    public var snoozes = 0
    /// Whether the last call came by an estimate: positions may show later that it was too early.
    public var calledByEstimate = false
    /// The round of alerts from now on: it grows when a last call is taken back.
    public var round = 0
    /// When the last call or the word of a missed stop came, in seconds since the reference date.
    public var calledAt: Double?
    /// Seconds by which the machine's clock was set in the ride, which itself goes on by the time that has passed.
    public var clockSet = 0.0
    /// Whether the ride is over, and only the questions after it are left.
    public var isOver = false
    /// How many of these were asked.
    public var followUps = 0
    /// Where the ride goes on from what was told on it, since its state was lost: when the last of that was told, in seconds since the
    /// reference date.
    public var resumedFrom: Double?
    /// What a live feed has led to; nil where there is none.
    public var live: LiveLatches?
    /// Whether there is nothing left to do.
    public var finished = false
  }

  /// What was told of what a live feed says.
  public struct LiveLatches: Sendable, Hashable, Codable {
    /// Seconds late that the rider knows of.
    public var toldDelay = 0.0
    public var toldLater = false
    public var toldEarlier = false
    public var toldCancelled = false
    public var toldSkipped = false
    public var toldSkippedBoarding = false
    /// Rides after a change that are cancelled, by their places in the journey.
    public var toldOnward: [Int] = []
    /// The last call has come by the timetable though the feed said that the vehicle is late by so many seconds: it comes again by
    /// what the feed says, or by this where it says nothing any more.
    public var callsAgainAfter: Double?
    public var toldMissedChange: Bool?
    /// Seconds by which the next ride leaves late, as a feed says.
    public var nextLate: Double?
  }

  /// A level that comes again.
  public struct Snooze: Sendable, Hashable, Codable {
    public var level: Int
    /// When it comes again at the latest, in seconds since the reference date.
    public var until: Double
    /// The last stop passed when it was put off; the next one brings it back as well.
    public var passed: Int
  }

  /// Which ride of a journey with changes is followed: 0 for the first. All else is of this ride alone.
  public let leg: Int
  public var latches = Latches()
  /// Of a reminder of a place; nil before its first position.
  var visit: VisitState?
  /// What a live feed says of this ride; nil where nothing is said.
  var live: LiveReport?
  var scratch = Scratch()

  /// The beginning of a ride.
  /// - Parameter sampling: Seconds between fixes that were asked for before it.
  public init(leg: Int = 0, sampling: Double? = nil) {
    self.leg = leg
    scratch.sampling = sampling
  }

  /// What became of the newest fix; nil before the first.
  public var outcome: FixOutcome? { scratch.outcome }
  /// Until when the level that was put off waits, by the clock; nil where none was.
  public var snoozedUntil: Date? {
    latches.snooze.map { Date(timeIntervalSinceReferenceDate: $0.until + latches.clockSet) }
  }
  /// An instant of the machine's clock in the engine's seconds, which no setting of the clock moves.
  func seconds(at instant: Date) -> Double { instant.timeIntervalSinceReferenceDate - latches.clockSet }
  /// Seconds between fixes that the engine asked for last; nil before it asked.
  public var sampling: Double? { scratch.sampling }

  /// Measurements, which a few fixes bring back.
  struct Scratch: Sendable, Hashable, Codable {
    /// Seconds since the reference date of the first and the newest input.
    var startedAt: Double?
    var now: Double = 0
    /// Whether a clock ticks beside the positions.
    var hasTicks = false
    var wakes = Wakes()
    var fixClock = FixClock()
    var filter: MotionFilter?
    /// The filter before its newest fix: another fix of the same epoch takes that one's place.
    var filterBefore: MotionFilter?
    /// The position that was reported last.
    var standstill: Standstill?
    /// What was believed before it was reported again; nil where none was.
    var beliefBefore: Standstill.Belief?
    /// Since when positions come that are not believed.
    var doubtedSince: Double?
    var progress: RouteProgress?
    var pace = Pace()
    var approach = StopApproach()
    var offRouteSince: Double?
    var atDestinationSince: Double?
    /// Whether the vehicle has driven on from the destination; a rider who has got off walks.
    var hasDrivenOn = false
    /// Seconds of the timeline where the vehicle was at the newest fix.
    var anchor: Double?
    /// The least that was left since then.
    var leastLeft: Double?
    /// The same when the newest stop was left behind.
    var delayAtStop: Double?
    /// How far fixes lie beside the line, squared and smoothed: it shows an error that the receiver does not know of.
    var aside = 0.0
    /// What the newest fix claims, as a standard deviation to each side.
    var claimed = 0.0
    /// Seconds behind the timetable at the newest fix on the line.
    var delay: Double?
    /// Whether the feed's delay was that of the positions when both were there last; nil where they never were.
    var isLiveConfirmed: Bool?
    /// The smallest distance to the destination so far, which decides that it was missed.
    var nearestToDestination = 1e9
    /// Metres driven since the last stop was left behind, or since the rider was first seen.
    var driven = 0.0
    /// When the last stop was left behind, and the longest silence since then.
    var passedAt: Double?
    var longestGap = 0.0
    /// The longest silence in the ride.
    var longestSilence = 0.0
    /// The farthest that the destination was away.
    var farthest = 0.0
    var wasAtBoarding = false
    /// Forward along the line, until the rider is aboard.
    var run: ForwardRun?
    /// The farthest that the rider has come along the line.
    var furthest = 0.0
    var outcome: FixOutcome?
    /// Seconds between fixes that were asked for last.
    var sampling: Double?
    /// Seconds after the newest fix for which the phone may be silent; nil where none were granted.
    var granted: Double?
    /// Since when the vehicle stands.
    var standingSince: Double?
    /// Since when the vehicle has driven against the line.
    var backSince: Double?
  }
}

/// Metres along the route line, followed inside a window so that a line which comes by twice is not mistaken.
struct RouteProgress: Sendable, Hashable, Codable {
  var along: Double
  var piece: Int
  var offset: Double
  /// m/s along the line, negative when moving back.
  var speed: Double
}

/// How fast the rider gets on.
struct Pace: Sendable, Hashable, Codable {
  /// m/s smoothed over a minute, standing included; nil before anything was measured.
  private(set) var smoothed: Double?
  /// m/s smoothed over some minutes, which evens out jams; nil before so much was measured.
  var slow: Double? { seconds >= 120 ? long : nil }
  private var long: Double?
  /// m/s smoothed over the same time while moving.
  private(set) var moving: Double?
  private var seconds = 0.0
  private var movingSeconds = 0.0
  /// The fastest of this minute and of each of the nine before.
  private var fastestByMinute: [Double] = []
  private var minute = 0

  var fastest: Double { fastestByMinute.max() ?? 0 }

  /// - Parameters:
  ///   - gain: m/s by which the destination comes nearer along the way; negative while it falls behind.
  ///   - speed: m/s in the time since the fix before, on average.
  ///   - fastest: m/s at most.
  mutating func add(
    gain: Double, speed: Double, fastest: Double, seconds dt: Double, at time: Double, policy: AlertPolicy
  ) {
    guard dt > 0 else { return }
    seconds += dt
    smoothed = Self.mean(smoothed, with: gain, of: dt, in: seconds, policy)
    let share = dt / (min(seconds, policy.longPaceSeconds) + 0.5 * dt)
    long = (long ?? gain) + min(1, share) * (gain - (long ?? gain))
    if speed > 2 {
      movingSeconds += dt
      moving = Self.mean(moving, with: speed, of: dt, in: movingSeconds, policy)
    }
    let minute = Int(time / 60)
    if minute != self.minute || fastestByMinute.isEmpty {
      self.minute = minute
      fastestByMinute.append(fastest)
      if fastestByMinute.count > 10 { fastestByMinute.removeFirst() }
    } else if fastest > fastestByMinute[fastestByMinute.count - 1] {
      fastestByMinute[fastestByMinute.count - 1] = fastest
    }
  }

  /// What `smoothed` and `moving` would be after so many seconds at a speed.
  func after(_ speed: Double, seconds dt: Double, policy: AlertPolicy) -> (smoothed: Double, moving: Double) {
    (
      Self.mean(smoothed, with: speed, of: dt, in: seconds + dt, policy),
      Self.mean(moving, with: speed, of: dt, in: movingSeconds + dt, policy)
    )
  }

  /// Until a minute is over, the mean of what there is.
  private static func mean(
    _ mean: Double?, with speed: Double, of dt: Double, in seconds: Double, _ policy: AlertPolicy
  ) -> Double {
    guard let mean else { return speed }
    return mean + min(1, dt / (min(seconds, policy.paceSeconds) + 0.5 * dt)) * (speed - mean)
  }
}

/// How near the rider has come to the next stop, and whether the stop falls behind again.
struct StopApproach: Sendable, Hashable, Codable {
  /// Index of the stop that is watched.
  var stop = -1
  var nearest = 1e9
  /// The same with allowance for bends between two fixes.
  var perhapsNearest = 1e9
  var receding = 0
  /// The filtered point of the fix before, for the way in between.
  var last: Point?
}
