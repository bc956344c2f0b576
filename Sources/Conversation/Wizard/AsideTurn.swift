import Foundation
import Journey
import Matching

/// What is said beside the answers and is none: what cannot be, what is left to the program, where the rider is.
extension DialogueTurn {
  /// "At 25:00": told, and what else is said is heard.
  mutating func takeNoSuchTime(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard state.pending == nil, let time = text.firstMatch(of: /\b(\d{1,2}):(\d{2})\b/),
      (Int(time.1) ?? 0) > 24 || (Int(time.2) ?? 0) > 59
    else { return false }
    outputs.append(.unclear(state.open, sayAnew(.noSuchTime, ["heard": .name(String(time.0))])))
    let rest = text.replacing(time.0, with: " ")
    if wizard.matcher.saysSomething(rest) {
      hear([rest], method: method, zone: zone)
    } else {
      countNoMatch(heard: short(text))
    }
    return true
  }

  /// What names no stop although a stop's name is in it, what would warn too late, and amounts that cannot be: told with the reason.
  mutating func takeImpossible(_ text: String) -> Bool {
    guard state.pending == nil else { return false }
    if isStatement(text) {
      noMatch(text)
      return true
    }
    guard let id = impossibility(in: text) else { return false }
    outputs.append(.unclear(state.open, sayAnew(id, ["heard": .name(short(text))])))
    countNoMatch(heard: short(text))
    return true
  }

  /// "The bus is five minutes late" tells no interval.
  private func isStatement(_ text: String) -> Bool {
    guard [.mode, .interval, .readBack].contains(state.open) else { return false }
    let asides = wizard.prompts.asides
    // "Not at 8:50" tells no other time.
    let first = Normalizer.tokens(text).first.map(\.word) ?? ""
    if wizard.prompts.lexicon.words.cues.not.contains(first), text.contains(/\d[:.]\d\d/), !text.contains(",") {
      return true
    }
    return asides.any(in: text, { $0 == .statement }) != nil
      && asides.leading(in: text, { [.howLong, .howFar, .question].contains($0) }) == nil
      && wizard.matcher.match(text, question: .slot(.interval)).decision != .reject
  }

  private func impossibility(in text: String) -> PromptID? {
    if state.open != .from, state.open != .to {
      switch wizard.matcher.match(text, question: .slot(.interval), mode: state.draft.mode?.value).reason.code {
      case .negative: return .warnsBefore
      case .partOfStop: return .wholeStops
      default: break
      }
    }
    let asksForStop = state.open == .from || state.open == .to
    let found = wizard.prompts.asides.any(in: text) { meaning in
      switch meaning {
      case .notThere, .afterwards, .past: true
      case .otherStop, .counted: asksForStop
      case .atArrival: state.open == .interval
      case .beforeRide: true
      case .between: state.open == .to
      default: false
      }
    }
    // "Ten minutes after nine" and "between twelve and one" are times.
    if let found, [.afterwards, .between].contains(found.meaning), found.behind.first?.isNumber == true { return nil }
    if let found, found.meaning == .counted, !isCounted(found, in: text) { return nil }
    // "Before we leave Pregarten" and "two stops before, departure at nine" tell something else.
    if let found, found.meaning == .beforeRide,
      wizard.matcher.saysSomething(found.behind) || Array(text.utf8)[found.range].contains(UInt8(ascii: ","))
    {
      return nil
    }
    // "One stop before" is an amount.
    let numbers = wizard.prompts.lexicon.words.numbers
    if let found, found.meaning == .otherStop, let last = Normalizer.tokens(found.before).last,
      last.isNumber || numbers.words[last.word] != nil,
      !Normalizer.tokens(text).contains(where: { numbers.behind.contains($0.word) })
    {
      return nil
    }
    // "Not in Linz but in Leonding" names a stop after all.
    let instead = wizard.prompts.lexicon.words.cues.instead
    if found?.meaning == .notThere, Normalizer.tokens(text).contains(where: { instead.contains($0.word) }) {
      return nil
    }
    switch found?.meaning {
    case .notThere: return .notThere
    case .afterwards: return asksForStop ? .nameTheStop : .warnsBefore
    case .counted: return .nameTheStop
    case .atArrival: return .warnsBefore
    case .beforeRide: return .warnsOnRide
    case .past: return .noSuchTime
    case .otherStop, .between: return .nameTheStop
    default: return nil
    }
  }

  /// Whether stops are counted from one that is named, or on from here: "two stops further", "one before Pregarten". "Linz to
  /// Hagenberg, one before" tells an amount.
  private func isCounted(_ found: AsideWords.Found, in text: String) -> Bool {
    let numbers = wizard.prompts.lexicon.words.numbers.words
    if let last = Normalizer.tokens(found.before).last, last.isNumber || numbers[last.word] != nil { return true }
    let behind = Array(text.utf8).dropFirst(found.range.upperBound).first
    return behind == UInt8(ascii: " ") && wizard.matcher.saysSomething(found.behind)
  }

  /// "Don't cancel": the dialogue goes on.
  mutating func goOn(_ text: String) -> Bool {
    guard let found = wizard.prompts.asides.leading(in: text, { $0 == .goOn }),
      !wizard.matcher.saysSomething(found.rest)
    else { return false }
    if state.pending == .cancel || state.pending == .startOver { state.pending = nil }
    carryOn()
    return true
  }

  /// "You choose": what is usual is taken, as by Enter.
  mutating func takeDelegated(_ text: String) -> Bool {
    guard state.pending == nil, state.open == .mode || state.open == .interval,
      let found = wizard.prompts.asides.any(in: text, { $0 == .delegated }), !wizard.matcher.saysSomething(found.rest)
    else { return false }
    takeDefault()
    return true
  }

  /// "Never", "none": the question needs an answer, and no answer before is meant.
  mutating func takeNothing(_ text: String) -> Bool {
    guard state.pending == nil, state.open.slot != nil,
      let found = wizard.prompts.asides.any(in: text, { $0 == .nothing }), !wizard.matcher.saysSomething(found.rest)
    else { return false }
    noMatch(text)
    return true
  }

  /// "From here": where that is, is looked up.
  mutating func takeHere(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard state.pending == nil, let found = wizard.prompts.asides.any(in: text, { $0 == .here }) else { return false }
    state.awaiting = WizardState.Utterance(
      texts: [text], method: method, zone: zone, reading: .here(rest: found.rest))
    outputs.append(.lookUp(.whereabouts))
    return true
  }

  /// What was heard, no longer than a sentence can hold.
  func short(_ text: String) -> String { text.count > 60 ? "\(text.prefix(60))…" : text }
}
