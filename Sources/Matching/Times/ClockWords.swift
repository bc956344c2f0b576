/// How a language says times of day and days; the section `clock` of a language file.
///
/// Each list may be absent: what a language does not have it does not read.
public struct ClockWords: Sendable, Codable, Hashable {
  /// The hours and minutes that words mean.
  public var numbers: [String: Int] = [:]
  /// Between minutes and hour: ten *past* six, ten *to* six.
  public var after: [String] = []
  public var before: [String] = []
  /// Minutes after the hour that follows ("half six" is 6:30), and before it ("halb sechs" is 5:30).
  public var sinceHour: [String: Int] = [:]
  public var untilHour: [String: Int] = [:]
  /// Behind an hour: o'clock. Behind minutes: minutes.
  public var hour: [String] = []
  public var minute: [String] = []
  public var noon: [String] = []
  public var midnight: [String] = []
  /// What tells the halves of the day apart, behind a time.
  public var morning: [String] = []
  public var evening: [String] = []
  /// Words that a time may stand among.
  public var fillers: [String] = []
  /// Words right before a time: at, around. And those that set a limit: by, before.
  public var at: [String] = []
  public var until: [String] = []
  /// Behind a time that is written with a point: the 8.45 *bus*.
  public var rides: [String] = []
  /// What makes a time one of arrival, or one of departure.
  public var arriving: [String] = []
  public var leaving: [String] = []
  /// Another ride, where one is read back.
  public var earlier: [String] = []
  public var later: [String] = []
  /// The ride before or after, whatever is asked: words that can mean nothing else.
  public var rideBefore: [String] = []
  public var rideAfter: [String] = []
  /// Days by how many there are until then: tomorrow is 1. Weekdays count from Monday, 1.
  public var days: [String: Int] = [:]
  public var weekdays: [String: Int] = [:]
  public var months: [String: Int] = [:]
  public var ordinals: [String: Int] = [:]
  /// Behind the digits of a date: 3rd, 4th.
  public var ordinalEndings: [String] = []
  /// Words before a day: on, next. And behind one, with the days that they add: of this month.
  public var dayWords: [String] = []
  public var dayEndings: [String: Int] = [:]
  /// Parts of the day by the hour that they begin at.
  public var dayParts: [String: Int] = [:]
  /// Before a length of time until then: *in* twenty minutes.
  public var delay: [String] = []
  public var now: [String] = []

  public init() {}

  /// Whether the rider asks for a ride before (-1, or -2 for "two earlier") or after the one that is read back; nil for neither.
  public func neighbour(_ text: String) -> Int? {
    step(text, before: earlier, after: later) ?? namedNeighbour(text) ?? steps(text)
  }

  /// "Two later", "3 buses earlier": so many rides away. With a unit of time it is none.
  private func steps(_ text: String) -> Int? {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let core = words.drop { numbers[$0] == nil && Int($0) == nil && fillers.contains($0) }
    guard let first = core.first, let count = Int(first) ?? numbers[first], (2...9).contains(count) else { return nil }
    let behind = core.dropFirst().drop { word in rides.contains { word.hasPrefix($0) } }
    let rest = behind.prefix { !fillers.contains($0) }
    guard rest.count == 1, let word = rest.first, behind.dropFirst(rest.count).allSatisfy({ fillers.contains($0) })
    else { return nil }
    return earlier.contains(word) ? -count : later.contains(word) ? count : nil
  }

  /// The same where another question is open: only in words that name the ride.
  public func namedNeighbour(_ text: String) -> Int? { step(text, before: rideBefore, after: rideAfter) }

  private func step(_ text: String, before: [String], after: [String]) -> Int? {
    for words in Self.cores(of: text, without: Set(fillers)) {
      if before.contains(words) { return -1 }
      if after.contains(words) { return 1 }
    }
    return nil
  }

  /// The words, and what is left of them without some of those round them that say little: "rather an earlier ride please".
  private static func cores(of text: String, without little: Set<String>) -> [String] {
    let words = plain(text).split(separator: " ").map(String.init)
    // "Three minutes earlier" is no ride.
    guard !text.contains(where: \.isNumber), words.count <= 12 else { return [] }
    let first = words.prefix { little.contains($0) }.count
    let last = words.count - words.reversed().prefix { little.contains($0) }.count
    return (0...min(first, words.count)).flatMap { start in
      (max(start, last)...words.count).reversed().map { words[start..<$0].joined(separator: " ") }
    }.filter { !$0.isEmpty }
  }

  private static func plain(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isWhitespace }.split(separator: " ").joined(separator: " ")
  }

  mutating func add(_ other: Self) {
    numbers.merge(other.numbers) { own, _ in own }
    sinceHour.merge(other.sinceHour) { own, _ in own }
    untilHour.merge(other.untilHour) { own, _ in own }
    days.merge(other.days) { own, _ in own }
    weekdays.merge(other.weekdays) { own, _ in own }
    months.merge(other.months) { own, _ in own }
    ordinals.merge(other.ordinals) { own, _ in own }
    dayEndings.merge(other.dayEndings) { own, _ in own }
    dayParts.merge(other.dayParts) { own, _ in own }
    // "Neun am Hauptplatz" is no nine in the morning where "am" leads a place or a day in.
    let own = Set(dayWords + at + until)
    for list in Self.lists {
      let isHalf = list == \.morning || list == \.evening
      self[keyPath: list] += other[keyPath: list].filter { !isHalf || !own.contains($0) }
    }
  }

  private static let lists: [any WritableKeyPath<Self, [String]> & Sendable] = [
    \.after, \.before, \.hour, \.minute, \.noon, \.midnight, \.morning, \.evening, \.fillers, \.at, \.until, \.rides,
    \.arriving,
    \.leaving, \.earlier, \.later, \.rideBefore, \.rideAfter, \.ordinalEndings, \.dayWords, \.delay, \.now,
  ]
}

extension ClockWords {
  public init(from decoder: any Decoder) throws {
    self.init()
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func list(_ key: CodingKeys) throws -> [String] { try fields.decodeIfPresent([String].self, forKey: key) ?? [] }
    func table(_ key: CodingKeys) throws -> [String: Int] {
      try fields.decodeIfPresent([String: Int].self, forKey: key) ?? [:]
    }
    numbers = try table(.numbers)
    (after, before) = (try list(.after), try list(.before))
    (sinceHour, untilHour) = (try table(.sinceHour), try table(.untilHour))
    (hour, minute) = (try list(.hour), try list(.minute))
    (noon, midnight) = (try list(.noon), try list(.midnight))
    (morning, evening) = (try list(.morning), try list(.evening))
    fillers = try list(.fillers)
    (at, until) = (try list(.at), try list(.until))
    rides = try list(.rides)
    (arriving, leaving) = (try list(.arriving), try list(.leaving))
    (earlier, later) = (try list(.earlier), try list(.later))
    (rideBefore, rideAfter) = (try list(.rideBefore), try list(.rideAfter))
    (days, weekdays, months) = (try table(.days), try table(.weekdays), try table(.months))
    (ordinals, ordinalEndings) = (try table(.ordinals), try list(.ordinalEndings))
    (dayWords, dayEndings) = (try list(.dayWords), try table(.dayEndings))
    dayParts = try table(.dayParts)
    (delay, now) = (try list(.delay), try list(.now))
  }
}
