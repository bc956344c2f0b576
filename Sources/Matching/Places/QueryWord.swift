/// A word of an answer, or neighbours of it read as one word.
struct QueryWord {
  let form: WordForm
  /// Which words of the answer it is made of.
  let tokens: Range<Int>
  /// Whether the word says nothing by itself, so that a name need not explain it.
  let isFiller: Bool

  var units: [UInt16] { form.units }
  var isNumber: Bool { form.isNumber }
  var weight: Float { form.weight }
  var known: Int? { form.known }
}

/// The words of one answer, each looked up once however often the answer is read.
final class WordMemory {
  let index: OptionIndex
  private var forms: [String: WordForm] = [:]
  private let searches = SearchBudget()

  init(_ index: OptionIndex) { self.index = index }

  func form(_ text: String, isNumber: Bool) -> WordForm {
    if let known = forms[text] { return known }
    let form = WordForm(text, isNumber: isNumber, index: index, searches: searches)
    forms[text] = form
    return form
  }
}

/// How many words of an answer are still looked for among the words near to them. What people say has few that
/// need it, and words without sense must not take long.
final class SearchBudget {
  private var left = 40

  /// Whether one more may be looked for.
  func take() -> Bool {
    left -= 1
    return left >= 0
  }
}
