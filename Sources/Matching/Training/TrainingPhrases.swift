/// What a model of commands learns from beside the language file: longer sentences, and which labelled data may enter.
public struct TrainingPhrases: Sendable, Decodable {
  /// A set of labelled data, known by how its rows name their source.
  public struct Source: Sendable, Decodable {
    /// What the column `source` begins with.
    public var prefix: String
    public var name: String
    public var licence: String
  }

  public var language: String
  /// Licences under which data may enter weights that are shared.
  public var licences: [String]
  public var sources: [Source]
  /// How many sentences are drawn for each command.
  public var sentences: Int
  /// Pieces of names that nobody knows, and how many such names are made up: a word never seen is no command.
  public var syllables: [String]
  public var inventedNames: Int
  public var rules: [String: String]
  /// Templates by command, and by `none` for what is no command.
  public var commands: [CommandPhrases]

  /// The source that a labelled row names, and whether its licence lets it enter.
  public func source(of row: String) -> (source: Source, mayEnter: Bool)? {
    sources.first { row.hasPrefix($0.prefix) }.map { ($0, licences.contains($0.licence)) }
  }
}
