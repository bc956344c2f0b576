import Foundation

/// What time it is, though the clock of one machine may be set by hours: what most agree on counts.
///
/// A worker whose clock jumps would tell all its riders too early or too late. Its own clock is believed for as long as it says about what
/// most do: the other machines, and where it stood when it was asked last with how much a clock that cannot be set has gone on since.
///
/// What others say is what their machines' clocks say, and never what they believe: each hears the others a moment late, and workers that
/// went by each other would go slow together.
///
/// ```swift
/// var clock = FleetClock(wall: Date(), steady: seconds)
/// clock.hear(heartbeat.at, from: heartbeat.worker, steady: seconds)
/// let now = clock.read(wall: Date(), steady: seconds)
/// ```
public struct FleetClock: Sendable {
  /// Seconds by which clocks of machines that are looked after differ at most.
  static let apart = 2.0
  /// Seconds after which a clock that was set, and that nobody can be asked about, is believed.
  static let believedAfter = 60.0
  /// How fast small differences are made up for: no second is lost or comes twice.
  static let slew = 0.05

  /// The instant and the steady clock's reading when it was read last.
  private var last: (at: Double, steady: Double)
  /// How far others are ahead of the steady clock, and when they said so.
  private var others: [WorkerID: (ahead: Double, steady: Double)] = [:]
  private var differsSince: Double?
  /// By how much the machine's own clock is wrong, in seconds; 0 where it is not.
  public private(set) var error = 0.0

  /// What it said last, in seconds since 1970.
  var latest: Double { last.at }

  public init(wall: Date, steady: Double) { last = (wall.timeIntervalSince1970, steady) }

  /// Another machine's clock says what time it is.
  public mutating func hear(_ at: Double, from worker: WorkerID, steady: Double) {
    others[worker] = (at - steady, steady)
    if others.count > 64 { others = others.filter { steady - $0.value.steady < 60 } }
  }

  /// The time.
  /// - Parameters:
  ///   - wall: The machine's own clock.
  ///   - steady: Seconds of a clock that cannot be set, and goes on while the machine sleeps.
  public mutating func read(wall: Date, steady: Double) -> Date {
    let elapsed = max(0, steady - last.steady)
    var at = last.at + elapsed
    let own = wall.timeIntervalSince1970
    let heard = others.values.filter { steady - $0.steady <= 5 }.map { $0.ahead + steady }
    let most = Self.median(heard + [own], near: at)
    let target = abs(own - most) <= Self.apart ? own : most
    if abs(target - at) <= Self.apart {
      at += max(-Self.slew * elapsed, min(Self.slew * elapsed, target - at))
      differsSince = nil
    } else if !heard.isEmpty || steady - (differsSince ?? steady) >= Self.believedAfter {
      at = target
      differsSince = nil
    } else {
      differsSince = differsSince ?? steady
    }
    error = abs(own - at) > Self.apart ? own - at : 0
    last = (at, steady)
    return Date(timeIntervalSince1970: at)
  }

  /// The one in the middle; of two the one that is nearer to an instant.
  private static func median(_ instants: [Double], near instant: Double) -> Double {
    let sorted = instants.sorted()
    let upper = sorted[sorted.count / 2]
    guard sorted.count.isMultiple(of: 2) else { return upper }
    let lower = sorted[sorted.count / 2 - 1]
    return abs(lower - instant) < abs(upper - instant) ? lower : upper
  }
}
