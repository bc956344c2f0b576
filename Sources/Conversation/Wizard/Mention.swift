import Journey
import Matching

/// What a place means for an end that was told before and that nobody asks for now.
enum EndClaim {
  /// It is wanted instead: "to Pregarten".
  case wants
  /// It was named in passing, and may be wanted or not: "two stops before Pregarten", "am I in Pregarten on time?"
  case mentions
  /// It was named for the end that is asked for.
  case repeats
  /// A word only sounds like it: "last bus" where there is a stop called Lest.
  case resembles
}

extension DialogueTurn {
  func claim(of slot: Slot, _ choice: WizardState.PendingChoice, _ meaning: Interpretation) -> EndClaim {
    guard slot == .from || slot == .to, slot != state.open.slot, let taken = choice.candidates.first,
      let present = slot == .from ? state.draft.from?.value : state.draft.to?.value, present.id != taken.value,
      let part = meaning.parts.first(where: { $0.kind.rawValue == slot.rawValue && $0.decision == .accept }),
      !isOnlyName(meaning)
    else { return .wants }
    if let open = state.open.slot, meaning.slots[open]?.accepted?.value == taken.value { return .repeats }
    // Two names side by side are asked about as both ends.
    if !meaning.hadCues, meaning.slots[.from]?.decision == .accept, meaning.slots[.to]?.decision == .accept {
      return .wants
    }
    let cues = wizard.prompts.lexicon.words.cues
    let before = words(of: meaning, upTo: part)
    if meaning.slots[.interval] != nil, Self.ends(before, with: cues.ahead) { return .mentions }
    if meaning.utterance.trimmed.hasSuffix("?") { return .mentions }
    if state.open == .mode || state.open == .interval,
      wizard.prompts.asides.any(in: meaning.utterance, { $0 == .onTheWay })?.isFirst == true
    {
      return .mentions
    }
    let own = slot == .from ? cues.from + cues.fromBehind + cues.fromEndings : cues.to + cues.toBehind + cues.toEndings
    if Self.ends(before, with: own) || Self.holds(part.text, own) { return .wants }
    return meaning.slots[slot]?.isExact == true || isSpelled(part, as: taken) ? .mentions : .resembles
  }

  /// Whether all words of a part that say something are in a name: "gallneukirchen" of one that goes on.
  private func isSpelled(_ part: InterpretationPart, as candidate: Candidate) -> Bool {
    let name = Set(Normalizer.tokens(candidate.name).map(\.word))
    let said = Normalizer.tokens(part.text).map(\.word).filter { wizard.matcher.saysSomething($0) }
    return !said.isEmpty && said.allSatisfy(name.contains)
  }

  /// The words of an utterance before a name, with those of its part that lead it in.
  private func words(of meaning: Interpretation, upTo part: InterpretationPart) -> [String] {
    let tokens = Normalizer.tokens(meaning.utterance)
    let cues = wizard.prompts.lexicon.words.cues
    let leading = [cues.from, cues.to, cues.ahead].flatMap { $0.map { Normalizer.tokens($0).map(\.word) } }
    var end = tokens.firstIndex { $0.range.lowerBound >= part.range.lowerBound } ?? tokens.count
    let rest = tokens[end...].map(\.word)
    end += leading.filter { rest.starts(with: $0) && rest.count > $0.count }.map(\.count).max() ?? 0
    return tokens[..<end].map(\.word)
  }

  private static func ends(_ words: [String], with phrases: [String]) -> Bool {
    phrases.contains { phrase in
      let spelled = Normalizer.tokens(phrase).map(\.word)
      return !spelled.isEmpty && words.count >= spelled.count && words.suffix(spelled.count).elementsEqual(spelled)
    }
  }

  /// Whether the words of a part hold such a phrase anywhere: "Hagenberg steig ich aus".
  private static func holds(_ text: String, _ phrases: [String]) -> Bool {
    let words = Normalizer.tokens(text).map(\.word)
    return words.indices.contains { ends(Array(words[...$0]), with: phrases) }
  }
}

extension Interpretation {
  /// The same without a place that was none: its words are told as not understood.
  mutating func discard(_ slot: Slot) {
    slots[slot] = nil
    for place in parts.indices where parts[place].kind.rawValue == slot.rawValue {
      parts[place].becomeUnknown("nothing explains it")
    }
  }
}
