import Foundation
import Journey
import Matching

/// Wishes about alarm and vibration.
extension DialogueTurn {
  /// Takes wishes about alarm and vibration, and hears what is said besides.
  mutating func takeWish(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    let asides = wizard.prompts.asides
    guard let found = asides.wish(in: text), isWished(found, in: text) else { return false }
    var rest = found.rest
    // "No alarm, no, leave it on" changes nothing in the end.
    if let back = asides.any(in: found.behind, { $0 == .takenBack }), let opposite = found.meaning.opposite {
      grant(opposite)
      rest = [found.before, back.rest].filter { !$0.isEmpty }.joined(separator: ", ")
    } else {
      grant(found.meaning)
    }
    guard wizard.matcher.saysSomething(rest) else {
      putAgain()
      return true
    }
    hear([rest], method: method, zone: zone)
    return true
  }

  /// Whether a wish is one: not in a question ("is vibration off?"), and not where what is said with it is not understood ("no alarm
  /// on the way back").
  private func isWished(_ found: AsideWords.Found, in text: String) -> Bool {
    if text.trimmed.hasSuffix("?") {
      return wizard.prompts.asides.leading(in: text, { $0 == .request }) != nil
        && !wizard.matcher.saysSomething(found.rest)
    }
    guard state.pending == nil, state.open.slot != .from, state.open.slot != .to,
      let rest = wizard.matcher.clauseRest(of: text, around: found.range), wizard.matcher.saysSomething(rest)
    else { return true }
    let meaning = wizard.matcher.interpret(rest, open: state.open.slot ?? .interval, mode: state.draft.mode?.value)
    let isUnderstood = !wizard.matcher.isUnexplained(meaning)
    return isUnderstood || wizard.prompts.repetition.areMentioned(in: rest)
      || wizard.prompts.asides.wish(in: rest) != nil
  }

  private mutating func grant(_ wish: AsideWords.Meaning) {
    switch wish {
    case .alarmOff: switchAlarm(false)
    case .alarmOn: switchAlarm(true)
    case .vibrationOff: switchVibration(false)
    case .vibrationOn: switchVibration(true)
    case .vibrationOnly:
      switchVibration(true)
      if state.draft.alarm { switchAlarm(false) }
    case .notificationOnly:
      switchVibration(false)
      if state.draft.alarm { switchAlarm(false) }
    default: break
    }
  }

  private mutating func switchAlarm(_ isOn: Bool) {
    state.draft.alarm = isOn
    tellSwitch(.rowAlarm, isOn)
  }

  private mutating func switchVibration(_ isOn: Bool) {
    state.draft.vibration = isOn
    tellSwitch(.rowVibration, isOn)
  }
}
