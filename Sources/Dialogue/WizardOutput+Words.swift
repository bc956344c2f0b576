import Conversation

/// The same with all that is said in words, as a reader of a recorded conversation needs it.
extension WizardOutput {
  func inWords(_ texts: PromptTexts) -> WizardOutput {
    func words(_ phrase: Phrase) -> Phrase { .name(texts.say(phrase)) }
    func words(_ items: [ChoiceItem]) -> [ChoiceItem] {
      items.map { ChoiceItem(label: $0.label, value: $0.value, name: words($0.name)) }
    }
    switch self {
    case .ask(var prompt):
      (prompt.text, prompt.progress) = (words(prompt.text), words(prompt.progress))
      (prompt.options, prompt.standard) = (words(prompt.options), prompt.standard.map(words))
      return .ask(prompt)
    case .confirm(var question):
      (question.text, question.label) = (words(question.text), words(question.label))
      return .confirm(question)
    case .choose(var choice):
      (choice.text, choice.options) = (words(choice.text), words(choice.options))
      return .choose(choice)
    case .readBack(var readBack):
      (readBack.sentence, readBack.question) = (words(readBack.sentence), words(readBack.question))
      for row in readBack.rows.indices {
        readBack.rows[row].name = words(readBack.rows[row].name)
        readBack.rows[row].value = words(readBack.rows[row].value)
      }
      readBack.notes = readBack.notes.map(words)
      return .readBack(readBack)
    case .heard(let phrase): return .heard(words(phrase))
    case .understood(let phrase): return .understood(words(phrase))
    case .told(let phrase): return .told(words(phrase))
    case .unclear(let question, let phrase): return .unclear(question, words(phrase))
    case .lookUp, .save, .saveTrip, .ended: return self
    }
  }
}
