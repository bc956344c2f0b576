import Foundation
import Journey

/// What a stored reminder has beside its ride, in a language's words.
extension Wording {
  /// "Mon–Fri", "Tue, Thu until 2026-12-18"
  public func value(_ recurrence: Recurrence) -> String {
    var parts: [String] = []
    var left = recurrence.weekdays[...]
    while let first = left.popFirst() {
      var last = first
      while let next = left.first, next.index == last.index + 1 {
        last = next
        left.removeFirst()
      }
      // Two days are as short with a comma, and clearer.
      switch last.index - first.index {
      case 0: parts.append(name(first))
      case 1: parts += [name(first), name(last)]
      default: parts.append("\(name(first))–\(name(last))")
      }
    }
    let days = parts.joined(separator: ", ")
    return recurrence.until.map { texts.say(.daysUntil, ["days": days, "day": $0]) } ?? days
  }

  /// "paused until 2026-12-24, 08:00"
  public func pause(until instant: Date) -> String {
    texts.say(.pausedUntil, ["day": day(instant), "time": time(instant)])
  }

  private func name(_ day: Weekday) -> String {
    switch day {
    case .monday: texts.say(.monday)
    case .tuesday: texts.say(.tuesday)
    case .wednesday: texts.say(.wednesday)
    case .thursday: texts.say(.thursday)
    case .friday: texts.say(.friday)
    case .saturday: texts.say(.saturday)
    case .sunday: texts.say(.sunday)
    }
  }
}

extension Weekday {
  /// From 0 for Monday.
  fileprivate var index: Int { Weekday.allCases.firstIndex(of: self) ?? 0 }
}
