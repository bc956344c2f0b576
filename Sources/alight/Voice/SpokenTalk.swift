import Conversation

/// What the wizard puts out as sentences to be spoken.
struct SpokenTalk {
  /// Those for the ear.
  let texts: PromptTexts

  func sentences(_ outputs: [WizardOutput]) -> String {
    outputs.flatMap(sentences).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func sentences(_ output: WizardOutput) -> [String] {
    switch output {
    case .ask(let prompt): ask(prompt)
    case .confirm(let question): [texts.say(question.text)]
    case .choose(let choice): [texts.say(choice.text), either(choice.options) + "?"]
    case .readBack(let readBack): ([readBack.sentence] + readBack.notes + [readBack.question]).map(texts.say)
    case .told(let phrase), .unclear(_, let phrase): [texts.say(phrase)]
    // What was understood is said by the echo that follows, and the sound of it by that as well.
    case .heard, .understood, .lookUp, .save, .saveTrip, .ended: []
    }
  }

  private func ask(_ prompt: QuestionPrompt) -> [String] {
    var sentences = [texts.say(prompt.text)]
    if !prompt.options.isEmpty {
      sentences.append(texts.say(.spokenOptions, ["options": either(prompt.options)]))
    }
    if let standard = prompt.standard { sentences.append(texts.say(.spokenDefault, ["value": texts.say(standard)])) }
    return sentences
  }

  /// "a, b or c"
  private func either(_ options: [ChoiceItem]) -> String {
    let names = options.map { texts.say($0.name) }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return texts.say(.spokenOr, ["first": names.dropLast().joined(separator: ", "), "last": last])
  }
}
