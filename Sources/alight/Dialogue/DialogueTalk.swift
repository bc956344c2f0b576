import Conversation
import Dialogue
import Foundation
import Terminal

/// Says what the wizard puts out: plain lines without redraw, so that a screen reader reads them once and in order.
struct DialogueTalk: DialogueScreen {
  let output: Output
  let texts: PromptTexts
  /// Whether somebody types at a terminal, so that a prompt waits on the line.
  let isInteractive: Bool
  /// Shows what may be answered.
  let list: any OptionList

  init(output: Output, texts: PromptTexts, isInteractive: Bool, list: (any OptionList)? = nil) {
    self.output = output
    self.texts = texts
    self.isInteractive = isInteractive
    self.list = list ?? PrintedList(output: output)
  }

  func show(_ step: DialogueStep, of dialogue: Dialogue, isAnswered: Bool) {
    for item in step.outputs {
      switch item {
      case .ask where isAnswered: break
      case .readBack(let readBack) where isAnswered:
        say(readBack.sentence)
        for note in readBack.notes { say(note) }
      default: say(item)
      }
    }
  }

  func tell(_ sentence: String) { output.talk(sentence) }

  private func say(_ item: WizardOutput) {
    switch item {
    case .ask(let prompt): ask(prompt)
    case .confirm(let question):
      say(question.text)
      list.put(texts.say(question.text), question: nil, options: [])
    case .choose(let choice):
      say(choice.text)
      list.put(texts.say(choice.text), question: nil, options: named(choice.options))
    case .readBack(let readBack): say(readBack)
    case .heard(let phrase), .understood(let phrase), .told(let phrase), .unclear(_, let phrase): say(phrase)
    case .lookUp, .save, .saveTrip, .ended: break
    }
  }

  private func say(_ phrase: Phrase) { output.talk(texts.say(phrase)) }

  private func named(_ items: [ChoiceItem]) -> [NamedOption] {
    items.map { NamedOption(label: $0.label, name: texts.say($0.name)) }
  }

  private func ask(_ prompt: QuestionPrompt) {
    let (question, progress) = (texts.say(prompt.text), texts.say(prompt.progress))
    let standard = prompt.standard.map(texts.say)
    output.talk("")
    output.talk(progress.isEmpty ? question : "\(progress)  \(question)")
    list.put(
      question, question: prompt.question, options: named(prompt.options), standard: standard, line: prompt.line)
    // Where the line cannot be edited it is at least there to be read.
    if let line = prompt.line, !(list is SelectionList) { output.talk("  (\(texts.say(.heard, ["heard": line])))") }
    if let standard { output.talk("  (\(texts.say(.defaultHint, ["value": standard])))") }
  }

  private func say(_ readBack: ReadBack) {
    let rows = readBack.rows.map { ($0.number, texts.say($0.name), texts.say($0.value)) }
    let width = rows.map(\.1.count).max() ?? 0
    let table = rows.map { number, name, value in
      "  \(number)  \(name.padding(toLength: width, withPad: " ", startingAt: 0))  \(value)"
    }
    let notes = readBack.notes.map(texts.say)
    let sentence = texts.say(readBack.sentence)
    let question = texts.say(readBack.question)
    output.talk("")
    output.talk(sentence)
    // On a low screen what is to be answered stays in view, with both stops.
    let isLow = isInteractive && !fitsScreen([sentence] + table + notes + [question])
    for line in isLow ? notes + table : table + notes { output.talk(line) }
    output.talk(question)
    list.put(texts.say(readBack.question), question: .readBack, options: [])
  }

  /// Whether lines fit the terminal, with the line below them that is typed in.
  private func fitsScreen(_ lines: [String]) -> Bool {
    let size = TerminalSize.current
    return lines.reduce(0) { $0 + max(1, TextColumns.wrapped($1, to: size.columns).count) } + 3 <= size.rows
  }

  /// The mark behind which an answer is typed.
  func mark() {
    // A list that follows the keys has a mark of its own.
    if isInteractive, !(list is SelectionList) { output.prompt("> ") }
  }

  func leaveMark() {
    if isInteractive, !(list is SelectionList) { output.talk("") }
  }
}
