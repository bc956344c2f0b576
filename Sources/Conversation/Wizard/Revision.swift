import Journey
import Matching

/// A wish about the answer before that names no other: "the other one", "again", "edit", or a curse.
public enum Revision: String, CaseIterable, Sendable {
  /// What came next to the value that was taken.
  case other
  /// The answer is given once more.
  case again
  /// What was heard is put into the line to be changed.
  case edit
  /// As good as a no.
  case curse

  /// - Returns: nil where the text is no such wish from its first word to its last.
  init?(_ text: String, words: CorrectionWords) {
    let spelled = Normalizer.tokens(text).map(\.word)
    // "Oh no" is a curse as it stands, though "oh" and "no" may begin another one.
    let starts = [0, [words.marks, words.denials, words.fillers].end(from: 0, of: spelled)]
    let found = Self.allCases.first { revision in
      starts.contains { start in
        guard start < spelled.count else { return false }
        let length = words[revision].length(at: start, of: spelled)
        return length > 0 && [words.fillers].end(from: start + length, of: spelled) == spelled.count
      }
    }
    guard let found else { return nil }
    self = found
  }
}

extension WizardState {
  /// What may be wished of the answer before at this point.
  public var revisions: [Revision] { Revision.allCases.filter(allows) }

  private func allows(_ revision: Revision) -> Bool {
    let isFree = pending == nil || pending == .whichRow
    let isAskedBack = pending?.isAboutAnswer == true
    switch revision {
    case .other:
      if case .confirm(_, let choice) = pending { return choice.candidates.count > 1 }
      return isFree && runnerUp != nil
    // What was typed can be seen: there the word asks for the question once more.
    case .again: return isAskedBack || isFree && heard?.isSpoken == true && !echoed.isEmpty
    case .edit: return heard != nil && (isAskedBack || isFree && (open != .readBack || !echoed.isEmpty))
    case .curse: return isAskedBack || isFree && (open == .readBack ? !isScripted : !echoed.isEmpty)
    }
  }
}

extension DialogueTurn {
  /// Does what is wished of the answer before.
  /// - Returns: false where the text is no such wish, or there is nothing that it could mean.
  mutating func revise(_ text: String, zone: Transcript.Zone?) -> Bool {
    guard zone != .doubtful, let revision = Revision(text, words: wizard.prompts.corrections),
      state.revisions.contains(revision)
    else { return false }
    switch revision {
    case .other: takeOther()
    case .again: reopenHeard()
    case .edit:
      state.line = state.heard?.text
      reopenHeard()
    case .curse: deny()
    }
    return true
  }

  /// The next candidate is asked back, or takes the place of the value that was taken; that one is the next from then on.
  private mutating func takeOther() {
    if case .confirm(let slot, var choice) = state.pending {
      state.exclude([choice.candidates.removeFirst().value], at: slot)
      state.pending = .confirm(slot, choice)
      return putPending()
    }
    guard let other = state.runnerUp, let candidate = other.choice.candidates.first else { return putAgain() }
    state.pending = nil
    state.echoed = []
    let former = other.slot == .from ? state.draft.from : state.draft.to
    if take(candidate, other.choice, for: other.slot, tier: .confirm), let former {
      let back = Candidate(value: former.value.id, name: former.value.name, score: former.provenance.score ?? 1)
      state.runnerUp = WizardState.RunnerUp(
        slot: other.slot,
        choice: .init(
          candidates: [back], stops: [back.value: former.value], provenance: former.provenance, asksWhich: false))
    }
    advance()
  }

  /// Takes what came next to the value before where its name is said and the open question asks for no stop.
  mutating func takeOther(named meaning: Interpretation, in text: String) -> Bool {
    guard state.pending == nil, let open = state.open.slot, open == .mode || open == .interval,
      meaning.slots[open]?.decision ?? .reject == .reject, let other = state.runnerUp,
      let candidate = other.choice.candidates.first,
      let taken = other.slot == .from ? state.draft.from?.value : state.draft.to?.value
    else { return false }
    let options = [
      MatchOption(id: candidate.value, name: candidate.name), MatchOption(id: taken.id, name: taken.name),
    ]
    guard wizard.matcher.choose(text, among: options).accepted?.value == candidate.value else { return false }
    takeOther()
    return true
  }

  /// Takes back what the last answer filled, or asked back, and puts its question.
  private mutating func reopenHeard() {
    if state.pending?.isAboutAnswer == true {
      state.queued = [:]
    }
    state.pending = nil
    for slot in state.echoed {
      state.answered.removeAll { $0 == slot }
      clear(slot)
      state.former.forget(slot)
    }
    state.echoed = []
    advance()
  }

  /// A no to what is asked back or was understood last.
  private mutating func deny() {
    switch state.pending {
    case .confirm(let slot, let choice): state.exclude(choice.candidates.prefix(1).map(\.value), at: slot)
    case .choose(let slot, let choice): state.exclude(choice.candidates.map(\.value), at: slot)
    case .confirmEnds: break
    case .startOver, .cancel, .whichRow, .present, nil:
      guard state.open == .readBack else {
        state.echoed = []
        return goBack()
      }
      state.pending = .whichRow
      return putPending()
    }
    state.pending = nil
    ask()
  }
}
