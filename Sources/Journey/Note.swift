import Foundation

/// Something that lies along the way and is told of quietly to whoever rides past: from a file of the rider's own.
public struct Note: Sendable, Hashable {
  /// How near it must be to be told where its file does not say.
  public static let standardRadius = 150.0
  /// In metres: nearer than a receiver knows, or farther than anybody sees from a window, is a mistake of the file.
  public static let radii = 10.0...2000.0

  public var title: String
  public var text: String?
  /// An address of the web, which is shown and never fetched.
  public var link: String?
  /// What kind of thing it is, in the words of its file: `museum`.
  public var category: String?
  public var position: Position
  /// Metres within which it is told.
  public var radius: Double
  /// When it is open, as OpenStreetMap writes it (`opening_hours`); what cannot be read counts as open.
  public var hours: String?

  /// Texts are taken without what steers a terminal, and no longer than anybody reads on a ride.
  public init(
    title: String, text: String? = nil, link: String? = nil, category: String? = nil, position: Position,
    radius: Double = Note.standardRadius, hours: String? = nil
  ) {
    func short(_ text: String?, _ most: Int) -> String? {
      guard var plain = text.map({ PlainText.of($0) }) else { return nil }
      // Counting letters and trimming cost more than all else of a note, and hardly any needs them: bytes are no fewer than letters.
      if plain.utf8.count > most { plain = String(plain.prefix(most)) }
      if plain.first?.isWhitespace == true || plain.last?.isWhitespace == true {
        plain = plain.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      return plain.isEmpty ? nil : plain
    }
    self.title = short(title, 200) ?? ""
    (self.text, self.link, self.category) = (short(text, 1000), short(link, 500), short(category, 60))
    (self.position, self.radius, self.hours) = (position, radius, short(hours, 200))
  }

  /// Whether it is worth telling at an instant.
  /// - Parameter zone: The IANA zone of its opening hours.
  public func isOpen(at instant: Date, zone: String) -> Bool {
    hours.flatMap(OpeningHours.init)?.isOpen(at: instant, zone: zone) ?? true
  }
}
