import Journey
import Matching

extension DialogueTurn {
  /// A match in the light of the other readings of the same recording: where they all settle on one value, what was unsure
  /// becomes surer, and where they name another, less sure.
  ///
  /// A value that is sure already stays so: whether the sound carries it was decided over all readings when it was heard.
  func weighed(
    _ match: Match, at slot: Slot, by others: some Sequence<Interpretation>, _ utterance: WizardState.Utterance
  ) -> Match {
    guard utterance.method == .voice, match.decision == .ask || match.decision == .confirm else { return match }
    let settled = others.compactMap { $0.slots[slot]?.accepted?.value }
    guard let value = settled.first, settled.allSatisfy({ $0 == value }),
      let place = match.candidates.firstIndex(where: { $0.value == value })
    else { return match }
    var weighed = match
    weighed.candidates.insert(weighed.candidates.remove(at: place), at: 0)
    switch match.decision {
    case .ask: (weighed.decision, weighed.value) = (.confirm, value)
    case .confirm where place > 0: (weighed.decision, weighed.value) = (.ask, nil)
    case .confirm where utterance.zone == .clear: weighed.decision = .accept
    case .accept, .confirm, .reject: break
    }
    return weighed
  }
}
