import Foundation
import Journey
import Matching

/// Lines and platforms that are wished for.
extension DialogueTurn {
  /// "Linz Hbf, platform 3": that the platform says nothing, and what else is said is heard.
  mutating func takePlatform(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard let found = wizard.prompts.asides.any(in: text, { $0 == .platform }), let name = lineName(behind: found)
    else {
      return false
    }
    let rest = [found.before, String(found.behind.dropFirst(name.count))].map(\.trimmed).filter { !$0.isEmpty }
      .joined(separator: ", ")
    guard wizard.matcher.saysSomething(rest) else { return false }
    let said = text.utf8.dropFirst(found.range.lowerBound).dropLast(found.behind.utf8.count - name.utf8.count)
    outputs.append(.unclear(state.open, sayAnew(.noMatchRest, ["heard": .name(String(decoding: said, as: UTF8.self))])))
    hear([rest], method: method, zone: zone)
    return true
  }

  /// "With line 3", "not line 1": the ride to be taken is one of that line, or none of it.
  mutating func takeLine(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard let found = wizard.prompts.asides.any(in: text, { $0 == .line || $0 == .notLine }),
      let line = lineName(behind: found)
    else { return false }
    // Of stops that are told apart by their lines one is chosen so.
    if case .choose(_, let choice) = state.pending,
      choice.candidates.contains(where: { Normalizer.tokens($0.name).contains { $0.word == Normalizer.key(line) } })
    {
      return false
    }
    let behind = found.behind.dropFirst(line.count).drop { " ,;.!?".contains($0) }
    // "Line 1 I do not like"
    let denials = Set(wizard.prompts.lexicon.words.cues.not)
    let isDenied = Normalizer.tokens(String(behind)).contains { denials.contains($0.word) }
    let avoids = found.meaning == .notLine || isDenied
    let rest = [found.before, String(behind)].filter { !$0.isEmpty }.joined(separator: ", ")
    // "No, line 3": whoever is on board names no other ride, but the one that they are on.
    if state.aboard != nil {
      state.pending = nil
      lookForOwnRide(
        line: line, avoids: avoids, rest: rest, WizardState.Utterance(texts: [text], method: method, zone: zone))
      return true
    }
    (state.wantedLine, state.linesSought, state.pending) = (line, nil, nil)
    state.avoidsLine = avoids ? true : nil
    // Whatever comes of the rest, the ride is looked up anew.
    if let departure = state.draft.ride?.departure {
      state.time = .departing(departure.timeIntervalSince1970)
      forgetRide()
    }
    if wizard.matcher.saysSomething(rest), !isReply(rest) {
      hear([rest], method: method, zone: zone)
    } else {
      if state.draft.from == nil || state.draft.to == nil {
        tell(found.meaning == .notLine ? .notedNotLine : .notedLine, ["line": .name(line)])
      }
      state.draft.ride == nil && state.time == nil ? putAgain() : advance()
    }
    return true
  }

  /// The name of a line right behind the word for one: with a digit, or in capitals. An amount, a time and any other word is none.
  func lineName(behind found: AsideWords.Found) -> String? {
    let line = found.behind.prefix { $0.isLetter || $0.isNumber }
    let rest = found.behind.dropFirst(line.count)
    guard (1...6).contains(line.count), line.contains(where: \.isNumber) || line == line.uppercased(),
      rest.first != ":", rest.first != "."
    else { return nil }
    let next = rest.split(separator: " ").first.map { "\(line) \($0)" } ?? ""
    let isAmount = wizard.matcher.match(next, question: .slot(.interval)).decision == .accept
    return isAmount ? nil : String(line)
  }
}
