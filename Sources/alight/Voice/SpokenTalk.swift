import Conversation

/// What the wizard puts out as sentences to be spoken. They must come from a wizard that is spoken.
struct SpokenTalk {
  let texts: PromptTexts

  func sentences(_ outputs: [WizardOutput]) -> String {
    outputs.flatMap(sentences).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func sentences(_ output: WizardOutput) -> [String] {
    switch output {
    case .ask(let prompt): ask(prompt)
    case .confirm(let question): [question.text]
    case .choose(let choice): [choice.text, either(choice.options.map(\.name)) + "?"]
    case .readBack(let readBack): [readBack.sentence] + readBack.notes + [readBack.question]
    case .told(let text), .unclear(_, let text): [text]
    // What was understood is said by the echo that follows, and the sound of it by that as well.
    case .heard, .understood, .lookUp, .save, .ended: []
    }
  }

  private func ask(_ prompt: QuestionPrompt) -> [String] {
    var sentences = [prompt.text]
    if !prompt.options.isEmpty {
      sentences.append(texts.say(.spokenOptions, ["options": either(prompt.options.map(\.name))]))
    }
    if let standard = prompt.standard { sentences.append(texts.say(.spokenDefault, ["value": standard])) }
    return sentences
  }

  /// "a, b or c"
  private func either(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return texts.say(.spokenOr, ["first": names.dropLast().joined(separator: ", "), "last": last])
  }
}
