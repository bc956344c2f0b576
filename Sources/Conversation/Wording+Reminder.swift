import Foundation
import Journey

/// What a stored reminder has beside its ride, as phrases.
extension Wording {
  /// "Mon–Fri", "Tue, Thu until 2026-12-18"
  public func value(_ recurrence: Recurrence) -> Phrase {
    var parts: [Phrase] = []
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
      default: parts.append(.list([name(first), name(last)], separator: "–"))
      }
    }
    let days = Phrase.list(parts, separator: ", ")
    return recurrence.until.map { .text(.daysUntil, ["days": days, "day": .name($0)]) } ?? days
  }

  /// "paused until 2026-12-24, 08:00"
  public func pause(until instant: Date) -> Phrase {
    .text(.pausedUntil, ["day": day(instant), "time": time(instant)])
  }

  private func name(_ day: Weekday) -> Phrase {
    switch day {
    case .monday: .text(.monday)
    case .tuesday: .text(.tuesday)
    case .wednesday: .text(.wednesday)
    case .thursday: .text(.thursday)
    case .friday: .text(.friday)
    case .saturday: .text(.saturday)
    case .sunday: .text(.sunday)
    }
  }
}

extension Weekday {
  /// From 0 for Monday.
  fileprivate var index: Int { Weekday.allCases.firstIndex(of: self) ?? 0 }
}
