import Foundation
import Journey

/// Something that goes wrong with what the engine is told, or with the runner itself. Times are seconds of the true clock.
enum Fault {
  /// The receiver repeats one place.
  case freeze(ClosedRange<Double>, accuracy: Double?)
  /// Nothing comes in.
  case drop(ClosedRange<Double>)
  /// A share of the fixes is lost.
  case lose(share: Double)
  /// The positions of some seconds lie somewhere else.
  case jump(ClosedRange<Double>, north: Double, east: Double)
  /// The positions slide aside and come back.
  case drift(ClosedRange<Double>, north: Double, east: Double)
  /// A share of the fixes comes twice.
  case duplicate(share: Double)
  /// A share of the fixes comes so many seconds late.
  case reorder(share: Double, seconds: Double)
  /// The fixes of a stretch come all at once at its end.
  case backlog(ClosedRange<Double>, isReversed: Bool)
  case leap(ClockLeap)
  /// The runner ends and begins again, with its state or with no more than the ledger.
  case restart(at: Double, keepsState: Bool)

  /// A fault by chance, on a ride between two moments.
  init(from begin: Double, to end: Double, using random: inout SplitMix) {
    // Most often while it matters.
    let at = begin + (end - begin) * (random.uniform() < 0.5 ? random.uniform() : 0.6 + 0.4 * random.uniform())
    let seconds = [30.0, 120, 480, 1e6][random.below(4)] * (0.7 + 0.6 * random.uniform())
    let (metres, angle) = (50 * exp(4 * random.uniform()), 2 * .pi * random.uniform())
    let (north, east) = (metres * cos(angle), metres * sin(angle))
    switch random.below(10) {
    case 0: self = .freeze(at...at + seconds, accuracy: [nil, 4, 15, 60][random.below(4)])
    case 1: self = .drop(at...at + seconds)
    case 2: self = .lose(share: 0.2 + 0.75 * random.uniform())
    case 3: self = .jump(at...at + Double(random.below(8)), north: north, east: east)
    case 4: self = .drift(at...at + 60 + 240 * random.uniform(), north: min(300, north), east: min(300, east))
    case 5: self = .duplicate(share: random.uniform())
    case 6: self = .reorder(share: random.uniform(), seconds: 1 + 8 * random.uniform())
    case 7: self = .backlog(at...at + min(900, seconds), isReversed: random.uniform() < 0.3)
    case 8:
      let by = [-3600.0, -600, -90, -20, 20, 90, 600, 3600][random.below(8)]
      self = .leap(
        ClockLeap(at: at.rounded(), by: by, clock: [.machine, .machine, .unnoticed, .phone][random.below(4)]))
    default: self = .restart(at: at.rounded(), keepsState: random.uniform() < 0.5)
    }
  }
}

extension Fault: CustomStringConvertible {
  var description: String {
    switch self {
    case .freeze(let during, let accuracy):
      "freeze \(Self.text(during)) claiming \(accuracy.map { "\(Int($0)) m" } ?? "nothing")"
    case .drop(let during): "no fix \(Self.text(during))"
    case .lose(let share): "\(Int(100 * share)) % lost"
    case .jump(let during, let north, let east):
      "jump \(Self.text(during)) by \(Int((north * north + east * east).squareRoot())) m"
    case .drift(let during, let north, let east):
      "drift \(Self.text(during)) by \(Int((north * north + east * east).squareRoot())) m"
    case .duplicate(let share): "\(Int(100 * share)) % twice"
    case .reorder(let share, let seconds): "\(Int(100 * share)) % late by \(Int(seconds)) s"
    case .backlog(let during, let isReversed): "backlog \(Self.text(during))\(isReversed ? ", newest first" : "")"
    case .leap(let leap): "clock (\(leap.clock)) set by \(Int(leap.by)) s at \(Int(leap.at))"
    case .restart(let at, let keepsState): "restart at \(Int(at)) \(keepsState ? "with its state" : "from the ledger")"
    }
  }

  private static func text(_ during: ClosedRange<Double>) -> String {
    "\(Int(during.lowerBound))-" + (during.upperBound > 1e5 ? "end" : "\(Int(during.upperBound))")
  }
}
