import Foundation
import Journey
import Matching

/// Wishes about alarm and vibration, and how loud.
extension DialogueTurn {
  /// Takes wishes about alarm and vibration, and hears what is said besides.
  mutating func takeWish(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    let asides = wizard.prompts.asides
    guard let found = asides.wish(in: text),
      found.meaning == .volumeOf && !text.trimmed.hasSuffix("?") || isWished(found, in: text)
    else { return false }
    var rest = found.rest
    // "No alarm, no, leave it on" changes nothing in the end.
    if let back = asides.any(in: found.behind, { $0 == .takenBack }), let opposite = found.meaning.opposite {
      grant(opposite)
      rest = [found.before, back.rest].filter { !$0.isEmpty }.joined(separator: ", ")
    } else if found.meaning == .volumeOf {
      guard let said = percent(in: found.behind) else { return false }
      setVolume(said.value / 100)
      rest = [found.before, said.rest].filter { !$0.isEmpty }.joined(separator: ", ")
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
    case .alarmOnly:
      switchAlarm(true)
      if state.draft.vibration { switchVibration(false) }
    case .speechOn: switchSpeech(true)
    case .speechOff: switchSpeech(false)
    case .quieter: setVolume(max((state.draft.volume ?? 1) / 2, Self.quietest))
    case .louder: setVolume(min((state.draft.volume ?? 1) * 2, 1))
    case .fullVolume: setVolume(1)
    default: break
    }
  }

  /// Below it nobody wakes.
  private static let quietest = 0.1

  private mutating func setVolume(_ volume: Double) {
    state.draft.volume = volume
    // A wish about how loud it is wants an alarm.
    if !state.draft.alarm { switchAlarm(true) }
    outputs.append(.told(.text(.volume, ["percent": .number((volume * 100).rounded())])))
  }

  /// A number from 1 to 100 that a text begins with, and what stands behind it.
  private func percent(in text: String) -> (value: Double, rest: String)? {
    guard let found = text.prefixMatch(of: /\s*(\d{1,3})\s*(%|[Pp]ercent|[Pp]rozent)?/), let value = Double(found.1),
      (1...100).contains(value)
    else { return nil }
    return (value, String(text[found.range.upperBound...]))
  }

  private mutating func switchAlarm(_ isOn: Bool) {
    state.draft.alarm = isOn
    tellSwitch(.rowAlarm, isOn)
  }

  private mutating func switchSpeech(_ isOn: Bool) {
    state.draft.speech = isOn
    tellSwitch(.rowSpeech, isOn)
  }

  private mutating func switchVibration(_ isOn: Bool) {
    state.draft.vibration = isOn
    tellSwitch(.rowVibration, isOn)
  }
}
