import Conversation
import Journey

extension DialogueScript.Turn {
  private static let answers = ["say", "wav", "heard", "silence", "do"]

  /// Reads a turn: what the rider does, and what then must hold.
  /// - Throws: `BatchTestError` that names the line.
  init(_ node: ScriptNode) throws {
    let fields = try node.fields(
      Self.answers + ["zone", "slots", "prompts", "state", "options", "says", "default", "line", "comment"])
    self.init(place: node.place, answer: try Self.answer(fields, node))
    for (name, value) in try fields["slots"]?.fields(Slot.allCases.map(\.rawValue)) ?? [:] {
      if let slot = Slot(rawValue: name) { slots[slot] = .some(value.isEmpty ? nil : try value.text()) }
    }
    prompts = try fields["prompts"]?.texts() ?? []
    if let unknown = prompts.first(where: { PromptID(rawValue: $0) == nil }) {
      throw (fields["prompts"] ?? node).place.failure(
        "no text is called \"\(unknown)\"; Prompts/en.yaml has their names")
    }
    state = try fields["state"]?.text()
    options = try fields["options"]?.list().map { try $0.text() }
    sentences = try fields["says"]?.texts() ?? []
    standard = try fields["default"]?.text()
    line = try fields["line"]?.text()
  }

  private static func answer(_ fields: [String: ScriptNode], _ node: ScriptNode) throws -> Answer {
    let given = answers.filter { fields[$0] != nil }
    guard let kind = given.first, let value = fields[kind], given.count == 1 else {
      throw node.place.failure("a turn has one of \(answers.map { "\($0):" }.joined(separator: ", "))")
    }
    if let zone = fields["zone"], kind != "heard" { throw zone.place.failure("zone: belongs to heard:") }
    switch kind {
    case "say": return .say(value.isEmpty ? "" : try value.text())
    case "wav": return .recording(node.place.resolve(try value.text()))
    case "heard": return .heard(try value.texts(), try zone(fields["zone"]))
    case "silence": return .silence(value.isEmpty ? "" : try value.text())
    default:
      guard let event = Event(rawValue: try value.text()) else {
        throw value.place.failure("do: is one of \(Event.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return .event(event)
    }
  }

  /// How sure a recording is taken to be.
  private static func zone(_ node: ScriptNode?) throws -> Transcript.Zone {
    guard let node else { return .clear }
    guard let zone = Transcript.Zone(rawValue: try node.text()) else {
      throw node.place.failure("zone: is clear, doubtful or rejected")
    }
    return zone
  }
}
