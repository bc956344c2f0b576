import Conversation
import Dialogue
import Foundation

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

  func show(_ step: DialogueStep, of dialogue: Dialogue) {
    for item in step.outputs { say(item) }
  }

  func tell(_ sentence: String) { output.talk(sentence) }

  private func say(_ item: WizardOutput) {
    switch item {
    case .ask(let prompt): ask(prompt)
    case .confirm(let question):
      output.talk(question.text)
      list.put(question.text, question: nil, options: [])
    case .choose(let choice):
      output.talk(choice.text)
      list.put(choice.text, question: nil, options: choice.options)
    case .readBack(let readBack): say(readBack)
    case .heard(let text), .understood(let text), .told(let text), .unclear(_, let text): output.talk(text)
    case .lookUp, .save, .ended: break
    }
  }

  private func ask(_ prompt: QuestionPrompt) {
    output.talk("")
    output.talk(prompt.progress.isEmpty ? prompt.text : "\(prompt.progress)  \(prompt.text)")
    list.put(
      prompt.text, question: prompt.question, options: prompt.options, standard: prompt.standard, line: prompt.line)
    // Where the line cannot be edited it is at least there to be read.
    if let line = prompt.line, !(list is SelectionList) { output.talk("  (\(texts.say(.heard, ["heard": line])))") }
    if let standard = prompt.standard { output.talk("  (\(texts.say(.defaultHint, ["value": standard])))") }
  }

  private func say(_ readBack: ReadBack) {
    output.talk("")
    output.talk(readBack.sentence)
    let width = readBack.rows.map(\.name.count).max() ?? 0
    for row in readBack.rows {
      output.talk("  \(row.number)  \(row.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(row.value)")
    }
    for note in readBack.notes { output.talk(note) }
    output.talk(readBack.question)
    list.put(readBack.question, question: .readBack, options: [])
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
