import Foundation
import Journey
import Matching

/// What the rider calls stops: shown where a stop is told, and learned from what was said yes to.
extension DialogueTurn {
  /// A stop with the rider's own name of it: "home (Hagenberg)".
  func shown(_ stop: Stop) -> Phrase {
    guard !stop.isPoint, let place = state.places.first(where: { $0.stop.id == stop.id }) else {
      return .name(stop.name)
    }
    return .text(.placeName, ["name": .name(place.name), "stop": .name(stop.name)])
  }

  /// Keeps the words that the rider has just said to mean a stop, unless they are its name, or were not heard clearly.
  mutating func noteName(_ candidate: Candidate, _ choice: WizardState.PendingChoice, at slot: Slot) {
    guard choice.isDoubtful != true, let stop = choice.stops[candidate.value],
      slot == .from ? state.draft.from?.value.id == stop.id : state.draft.to?.value.id == stop.id,
      let said = choice.provenance.transcript, let text = wizard.matcher.nameSaid(said, for: slot, open: slot),
      Normalizer.key(text) != Normalizer.key(stop.name),
      // A name that several stops share is none of the rider's own.
      !choice.candidates.contains(where: { $0.value != candidate.value && $0.isNamesake(of: candidate) }),
      !state.places.contains(where: { Normalizer.key($0.name) == Normalizer.key(text) })
    else { return }
    state.saidNames.removeAll { $0.text == text }
    state.saidNames.append(.init(text: text, stop: stop.id))
    state.unlearned.removeAll { $0 == stop.id }
  }

  /// A learned name by which a slot was filled was not what the rider meant.
  mutating func doubtName(at slot: Slot) {
    guard let stop = state.byLearnedName[slot] else { return }
    state.byLearnedName[slot] = nil
    if !state.unlearned.contains(stop) { state.unlearned.append(stop) }
  }

  /// What is to be learned of the reminder that is saved: what the rider called its two stops. Nil for nothing.
  var learnedNames: [LearnedName]? {
    let ends = [state.draft.from?.value.id, state.draft.to?.value.id]
    let names = state.saidNames.filter { ends.contains($0.stop) }
      .map { LearnedName(stop: $0.stop, text: $0.text, learnedAt: now) }
    return names.isEmpty ? nil : names
  }
}

extension Candidate {
  /// Whether both have one name, apart from what is said in parentheses behind it.
  fileprivate func isNamesake(of other: Candidate) -> Bool { nameParts.plain == other.nameParts.plain }

  /// The name without what stands in parentheses behind it, and that; nil where nothing does.
  var nameParts: (plain: Substring, told: Substring?) {
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "(") else { return (name[...], nil) }
    return (name[..<open], name[name.index(after: open)...].dropLast())
  }
}
