import Journey
import Matching

/// A wish to go to one of the four questions: "go to interval", "question 3".
struct Jump: Hashable {
  var slot: Slot
  /// Whether it began like "go to".
  var isLed: Bool

  /// - Returns: nil where the text is no such wish from its first word to its last.
  init?(_ text: String, words: CorrectionWords) {
    let tokens = Normalizer.tokens(text)
    let spelled = tokens.map(\.word)
    let jump = words.jump.length(at: 0, of: spelled)
    let question = jump < spelled.count ? words.question.length(at: jump, of: spelled) : 0
    let place = jump + question
    guard place > 0, place < spelled.count else { return nil }
    if let named = words.slot(at: place, of: spelled), place + named.length == spelled.count, jump > 0 {
      slot = named.slot
    } else if question > 0, spelled.count == place + 1, let number = Int(spelled[place]),
      Slot.allCases.indices.contains(number - 1)
    {
      slot = Slot.allCases[number - 1]
    } else {
      return nil
    }
    isLed = jump > 0
  }
}

extension DialogueTurn {
  /// Goes to a question, its answer becoming the default, where the text asks for that.
  mutating func jump(_ text: String) -> Bool {
    guard let jump = Jump(text, words: wizard.prompts.corrections) else { return false }
    // "Number 3" beside a list is its third row.
    if !jump.isLed, !offered.isEmpty || state.open == .readBack, wizard.matcher.ordinal(text, count: 99) != nil {
      return false
    }
    state.pending = nil
    state.queued = [:]
    state.wanted = jump.slot
    if state.draft.isFilled(jump.slot) {
      state.answered.removeAll { $0 == jump.slot }
      tell(.wentBack, ["value": clear(jump.slot)])
    }
    advance()
    return true
  }
}
