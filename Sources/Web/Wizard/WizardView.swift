#if Page
import Conversation
import Dialogue
import Foundation
import Journey

/// What the wizard's page shows.
struct WizardView {
  struct Step {
    var name: String
    var value: String
    var hasValue: Bool
    var isAnswered: Bool
    var isOpen: Bool
    /// What is said to come back to it.
    var command: String
  }

  struct Option {
    var id: String
    var number: String
    var value: String
    var label: String
    var lines: String
    var hasLines: Bool
  }

  struct Row {
    var number: Int
    var name: String
    var value: String
    var command: String
    var change: String
  }

  struct Button {
    var name: String
    var answer: String
    var isFirst: Bool
  }

  var draft: String
  var revision: Int
  var heading: String
  var progress: String?
  var steps: [Step]
  struct Said {
    var kind: String
    var text: String
  }

  var said: [Said]
  var hasSaid: Bool
  var options: [Option]
  var hasOptions: Bool
  var isAsked: Bool
  var takesText: Bool
  var line: String
  var standard: String?
  var suggests: Bool
  /// Whether it is asked where the rider gets on, which who is on board already need not say.
  var takesAboard: Bool
  var buttons: [Button]
  var hasButtons: Bool
  /// Whether there is anything to choose from beside own words.
  var hasChoice: Bool
  var rows: [Row]
  var hasRows: Bool
  var sentence: String?
  var notes: [String]
  /// All that is asked and told, as it is read aloud.
  var spoken: String
  /// Whether nothing has been answered yet.
  var isFirst: Bool
  var isReadBack: Bool
  var isSaved: Bool
  var isEnded: Bool
  var reminder: String?

  /// - Parameter notice: Said instead of what the conversation said.
  init(_ turn: PageConversation.Turn, _ words: PageWords, notice: String? = nil) {
    let event = turn.event
    draft = turn.id.uuidString.lowercased()
    revision = turn.revision
    isReadBack = event.event == "readback"
    isSaved = event.event == "saved"
    isEnded = event.event == "ended"
    isAsked = !isSaved && !isEnded
    heading = event.prompt ?? words.say(isSaved ? "saved" : "ended-\(event.reason ?? "kept")")
    progress = event.progress
    steps = Self.steps(turn, words)
    said = notice.map { [Said(kind: "unclear", text: $0)] } ?? event.said.map { Said(kind: $0.kind, text: $0.text) }
    hasSaid = !said.isEmpty
    options = Self.options(event)
    hasOptions = !options.isEmpty
    takesText = isAsked
    line = event.line ?? ""
    standard = event.standard
    suggests = event.event == "ask" && ["from", "to"].contains(event.slot)
    takesAboard = turn.takesAboard
    buttons = Self.buttons(event, words)
    hasButtons = !buttons.isEmpty
    hasChoice = hasButtons || hasOptions
    rows = (event.rows ?? []).map {
      Row(
        number: $0.number, name: $0.name, value: $0.value, command: String($0.number),
        change: words.say("changeRow", ["name": $0.name]))
    }
    hasRows = !rows.isEmpty
    sentence = event.text
    notes = event.notes ?? []
    isFirst = isAsked && !steps.contains(where: \.isAnswered) && event.slot == "from"
    spoken = Self.spoken(said.map(\.text) + [sentence, heading].compactMap(\.self), options)
    reminder = isSaved ? event.record?.id.uuidString.lowercased() : nil
  }

  private static func spoken(_ texts: [String], _ options: [Option]) -> String {
    (texts + options.prefix(9).map { "\($0.number): \($0.label)." }).joined(separator: " ")
  }

  private static func steps(_ turn: PageConversation.Turn, _ words: PageWords) -> [Step] {
    let values = [
      ("from", turn.steps.from), ("to", turn.steps.to), ("mode", turn.steps.mode), ("interval", turn.steps.interval),
    ]
    let isOver = ["saved", "ended"].contains(turn.event.event)
    return values.map { slot, value in
      Step(
        name: words.say("step-\(slot)"), value: value ?? "", hasValue: value != nil,
        isAnswered: value != nil && !isOver && turn.event.slot != slot,
        isOpen: turn.event.slot == slot, command: words.say("change-\(slot)"))
    }
  }

  private static func options(_ event: DialogueEvent) -> [Option] {
    guard ["ask", "choose"].contains(event.event) else { return [] }
    return (event.options ?? []).map { option in
      let lines = (option.lines ?? []).prefix(12).joined(separator: " ")
      return Option(
        id: "option-\(option.number)", number: option.letter ?? String(option.number), value: option.value,
        label: option.label, lines: lines, hasLines: !lines.isEmpty)
    }
  }

  private static func buttons(_ event: DialogueEvent, _ words: PageWords) -> [Button] {
    func button(_ name: String, isFirst: Bool = false) -> Button {
      Button(name: words.say("button-\(name)"), answer: words.say("say-\(name)"), isFirst: isFirst)
    }
    switch event.event {
    case "readback": return [button("set", isFirst: true), button("earlier"), button("later")]
    case "confirm": return [button("yes", isFirst: true), button("no")]
    default: return []
    }
  }
}
#endif
