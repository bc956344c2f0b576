import Foundation

/// A stretch of time on the command line: `90s`, `5m`, `1h`.
struct TimeSpan: Sendable, Hashable {
  /// Positive.
  let seconds: Double

  /// - Throws: `ConditionError`
  init(parsing text: String) throws {
    let units: [(String, Double)] = [("min", 60), ("s", 1), ("m", 60), ("h", 3600)]
    guard let unit = units.first(where: { text.hasSuffix($0.0) }), let number = Double(text.dropLast(unit.0.count))
    else { throw ConditionError.time }
    seconds = number * unit.1
    guard (1...3 * 3600).contains(seconds) else { throw ConditionError.timeRange }
  }
}

/// A way on the command line: `20m`.
struct MetreSpan: Sendable, Hashable {
  let metres: Double

  /// - Throws: `ConditionError`
  init(parsing text: String) throws {
    guard text.hasSuffix("m"), let number = Double(text.dropLast()) else { throw ConditionError.metres }
    guard (0...500).contains(number) else { throw ConditionError.metreRange }
    metres = number
  }
}

/// A part of a whole on the command line: `50%`.
struct Percentage: Sendable, Hashable {
  /// Over 0 to 1.
  let share: Double

  /// - Throws: `ConditionError`
  init(parsing text: String) throws {
    guard text.hasSuffix("%"), let number = Double(text.dropLast()) else { throw ConditionError.percent }
    guard (0...100).contains(number) else { throw ConditionError.percentRange }
    share = number / 100
  }
}

/// Why a text is no condition of a ride.
enum ConditionError: Error, CustomStringConvertible {
  case time, timeRange, metres, metreRange, percent, percentRange

  var description: String {
    switch self {
    case .time: "write a number and s, m or h, like 90s or 5m"
    case .timeRange: "take a time from 1s to 3h"
    case .metres: "write metres with an m, like 20m"
    case .metreRange: "take from 0m to 500m"
    case .percent: "write a percentage, like 50%"
    case .percentRange: "take from 0% to 100%"
    }
  }
}
