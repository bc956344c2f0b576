import Foundation
import Journey
import Matching

/// "One stop earlier": an alert or a ride against the one that is set.
extension DialogueTurn {
  /// Whether words beside "earlier" count: an amount does, though it may consist of small words.
  private func saysMore(_ text: String) -> Bool {
    wizard.matcher.saysSomething(text) || wizard.matcher.match(text, question: .slot(.interval)).decision != .reject
  }

  /// Whether an alert moved by so many seconds would come after the stop, or is counted in something else.
  private func isBeyondStop(_ present: Interval?, _ seconds: TimeInterval) -> Bool {
    guard case .duration(let lead) = present else { return true }
    return lead + seconds <= 0
  }

  /// "One stop earlier", against the alert that is set, and "a bus half an hour later".
  /// - Returns: Whether the words say anything like it.
  mutating func takeShift(_ text: String) -> Bool {
    let present = state.draft.interval?.value
    // Where no alert is set, "an hour later" can mean the ride alone; "an hour earlier" tells how long before.
    guard let shift = wizard.prompts.asides.shift(in: text, saysSomething: saysMore),
      present != nil || shift.isOfRide || !shift.isEarlier
    else { return false }
    guard wizard.prompts.clock.neighbour(text) == nil else { return false }
    let match = wizard.matcher.match(shift.amount, question: .slot(.interval))
    guard match.decision == .accept,
      let amount = match.value.flatMap(Interval.init(canonical:))
    else { return false }
    // Of "take a bus an hour later" it is the ride that is meant, and of what would be after the stop as well.
    let isOfAlert = wizard.prompts.asides.any(in: text) { $0 == .warns } != nil
    if !isOfAlert, case .duration(let seconds) = amount,
      shift.isOfRide || isBeyondStop(present, shift.isEarlier ? seconds : -seconds),
      let departure = state.draft.ride?.departure
    {
      state.time = .departing(departure.timeIntervalSince1970 + (shift.isEarlier ? -seconds : seconds))
      (state.echoed, state.pending) = ([], nil)
      state.leaveBoard()
      forgetRide()
      advance()
      return true
    }
    if present == nil, !shift.isOfRide { return false }
    guard let present, isOfAlert || !shift.isOfRide else {
      noMatch(text)
      return true
    }
    guard let moved = present.moved(by: amount, isEarlier: shift.isEarlier) else {
      invalid(.text(.wrongUnit, ["value": wording.value(amount), "mode": wording.value(present.mode)]))
      if state.ending == nil { putAgain() }
      return true
    }
    guard moved.isAhead else {
      outputs.append(.unclear(state.open, sayAnew(.warnsBefore)))
      countNoMatch(heard: short(text))
      return true
    }
    (state.echoed, state.pending) = ([], nil)
    _ = take(moved, Provenance(method: .typed, transcript: text, score: 1, tier: .accept))
    if state.ending == nil { advance() }
    return true
  }
}

extension Interval {
  /// Whether it is before the destination at all.
  fileprivate var isAhead: Bool {
    switch self {
    case .stops(let count): count > 0
    case .duration(let amount), .distance(let amount): amount > 0
    }
  }

  /// So much more or less before the destination; nil where the amount counts something else.
  fileprivate func moved(by amount: Interval, isEarlier: Bool) -> Interval? {
    let sign = isEarlier ? 1.0 : -1.0
    switch (self, amount) {
    case (.stops(let count), .stops(let more)): return .stops(count + Int(sign) * more)
    case (.duration(let seconds), .duration(let more)): return .duration(seconds: seconds + sign * more)
    case (.distance(let metres), .distance(let more)): return .distance(metres: metres + sign * more)
    default: return nil
    }
  }
}
