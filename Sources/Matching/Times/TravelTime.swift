/// When the rider wants to leave or to arrive, as said along with an answer: "leaving at five", "before noon tomorrow".
public struct TravelTime: Sendable, Hashable, Codable {
  public enum Event: String, Sendable, Codable, CaseIterable {
    case departure, arrival
  }

  /// A day, told from the one on which it is said.
  public enum Day: Sendable, Hashable, Codable {
    /// So many days from now.
    case ahead(Int)
    /// The next such day, Monday is 1; and so many days after it.
    case weekday(Int, later: Int)
    /// The next such date; of any month where none was said.
    case date(day: Int, month: Int?)
  }

  public var event: Event
  /// Whether words such as "leaving" and "arriving" told the event; else it is the likelier one.
  public var isEventSaid: Bool
  public var clock: ClockTime?
  public var day: Day?
  /// The hour at which the part of the day begins that was named: 6 for "in the morning".
  public var partOfDay: Int?
  /// Seconds from now: "in twenty minutes".
  public var delay: Int?

  public init(
    event: Event, isEventSaid: Bool = false, clock: ClockTime? = nil, day: Day? = nil, partOfDay: Int? = nil,
    delay: Int? = nil
  ) {
    self.event = event
    self.isEventSaid = isEventSaid
    self.clock = clock
    self.day = day
    self.partOfDay = partOfDay
    self.delay = delay
  }

  /// Whether the calendar has such a day: there is no 30th of February.
  public var isPossible: Bool {
    guard case .date(let day, let month?) = day else { return true }
    return (1...12).contains(month) && day <= [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Both as one, as "tomorrow" and "at six" are; nil where they contradict each other.
  func joined(with other: TravelTime) -> TravelTime? {
    let isTwice =
      (clock != nil && other.clock != nil) || (day != nil && other.day != nil)
      || (partOfDay != nil && other.partOfDay != nil) || delay != nil || other.delay != nil
      || (isEventSaid && other.isEventSaid && event != other.event)
    guard !isTwice else { return nil }
    var result = other.isEventSaid && !isEventSaid ? other : self
    result.clock = clock ?? other.clock
    result.day = day ?? other.day
    result.partOfDay = partOfDay ?? other.partOfDay
    return result.adjusted
  }

  /// With the half of the day that its part tells: half past six in the morning.
  var adjusted: TravelTime {
    guard let clock, clock.isHalfDay, let partOfDay else { return self }
    var time = self
    time.clock = clock.inHalf(isEvening: partOfDay >= 12)
    return time
  }

  /// `17:10`, `05:00|17:00`, `+1d 06:30`, `weekday:1 09:00`, `date:03-14`, `+1200s`.
  public var canonical: String {
    var parts: [String] = []
    switch day {
    case .ahead(let days): parts.append("+\(days)d")
    case .weekday(let number, let later): parts.append("weekday:\(number)" + (later > 0 ? "+\(later)d" : ""))
    case .date(let day, let month):
      let digits = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
      parts.append("date:" + (month.map { digits($0) + "-" } ?? "") + digits(day))
    case nil: break
    }
    if let clock { parts.append(clock.canonical) } else if let partOfDay { parts.append("from:\(partOfDay):00") }
    if let delay { parts.append("+\(delay)s") }
    return parts.joined(separator: " ")
  }
}

/// A time of travel in a text.
struct TimeReading: Sendable {
  var time: TravelTime
  /// Its words with those that lead it in ("at", "on the"), without the verb.
  var words: Range<Int>
  /// Whether it can be nothing but a time; "at five" may also be an amount.
  var isCertain: Bool
}
