import Journey
import Matching

/// Taking an option by its id, as a page or another program names it.
extension DialogueTurn {
  mutating func choose(_ id: String, _ method: Provenance.Method) {
    switch state.pending {
    case .confirm(let slot, let choice), .choose(let slot, let choice):
      if let candidate = choice.candidates.first(where: { $0.value == id }) {
        let tier: Provenance.Tier = choice.asksWhich ? .ask : .confirm
        state.pending = nil
        settle(candidate, of: choice, at: slot, tier: tier)
        return advance()
      }
    case .confirmEnds, .startOver, .cancel, .whichRow, .present, nil: break
    }
    if let place = offered.firstIndex(where: { $0.value == id }) {
      return hear(["#\(place + 1)"], method: method, zone: nil)
    }
    guard let slot = state.open.slot else { return noMatch(id) }
    state.pending = nil
    let match = Match(
      utterance: id, decision: .accept, value: id, candidates: [Candidate(value: id, name: id, score: 1)], score: 1,
      margin: 1, reason: .init(.exact, "an option was named by its id"))
    state.awaiting = WizardState.Utterance(texts: [id], method: method, match: match)
    guard slot == .from || slot == .to else { return isValue(id, of: slot) ? takeHeard(stops: []) : refuse(id) }
    outputs.append(.lookUp(.stops([id])))
  }

  /// What may be chosen by number at this moment.
  var offered: [ChoiceItem] {
    switch state.pending {
    case .choose(let slot, let choice): items(choice, slot)
    case .confirm, .confirmEnds, .startOver, .cancel, .whichRow, .present: []
    case nil: state.offered
    }
  }

  private func isValue(_ id: String, of slot: Slot) -> Bool {
    slot == .mode ? Mode(rawValue: id) != nil : Interval(canonical: id) != nil
  }

  /// An id that nothing has.
  mutating func refuse(_ id: String) {
    state.awaiting = nil
    noMatch(id)
  }
}
