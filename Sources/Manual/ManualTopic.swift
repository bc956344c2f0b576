/// A subject that concerns several commands, as the page of the program itself tells it: sentences, then terms with what they mean.
public struct ManualTopic: Sendable {
  /// A term and what it means.
  public struct Entry: Sendable {
    public let term: String
    public let meaning: String

    public init(term: String, meaning: String) {
      self.term = term
      self.meaning = meaning
    }
  }

  public let title: String
  public let paragraphs: [String]
  public let entries: [Entry]

  public init(title: String, paragraphs: [String] = [], entries: [Entry] = []) {
    self.title = title
    self.paragraphs = paragraphs
    self.entries = entries
  }
}
