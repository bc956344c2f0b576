import Conversation
import Foundation
import Journey

/// The dialogue as events for other front ends, one JSON object a line, and one line for each answer that is awaited: all that
/// was said before the question stands in its object, so that nobody has to guess whether more is to come.
struct EventScreen: DialogueScreen {
  let output: Output

  func show(_ outputs: [WizardOutput]) throws {
    guard let event = DialogueEvent(outputs) else { return }
    try output.json(event)
  }

  func mark() {}

  func leaveMark() {}

  func tell(_ sentence: String) { output.talk(sentence) }
}

/// A line of `alight new --ndjson`.
struct DialogueEvent: Encodable {
  /// A number, the value that it selects, and how that is called.
  struct Option: Encodable {
    var number: Int
    /// What selects it where a number would be an answer of its own.
    var letter: String?
    var value: String
    var label: String

    init(_ item: ChoiceItem, at place: Int) {
      number = place + 1
      letter = Int(item.label) == nil ? item.label : nil
      value = item.value
      label = item.name
    }
  }

  /// Something that was said before.
  struct Said: Encodable {
    var kind: String
    var text: String
  }

  struct Place: Encodable {
    var id: String
    var name: String
  }

  struct Answers: Encodable {
    var from: Place
    var to: Place
    var mode: String
    /// `duration:300s`, `stops:2` or `distance:500m`
    var interval: String
  }

  var schema = "alight.dialogue/1"
  var event = ""
  /// The question, or what is to be confirmed: from, to, mode, interval, arrival, ends, row, startover or cancel.
  var slot: String?
  var prompt: String?
  var progress: String?
  var options: [Option]?
  /// What an empty text takes.
  var standard: String?
  /// What was heard before and is to be edited.
  var line: String?
  var value: String?
  var label: String?
  var draft: Answers?
  var text: String?
  var rows: [ReadBack.Row]?
  var notes: [String]?
  var record: Reminder?
  var reason: String?
  var said: [Said] = []

  enum CodingKeys: String, CodingKey {
    case schema, event, slot, prompt, progress, options, line, value, label, draft, text, rows, notes, record, reason,
      said
    case standard = "default"
  }

  /// - Parameter outputs: Of a settled step; nil comes of outputs that neither ask nor end.
  init?(_ outputs: [WizardOutput]) {
    for output in outputs { take(output) }
    guard !event.isEmpty else { return nil }
  }

  private mutating func take(_ output: WizardOutput) {
    switch output {
    case .ask(let prompt): ask(prompt)
    case .confirm(let question):
      event = "confirm"
      slot = question.subject.name
      (prompt, value, label) = (question.text, question.value, question.label.isEmpty ? nil : question.label)
    case .choose(let choice):
      event = "choose"
      slot = choice.subject.name
      prompt = choice.text
      options = choice.options.enumerated().map { Option($0.element, at: $0.offset) }
    case .readBack(let readBack): read(readBack)
    case .heard(let text): said.append(Said(kind: "heard", text: text))
    case .understood(let text): said.append(Said(kind: "understood", text: text))
    case .told(let text): said.append(Said(kind: "told", text: text))
    case .unclear(_, let text): said.append(Said(kind: "unclear", text: text))
    case .lookUp: break
    case .save(let saving): record = saving.reminder
    case .ended(let ending): end(ending)
    }
  }

  private mutating func ask(_ question: QuestionPrompt) {
    event = "ask"
    slot = question.question.rawValue
    prompt = question.text
    progress = question.progress.isEmpty ? nil : question.progress
    options = question.options.enumerated().map { Option($0.element, at: $0.offset) }
    standard = question.standard
    line = question.line
  }

  private mutating func read(_ readBack: ReadBack) {
    event = "readback"
    prompt = readBack.question
    text = readBack.sentence
    rows = readBack.rows
    notes = readBack.notes
    let answers = readBack.answers
    draft = Answers(
      from: Place(id: answers.from.id, name: answers.from.name), to: Place(id: answers.to.id, name: answers.to.name),
      mode: answers.mode.rawValue, interval: answers.interval.canonical)
  }

  private mutating func end(_ ending: Ending) {
    if case .saved(let id) = ending {
      event = "saved"
      // Of a ride that was set before, the reminder that stands for it.
      record?.id = id
      return
    }
    (event, reason, record) = ("ended", ending.name, nil)
    switch ending {
    case .unanswered(let question), .unclear(let question, _): slot = question.rawValue
    case .saved, .kept, .cancelled, .interrupted: break
    }
  }
}
