import Conversation
import Foundation
import Journey
import Matching
import Storage

/// A conversation to be read: what was asked, what was answered and how, what was understood, and what came of it.
public struct SessionTranscript: Encodable {
  /// One answer of the rider with all that followed from it.
  public struct Exchange: Encodable {
    public var number: Int
    public var at: Date
    public var question: Asked?
    public var input: Heard
    public var understood: [Understood] = []
    /// What was said to it, in order.
    public var said: [String] = []
    /// What was done: look-ups, a save, the end.
    public var done: [String] = []
  }

  /// The question that was open.
  public struct Asked: Encodable {
    /// ask, confirm, choose or readback
    public var kind: String
    public var subject: String
    public var text: String
  }

  /// The answer as it came in.
  public struct Heard: Encodable {
    /// typed, flag, voice, choice, silence, interrupt or end
    public var kind: String
    public var text: String?
    /// Of a recording: all hypotheses, best first.
    public var hypotheses: [Hypothesis]?
    public var confidence: Double?
    public var zone: Transcript.Zone?
  }

  /// What was made of it for one slot, or as a command.
  public struct Understood: Encodable {
    public var part: String
    public var value: String?
    public var name: String?
    public var score: Double
    public var margin: Double
    /// accept, confirm, ask or reject
    public var tier: Decision
    public var reason: String
  }

  public let schema = "alight.session/1"
  public let session: SessionLine
  public var exchanges: [Exchange] = []

  /// - Parameter texts: Those of its language.
  /// - Throws: `UnreadableSession`
  public init(_ session: StoredSession, _ turns: [StoredTurn], _ texts: PromptTexts) throws {
    self.session = SessionLine(session)
    var open: Asked?
    for turn in try turns.map(RecordedTurn.init) {
      if let input = turn.input, let heard = Heard(input) {
        var exchange = Exchange(number: exchanges.count + 1, at: turn.at, question: open, input: heard)
        if case .heard(_, let match) = input, let open { exchange.understood = [Understood(part: open.subject, match)] }
        exchanges.append(exchange)
      } else if case .found(.interpretations(let meanings, _)) = turn.input, let meaning = meanings.first {
        change { $0.understood += Understood.all(in: meaning) }
      }
      for output in turn.outputs {
        change { $0.note(output, texts) }
        if let asked = Asked(output, texts) { open = asked }
      }
    }
  }

  /// Changes the exchange that goes on; what the program says before the first answer belongs to none.
  private mutating func change(_ body: (inout Exchange) -> Void) {
    guard !exchanges.isEmpty else { return }
    body(&exchanges[exchanges.count - 1])
  }

  /// The same for people, in the zone of the conversation.
  public func lines(zone: String) -> [String] {
    let clock = ClockText(zone: zone)
    var lines = [session.text]
    for exchange in exchanges {
      lines.append("")
      if let question = exchange.question {
        lines.append("\(exchange.number)  \(question.kind) \(question.subject): \(question.text)")
      } else {
        lines.append("\(exchange.number)")
      }
      lines.append("   \(clock.text(exchange.at))  \(exchange.input.words)")
      for hypothesis in (exchange.input.hypotheses ?? []).dropFirst() {
        lines.append("             or \"\(hypothesis.text)\"")
      }
      for understood in exchange.understood { lines.append("   = \(understood.words)") }
      for said in exchange.said { lines.append("   < \(said)") }
      for done in exchange.done { lines.append("   > \(done)") }
    }
    return lines
  }
}

extension SessionTranscript.Exchange {
  fileprivate mutating func note(_ output: WizardOutput, _ texts: PromptTexts) {
    switch output {
    case .heard(let phrase), .understood(let phrase), .told(let phrase), .unclear(_, let phrase):
      said.append(texts.say(phrase))
    case .lookUp(let lookUp): done.append("look up \(lookUp.word)")
    case .save(let saving): done.append("save \(saving.reminder.id.short)")
    case .saveTrip(let plan): done.append("save trip \(plan.id.short)")
    case .ended(let ending): done.append("end: \(ending.name)")
    case .ask, .confirm, .choose, .readBack: break
    }
  }
}

extension LookUp {
  fileprivate var word: String {
    switch self {
    case .suggestions: "suggestions"
    case .interpret: "what it means"
    case .stops: "the stops named"
    case .rides(let from, let to, _): "rides from \(from.name) to \(to.name)"
    case .whereabouts: "where the rider is"
    case .aboard(let line, let avoids):
      line.map { "the ride that the rider is on, \(avoids ? "not " : "")line \($0)" } ?? "the ride that the rider is on"
    case .reminders: "reminders"
    case .usual: "the usual trip"
    case .itinerary(let plan): "the times of \(plan.stops.count) stops"
    case .trip(let from, let to): "what was set last from \(from.name) to \(to.name)"
    }
  }
}

extension SessionTranscript.Asked {
  /// Nil for what awaits no answer.
  fileprivate init?(_ output: WizardOutput, _ texts: PromptTexts) {
    switch output {
    case .ask(let prompt): self.init(kind: "ask", subject: prompt.question.rawValue, text: texts.say(prompt.text))
    case .confirm(let question):
      self.init(kind: "confirm", subject: question.subject.name, text: texts.say(question.text))
    case .choose(let choice): self.init(kind: "choose", subject: choice.subject.name, text: texts.say(choice.text))
    case .readBack(let readBack): self.init(kind: "readback", subject: "reminder", text: texts.say(readBack.sentence))
    case .heard, .understood, .told, .unclear, .lookUp, .save, .saveTrip, .ended: return nil
    }
  }
}

extension SessionTranscript.Heard {
  /// Nil for what no rider says.
  fileprivate init?(_ input: WizardInput) {
    switch input {
    case .text(let text, let method): self.init(kind: method.rawValue, text: text)
    case .transcript(let transcript), .heard(let transcript, _):
      self.init(
        kind: "voice", text: transcript.hypotheses.first?.text ?? transcript.refusal,
        hypotheses: transcript.hypotheses, confidence: transcript.confidence, zone: transcript.zone)
    case .choice(let number): self.init(kind: "choice", text: String(number))
    case .option(let id, _): self.init(kind: "choice", text: id)
    case .silence(let reason): self.init(kind: "silence", text: reason.isEmpty ? nil : reason)
    case .interrupt: self.init(kind: "interrupt")
    case .endOfFile: self.init(kind: "end")
    case .found: return nil
    }
  }

  fileprivate var words: String {
    let sureness = confidence.map { String(format: ", %.2f sure", $0) } ?? ""
    let heard = zone.map { ", \($0.rawValue)" } ?? ""
    return kind + (text.map { " \"\($0)\"" } ?? "") + sureness + heard
  }
}

extension SessionTranscript.Understood {
  fileprivate static func all(in meaning: Interpretation) -> [SessionTranscript.Understood] {
    var found = Slot.allCases.compactMap { slot in
      meaning.slots[slot].map { SessionTranscript.Understood(part: slot.rawValue, $0) }
    }
    if var command = meaning.command {
      // A command is no answer, which the matcher calls rejected; it is taken all the same.
      command.decision = .accept
      found.insert(SessionTranscript.Understood(part: "command", command), at: 0)
    }
    return found
  }

  fileprivate init(part: String, _ match: Match) {
    self.init(
      part: part, value: match.value ?? match.command, name: match.candidates.first?.name, score: match.score,
      margin: match.margin, tier: match.decision, reason: match.reason.description)
  }

  fileprivate var words: String {
    let meant = name ?? value ?? "nothing"
    return
      "\(part): \(meant), score \(String(format: "%.2f", score)), margin \(String(format: "%.2f", margin)), \(tier.rawValue)"
  }
}
