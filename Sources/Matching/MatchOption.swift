import Journey

/// A place, or any other thing with names, that an answer may mean.
public struct MatchOption: Sendable, Hashable, Codable, Identifiable {
  /// Another name: a translation, a reading, an alias or a code.
  public struct Alternative: Sendable, Hashable, Codable {
    /// A language code or a kind of reading (`kana`, `romaji`); empty where unknown.
    public var language: String
    public var name: String

    public init(language: String = "", name: String) {
      self.language = language
      self.name = name
    }
  }

  public var id: String
  public var name: String
  /// The language that the name is pronounced in; nil where unknown.
  public var language: String?
  public var alternatives: [Alternative]
  public var position: Position?
  /// ISO 3166 code.
  public var country: String?
  /// How likely this option is before anything was said, 0...1; for a stop how often it is served.
  public var served: Double

  public init(
    id: String, name: String, language: String? = nil, alternatives: [Alternative] = [], position: Position? = nil,
    country: String? = nil,
    served: Double = 0
  ) {
    self.id = id
    self.name = name
    self.language = language
    self.alternatives = alternatives
    self.position = position
    self.country = country
    self.served = served
  }
}
