import Journey

/// What a rider calls stops: places such as "home", and words that were once said to mean a stop.
///
/// Each counts only word for word: whoever says something like it means something else.
public struct OwnNames: Sendable {
  /// One name and its stop.
  public struct Name: Sendable, Hashable {
    /// As it is said: "home".
    public var text: String
    /// The stop's id.
    public var stop: String
    /// How the stop is shown: "home (Hagenberg)".
    public var shown: String
    /// Whether it comes of an answer that was said yes to, rather than of the rider's own will.
    public var isLearned: Bool

    public init(text: String, stop: String, shown: String, isLearned: Bool = false) {
      self.text = text
      self.stop = stop
      self.shown = shown
      self.isLearned = isLearned
    }
  }

  public let names: [Name]
  /// The places in `names` by the words of the name.
  private let places: [String: Int]

  /// - Parameter names: of two that are said alike the first one counts.
  public init(_ names: [Name]) {
    self.names = names
    var places: [String: Int] = [:]
    for (place, name) in names.enumerated() {
      for digraphs in [false, true] {
        let key = Normalizer.key(name.text, digraphs: digraphs)
        if !key.isEmpty, places[key] == nil { places[key] = place }
      }
    }
    self.places = places
  }

  public static let none = OwnNames([])

  /// All names but those that were learned for some stops, given by their ids.
  public func without(learnedFor stops: [String]) -> OwnNames {
    stops.isEmpty ? self : OwnNames(names.filter { !$0.isLearned || !stops.contains($0.stop) })
  }

  /// These names and others, of which those that are there already do not count.
  public func adding(_ others: [Name]) -> OwnNames { others.isEmpty ? self : OwnNames(names + others) }

  /// The name that a text is, whatever its case and marks.
  public func name(_ text: String) -> Name? { places[Normalizer.key(text)].map { names[$0] } }

  /// The number of the name that a stretch of words is.
  func number(_ tokens: ArraySlice<Token>) -> Int? {
    places.isEmpty ? nil : places[tokens.map(\.word).joined(separator: " ")]
  }
}
