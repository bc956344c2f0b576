import Foundation

/// A place on the map as people and programs write it: decimal degrees, degrees with minutes and seconds, a `geo:` URI (RFC 5870), or a link
/// of a map service, which is read and never opened.
public struct WrittenPosition: Sendable, Hashable {
  public var position: Position
  /// Metres by which it may be wrong, where it says so (`u=` of RFC 5870).
  public var uncertainty: Double?

  /// Why a text that looks like a place is none.
  public enum Flaw: Error, Hashable {
    /// No place is written there.
    case none
    /// The numbers are no place on earth; with the other order, where that would be one.
    case outOfRange(swapped: Position?)
  }

  /// - Throws: `Flaw`
  public init(_ text: String) throws(Flaw) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.utf8.count <= 2000 else { throw .none }
    if text.lowercased().hasPrefix("geo:") {
      self = try Self.geo(text.dropFirst(4))
    } else if text.lowercased().hasPrefix("http://") || text.lowercased().hasPrefix("https://") {
      self = try Self.link(text)
    } else if let (north, east) = Self.degrees(text) {
      self = try Self.checked(north, east)
    } else {
      throw .none
    }
  }

  private init(_ position: Position, uncertainty: Double? = nil) {
    (self.position, self.uncertainty) = (position, uncertainty)
  }

  private static func checked(_ north: Double, _ east: Double, uncertainty: Double? = nil) throws(Flaw) -> Self {
    let position = Position(latitude: north, longitude: east)
    guard position.isOnEarth else {
      let swapped = Position(latitude: east, longitude: north)
      throw .outOfRange(swapped: swapped.isOnEarth ? swapped : nil)
    }
    return Self(position, uncertainty: uncertainty)
  }

  // MARK: Among other words

  /// A text in which places stand among other words, each rewritten so that no sign in it parts a sentence: "to 48.3,14.3 by bus" as
  /// "to 48.3/14.3 by bus". A text that is a place and nothing else stays as it is, and so do numbers that are no place on earth.
  public static func joined(in text: String) -> String {
    guard text.utf8.count <= 1000, text.contains(where: \.isNumber), (try? Self(text)) == nil else { return text }
    return among.reduce(text) { text, form in
      text.replacing(form) { match in
        let end = match.output.reversed().prefix { ".,;!?".contains($0) }.count
        guard beginsWord(match.range.lowerBound, of: text), let place = try? Self(String(match.output.dropLast(end)))
        else { return String(match.output) }
        return place.joined + match.output.suffix(end)
      }
    }
  }

  /// The places that stand in a text as `joined(in:)` writes them.
  public static func all(in text: String) -> [(text: String, position: Position)] {
    // Every look-up asks, and hardly any text holds one.
    guard text.contains("/") else { return [] }
    return text.matches(of: /-?\d{1,3}\.\d+\/-?\d{1,3}\.\d+(?![\d\/])/).compactMap { match in
      guard beginsWord(match.range.lowerBound, of: text), let place = try? Self(String(match.output)) else {
        return nil
      }
      return (String(match.output), place.position)
    }
  }

  /// Whether no word or number goes on at an index of a text.
  private static func beginsWord(_ index: String.Index, of text: String) -> Bool {
    guard index > text.startIndex else { return true }
    let before = text[text.index(before: index)]
    return !before.isLetter && !before.isNumber && !".,/".contains(before)
  }

  private var joined: String {
    [position.latitude, position.longitude].map { number in
      let text = String(format: "%.6f", number).replacing(/0+$/, with: "")
      return text.hasSuffix(".") ? text + "0" : text
    }.joined(separator: "/")
  }

  /// How places are written among other words. Two numbers may be times of day, or thousands: what has three or fewer decimals is one only
  /// where the comma has no blank behind it. No blanks without end are passed over, which would take a hostile text long.
  nonisolated(unsafe) private static let among: [Regex<Substring>] = [
    /(?:geo:|https?:\/\/)\S+/,
    /(?:[NSEWO]\s?)?-?\d{1,3}(?:[.,]\d{1,9})?\s?°[^a-zA-Z,;°]{0,20}[NSEWO]?\s?[,;\/]?\s?(?:[NSEWO]\s?)?-?\d{1,3}(?:[.,]\d{1,9})?\s?°(?:\s?\d{1,2}(?:[.,]\d{1,9})?\s?['′’](?:\s?\d{1,2}(?:[.,]\d{1,9})?\s?(?:["″”]|''))?)?(?:\s?[NSEWO](?![a-zA-Z]))?/,
    /\d{1,3}\.\d{1,15}\s?[NS]\s?[,;\/]?\s?\d{1,3}\.\d{1,15}\s?[EWO](?![a-zA-Z])/,
    /[-+]?\d{1,3}\.\d{4,15}(?:\s?[,;\/]\s?|\s)[-+]?\d{1,3}\.\d{4,15}(?!\d|\s?(?:km|m)\b)/,
    /[-+]?\d{1,3}\.\d{1,15},[-+]?\d{1,3}\.\d{1,15}(?!\d|\s?(?:km|m)\b)/,
    /[-+]?\d{1,3},\d{4,15}(?:\s?;\s?|\s)[-+]?\d{1,3},\d{4,15}(?!\d|\s?(?:km|m)\b)/,
  ]

  // MARK: Degrees

  /// "48.3, 14.3", "48,3 14,3", "N 48° 18.5' E 14° 17'", "48°18′30″N 14°17′E"; nil for what is none of it.
  private static func degrees(_ text: String) -> (Double, Double)? {
    if let pair = decimalPair(text) { return pair }
    var marks = text.uppercased().replacing("O", with: "E").replacing(/[º˚]/, with: "°").replacing(/[′’´`]/, with: "'")
      .replacing(/''|[″”“]/, with: "\"")
    // "N 48 E 14" is 48 N 14 E: behind its degrees a side belongs to nothing else.
    if let first = marks.first, "NSEW".contains(first) {
      marks = marks.replacing(/([NSEW])([^NSEW]+?)[,; ]*(?=[NSEW]|$)/) { "\($0.output.2)\($0.output.1) " }
    }
    let angles = marks.matches(of: angle).map { match in
      let minutes = match.minutes.flatMap(number) ?? 0
      let seconds = match.seconds.flatMap(number) ?? 0
      let value = number(match.degrees).map { abs($0) + minutes / 60 + seconds / 3600 }
      let side = match.side.map(String.init)
      let isNegative = match.degrees.hasPrefix("-") || side == "S" || side == "W"
      return (value: minutes < 60 && seconds < 60 ? value.map { isNegative ? -$0 : $0 } : nil, side: side)
    }
    let rest = marks.replacing(angle, with: "").filter { !", ;/".contains($0) }
    guard angles.count == 2, rest.isEmpty, let one = angles[0].value, let other = angles[1].value else { return nil }
    guard marks.contains("°") || angles.contains(where: { $0.side != nil }) else { return nil }
    switch (angles[0].side, angles[1].side) {
    case (nil, nil), ("N", "E"), ("N", "W"), ("S", "E"), ("S", "W"): return (one, other)
    // Who names the sides may begin with the east.
    case ("E", "N"), ("W", "N"), ("E", "S"), ("W", "S"): return (other, one)
    default: return nil
    }
  }

  nonisolated(unsafe) private static let angle =
    /(?<degrees>[-+]?\d{1,3}(?:[.,]\d+)?)\s*(?:°\s*(?:(?<minutes>\d{1,2}(?:[.,]\d+)?)\s*'\s*)?(?:(?<seconds>\d{1,2}(?:[.,]\d+)?)\s*"\s*)?)?(?<side>[NSEW](?![A-Z]))?/

  /// Two numbers alone. With a comma for a point they are parted by a blank or a semicolon.
  private static func decimalPair(_ text: String) -> (Double, Double)? {
    // "86, 4" may be streets, and "48,14" is one number where commas are points.
    guard text.contains(".") || text.firstMatch(of: /,\d+[; ]/) != nil else { return nil }
    if let match = text.wholeMatch(of: /([-+]?\d{1,3}(?:\.\d+)?)\s{0,3}[,;\/ ]\s{0,3}([-+]?\d{1,3}(?:\.\d+)?)/) {
      return number(match.1).flatMap { north in number(match.2).map { (north, $0) } }
    }
    guard let match = text.wholeMatch(of: /([-+]?\d{1,3},\d+)(?:\s*;\s*|\s+)([-+]?\d{1,3},\d+)/) else { return nil }
    return number(match.1).flatMap { north in number(match.2).map { (north, $0) } }
  }

  private static func number(_ text: Substring) -> Double? { Double(text.replacing(",", with: ".")) }

  // MARK: Addresses

  /// `geo:48.3,14.3;u=35`, with an altitude and other parameters passed over, and the form `geo:0,0?q=48.3,14.3(Name)` of Android.
  private static func geo(_ text: Substring) throws(Flaw) -> Self {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count > 1, let query = parts[1].firstMatch(of: /(?:^|&)q=([-+\d.]+)(?:,|%2[Cc])([-+\d.]+)/),
      let north = number(query.1), let east = number(query.2)
    {
      return try checked(north, east)
    }
    let fields = parts[0].split(separator: ";", omittingEmptySubsequences: false)
    let numbers = fields[0].split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (2...3).contains(numbers.count), let north = numbers[0], let east = numbers[1] else { throw .none }
    // To Android this is a name to be searched for, and no place in the sea.
    if north == 0, east == 0, parts.count > 1, parts[1].contains(/(?:^|&)q=/) { throw .none }
    var uncertainty: Double?
    for field in fields.dropFirst() {
      let pair = field.split(separator: "=", maxSplits: 1).map(String.init)
      guard !pair.isEmpty else { continue }
      // Another system than WGS 84 is another place.
      if pair[0].lowercased() == "crs", pair.count < 2 || pair[1].lowercased() != "wgs84" { throw .none }
      if pair[0].lowercased() == "u", pair.count == 2 { uncertainty = Double(pair[1]).flatMap { $0 >= 0 ? $0 : nil } }
    }
    return try checked(north, east, uncertainty: uncertainty)
  }

  /// The marked place of a link before the middle of its map.
  private static func link(_ text: String) throws(Flaw) -> Self {
    let plain = text.removingPercentEncoding ?? text
    nonisolated(unsafe) let forms: [Regex<(Substring, Substring, Substring)>] = [
      // OpenStreetMap's mark, Google's place, and the queries of most services.
      /[?&]mlat=([-+]?\d+(?:\.\d+)?)&mlon=([-+]?\d+(?:\.\d+)?)/, /!3d([-+]?\d+(?:\.\d+)?)!4d([-+]?\d+(?:\.\d+)?)/,
      /[?&](?:q|ll|sll|daddr|destination|query|center|cp|coordinate)=(?:loc:)?([-+]?\d+(?:\.\d+)?)[,~ +]+([-+]?\d+(?:\.\d+)?)/,
      /[?&]lat=([-+]?\d+(?:\.\d+)?)&(?:lon|lng)=([-+]?\d+(?:\.\d+)?)/,
      /@([-+]?\d+(?:\.\d+)?),([-+]?\d+(?:\.\d+)?)/, /#map=\d+(?:\.\d+)?\/([-+]?\d+(?:\.\d+)?)\/([-+]?\d+(?:\.\d+)?)/,
    ]
    for form in forms {
      if let match = plain.firstMatch(of: form), let north = number(match.1), let east = number(match.2) {
        return try checked(north, east)
      }
    }
    throw .none
  }
}
