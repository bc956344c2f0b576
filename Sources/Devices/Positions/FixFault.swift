import Alerts
import Foundation
import Journey

/// Why a position can be none, whoever says it.
enum FixFault: Sendable, Hashable, CustomStringConvertible {
  case place, accuracy, speed, time

  /// Seconds since 1970: to the year 2100. A machine without a battery for its clock begins at the start of them.
  static let times = 0.0..<4_102_444_800

  /// For the rider, after a colon.
  var description: String {
    switch self {
    case .place: "its place is none where anybody can be"
    case .accuracy: "its accuracy is no number"
    case .speed: "it is faster than any vehicle"
    case .time: "its time is of another age"
    }
  }
}

extension Fix {
  /// What is wrong with it in itself; nil for a position that may be one.
  var fault: FixFault? {
    // Zero and zero, in the Gulf of Guinea, is what programs say that know nothing.
    guard position.isOnEarth, position.latitude != 0 || position.longitude != 0 else { return .place }
    if let accuracy, !accuracy.isFinite { return .accuracy }
    if let speed, !(speed.isFinite && speed <= AlertPolicy.standard.fastestPossible) { return .speed }
    return FixFault.times.contains(at.timeIntervalSince1970) ? nil : .time
  }

  /// Without an accuracy or a speed that stand for unknown: zero metres and less, and less than standing still.
  var withoutPretence: Fix {
    var fix = self
    fix.accuracy = accuracy.flatMap { $0 > 0 ? $0 : nil }
    fix.speed = speed.flatMap { $0 >= 0 ? $0 : nil }
    return fix
  }
}
