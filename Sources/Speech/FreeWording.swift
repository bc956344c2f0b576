import Synchronization

/// Answers in words that a grammar does not list: how words follow each other in what may be said, and what a sentence of them means.
///
/// Made once for a question; its sentences are drawn when it is first used, which is when a grammar has not heard an answer clearly.
public final class FreeWording: Sendable {
  /// Sentences of one kind.
  public struct Part: Sendable {
    /// Of all that is said.
    public var share: Double
    /// In words of the rider's language, without apostrophes: "i dont know".
    public var sentences: [[String]]

    public init(share: Double, sentences: [[String]]) { (self.share, self.sentences) = (share, sentences) }
  }

  /// The language of the words.
  public let language: String
  private let draw: @Sendable () -> [Part]
  private let read: @Sendable (String) -> String?
  private let drawn = Mutex<[Part]?>(nil)

  /// - Parameters:
  ///   - draw: Sentences that riders may say.
  ///   - read: What a text means, in the terms of `AnswerGrammar.meanings`; nil where it means nothing here.
  public init(
    language: String, draw: @escaping @Sendable () -> [Part], read: @escaping @Sendable (String) -> String?
  ) {
    (self.language, self.draw, self.read) = (language, draw, read)
  }

  var parts: [Part] {
    drawn.withLock { drawn in
      let parts = drawn ?? draw()
      drawn = parts
      return parts
    }
  }

  func meaning(of text: String) -> String? { read(text) }
}

/// It is what it was made for: two are never alike.
extension FreeWording: Hashable {
  public static func == (a: FreeWording, b: FreeWording) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
