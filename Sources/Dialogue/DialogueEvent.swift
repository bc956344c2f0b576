import Conversation
import Foundation
import Journey

/// A conversation at the point where an answer is awaited, or at its end: `alight.dialogue/1`.
///
/// All that was said before the question stands in its object, so that nobody has to guess whether more is to come.
public struct DialogueEvent: Sendable, Hashable, Codable {
  /// A number, the value that it selects, and how that is called; of a stop, where it is and what goes there.
  public struct Option: Sendable, Hashable, Codable {
    /// From 1; it is an answer where it is no value itself.
    public var number: Int
    /// What selects it where a number would be an answer of its own.
    public var letter: String?
    /// The id of a stop, or a mode, an interval or the word for none: `{"option": VALUE}` answers with it.
    public var value: String
    public var label: String
    /// WGS 84, in degrees.
    public var lat: Double?
    public var lon: Double?
    /// The short names of the lines that go there.
    public var lines: [String]?

    init(_ item: ChoiceItem, at place: Int, _ texts: PromptTexts, _ details: Details) rethrows {
      number = place + 1
      letter = Int(item.label) == nil ? item.label : nil
      value = item.value
      label = texts.say(item.name)
      guard let (stop, lines) = try details(item.value) else { return }
      (lat, lon, self.lines) = (stop.position.latitude, stop.position.longitude, lines)
    }
  }

  /// A stop of an id, with its lines; nil where there is none.
  typealias Details = (_ id: String) throws -> (stop: Stop, lines: [String])?

  /// Something that was said before.
  public struct Said: Sendable, Hashable, Codable {
    /// heard, understood, told or unclear
    public var kind: String
    public var text: String
  }

  /// A row of the read-back: its number, its name and its value.
  public struct Row: Sendable, Hashable, Codable {
    public var number: Int
    public var name: String
    public var value: String
  }

  public struct Place: Sendable, Hashable, Codable {
    public var id: String
    public var name: String
  }

  public struct Answers: Sendable, Hashable, Codable {
    /// Nil for anywhere.
    public var from: Place?
    public var to: Place
    public var mode: String
    /// `duration:300s`, `stops:2` or `distance:500m`
    public var interval: String
  }

  public var schema = "alight.dialogue/1"
  /// ask, confirm, choose, readback, saved or ended
  public var event = ""
  /// The question, or what is to be confirmed: from, to, mode, interval, arrival, ends, row, startover or cancel.
  public var slot: String?
  public var prompt: String?
  public var progress: String?
  public var options: [Option]?
  /// What an empty text takes.
  public var standard: String?
  /// What was heard before and is to be edited.
  public var line: String?
  public var value: String?
  public var label: String?
  public var draft: Answers?
  public var text: String?
  public var rows: [Row]?
  public var notes: [String]?
  public var record: Reminder?
  /// What was set in the place of a record, where that is a trip of several stops.
  public var trip: TripPlan?
  public var reason: String?
  public var said: [Said] = []

  enum CodingKeys: String, CodingKey {
    case schema, event, slot, prompt, progress, options, line, value, label, draft, text, rows, notes, record, trip,
      reason, said
    case standard = "default"
  }

  /// - Parameters:
  ///   - outputs: Of a settled step; nil comes of outputs that neither ask nor end.
  ///   - texts: What is said, in words.
  ///   - details: What is known of a stop that is offered.
  init?(_ outputs: [WizardOutput], _ texts: PromptTexts, _ details: Details) rethrows {
    for output in outputs { try take(output, texts, details) }
    guard !event.isEmpty else { return nil }
  }

  private mutating func take(_ output: WizardOutput, _ texts: PromptTexts, _ details: Details) rethrows {
    switch output {
    case .ask(let prompt): try ask(prompt, texts, details)
    case .confirm(let question):
      event = "confirm"
      slot = question.subject.name
      (prompt, value) = (texts.say(question.text), question.value)
      label = question.label == .nothing ? nil : texts.say(question.label)
    case .choose(let choice):
      event = "choose"
      slot = choice.subject.name
      prompt = texts.say(choice.text)
      options = try choice.options.enumerated().map { try Option($0.element, at: $0.offset, texts, details) }
    case .readBack(let readBack): read(readBack, texts)
    case .heard(let phrase): said.append(Said(kind: "heard", text: texts.say(phrase)))
    case .understood(let phrase): said.append(Said(kind: "understood", text: texts.say(phrase)))
    case .told(let phrase): said.append(Said(kind: "told", text: texts.say(phrase)))
    case .unclear(_, let phrase): said.append(Said(kind: "unclear", text: texts.say(phrase)))
    case .lookUp: break
    case .saveTrip(let plan): trip = plan
    case .save(let saving): record = saving.reminder
    case .ended(let ending): end(ending)
    }
  }

  private mutating func ask(_ question: QuestionPrompt, _ texts: PromptTexts, _ details: Details) rethrows {
    event = "ask"
    slot = question.question.rawValue
    prompt = texts.say(question.text)
    progress = question.progress == .nothing ? nil : texts.say(question.progress)
    options = try question.options.enumerated().map { try Option($0.element, at: $0.offset, texts, details) }
    standard = question.standard.map(texts.say)
    line = question.line
  }

  private mutating func read(_ readBack: ReadBack, _ texts: PromptTexts) {
    event = "readback"
    prompt = texts.say(readBack.question)
    text = texts.say(readBack.sentence)
    rows = readBack.rows.map { Row(number: $0.number, name: texts.say($0.name), value: texts.say($0.value)) }
    notes = readBack.notes.map(texts.say)
    let answers = readBack.answers
    draft = Answers(
      from: answers.from.map { Place(id: $0.id, name: $0.name) }, to: Place(id: answers.to.id, name: answers.to.name),
      mode: answers.mode.rawValue, interval: answers.interval.canonical)
  }

  private mutating func end(_ ending: Ending) {
    if case .saved(let id) = ending {
      event = "saved"
      // Of a ride that was set before, the reminder that stands for it.
      record?.id = id
      return
    }
    (event, reason, record, trip) = ("ended", ending.name, nil, nil)
    switch ending {
    case .unanswered(let question), .unclear(let question, _): slot = question.rawValue
    case .saved, .kept, .cancelled, .interrupted: break
    }
  }
}
