import Dialogue

/// The dialogue as events for other front ends, one JSON object a line, and one line for each answer that is awaited.
struct EventScreen: DialogueScreen {
  let output: Output

  func show(_ step: DialogueStep, of dialogue: Dialogue, isAnswered: Bool) throws {
    if let event = try dialogue.event(of: step) { try output.json(event) }
  }

  func mark() {}

  func leaveMark() {}

  func tell(_ sentence: String) { output.talk(sentence) }
}
