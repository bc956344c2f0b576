/// A time of day as a rider says it: 18:10, "ten past six", "half past seven", "6 pm".
public struct ClockTime: Sendable, Hashable, Codable {
  /// 0 to 23
  public var hour: Int
  /// 0 to 59
  public var minute: Int
  /// Whether an hour up to twelve may also mean the other half of the day.
  public var isHalfDay: Bool

  public init?(hour: Int, minute: Int, isHalfDay: Bool = false) {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    (self.hour, self.minute) = (hour, minute)
    self.isHalfDay = isHalfDay && hour > 0 && hour <= 12
  }

  /// Reads a time of day; nil where the text holds anything that is not part of one.
  public init?(_ text: String, words: ClockWords) {
    guard let time = TimeReader(words).clock(text) else { return nil }
    self = time
  }

  /// The hours that it may mean.
  public var hours: [Int] { isHalfDay ? [hour % 24, (hour + 12) % 24] : [hour] }

  /// `06:10`, or `06:10|18:10` where both halves of the day are meant.
  public var canonical: String {
    hours.sorted().map { Self.twoDigits($0) + ":" + Self.twoDigits(minute) }.joined(separator: "|")
  }

  /// The same time in the half of the day that was named.
  func inHalf(isEvening: Bool) -> ClockTime {
    var time = self
    if isEvening, hour < 12 { time.hour += 12 }
    if !isEvening, hour == 12 { time.hour = 0 }
    time.isHalfDay = false
    return time
  }

  private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
