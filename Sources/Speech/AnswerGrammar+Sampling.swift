extension AnswerGrammar {
  /// How many ways there are to answer: each name with each carrier or none and each trailer or none, and each phrase.
  public var sentenceCount: Int {
    names.count * (carriers.count + 1) * (trailers.count + 1) + phrases.count
  }

  /// One of the ways to answer, in an order that is always the same: name by name, then the phrases.
  /// - Parameter place: From 0 up to but not including `sentenceCount`.
  public func sentence(_ place: Int) -> String {
    let (carriers, trailers) = ([""] + carriers, [""] + trailers)
    let each = carriers.count * trailers.count
    guard place < names.count * each else { return phrases[place - names.count * each] }
    let parts = [carriers[place % each / trailers.count], names[place / each].text, trailers[place % trailers.count]]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
