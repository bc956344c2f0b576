import Journey

/// Weekdays as they are written on the command line: `mon-fri`, `sat,sun`, `mon-wed,fri`, `weekdays`, `weekend`, `daily`, `none`.
struct WeekdayList {
  let weekdays: [Weekday]

  /// Nil for anything else. A range may go over the end of the week: `sat-mon`.
  init?(_ text: String) {
    let text = text.lowercased()
    if text == "none" {
      weekdays = []
      return
    }
    let sets = [
      "daily": Weekday.allCases, "weekdays": Array(Weekday.allCases.prefix(5)),
      "weekend": Array(Weekday.allCases.suffix(2)),
    ]
    if let days = sets[text] {
      weekdays = days
      return
    }
    var found: [Weekday] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Self.day(String($0)) }
      guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil,
        let start = Weekday.allCases.firstIndex(of: first), let end = Weekday.allCases.firstIndex(of: last)
      else { return nil }
      let days = end >= start ? end - start : end - start + 7
      found += (0...days).map { Weekday.allCases[(start + $0) % 7] }
    }
    weekdays = found
  }

  private static func day(_ text: String) -> Weekday? {
    let name = text.filter { $0 != " " }
    return Weekday.allCases.first { day in
      name == day.rawValue || name == "\(day)" || name == "\(day)s"
    }
  }
}
