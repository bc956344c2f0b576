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
  let budget = SearchBudget()

  init(_ index: OptionIndex) { self.index = index }

  func form(_ text: String, isNumber: Bool) -> WordForm {
    if let known = forms[text] { return known }
    let form = WordForm(text, isNumber: isNumber, index: index, searches: budget)
    forms[text] = form
    return form
  }
}

/// How much of an answer is still searched. What people say needs few of both, and words without sense must not take long.
final class SearchBudget {
  private var words = 40
  private var stretches = 56

  /// Whether one more word may be looked for among the words near to it.
  func takeWord() -> Bool {
    words -= 1
    return words >= 0
  }

  /// Whether one more stretch inside a span may be read beside the span itself.
  func takeStretch() -> Bool {
    stretches -= 1
    return stretches >= 0
  }
}
