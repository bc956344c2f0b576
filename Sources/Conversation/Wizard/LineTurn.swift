import Foundation
import Journey
import Matching

/// Lines and platforms that are wished for.
extension DialogueTurn {
  /// "Linz Hbf, platform 3": that the platform says nothing, and what else is said is heard.
  mutating func takePlatform(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard let found = wizard.prompts.asides.any(in: text, { $0 == .platform }), let named = lineName(behind: found)
    else {
      return false
    }
    let rest = [found.before, String(found.behind.dropFirst(named.length))].map(\.trimmed).filter { !$0.isEmpty }
      .joined(separator: ", ")
    guard wizard.matcher.saysSomething(rest) else { return false }
    let said = text.utf8.dropFirst(found.range.lowerBound).dropLast(found.behind.dropFirst(named.length).utf8.count)
    outputs.append(.unclear(state.open, sayAnew(.noMatchRest, ["heard": .name(String(decoding: said, as: UTF8.self))])))
    hear([rest], method: method, zone: zone)
    return true
  }

  /// "With line 3", "not line 1": the ride to be taken is one of that line, or none of it.
  mutating func takeLine(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard let found = wizard.prompts.asides.any(in: text, { $0 == .line || $0 == .notLine }),
      let named = lineName(behind: found)
    else { return false }
    let line = named.name
    // Of stops that are told apart by their lines one is chosen so.
    if case .choose(_, let choice) = state.pending,
      choice.candidates.contains(where: { Normalizer.tokens($0.name).contains { $0.word == Normalizer.key(line) } })
    {
      return false
    }
    let behind = found.behind.dropFirst(named.length).drop { " ,;.!?".contains($0) }
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

  /// A line as it was named, with so many characters of what was said.
  struct NamedLine {
    var name: String
    var length: Int
  }

  /// The name of a line right behind the word for one: with a digit, or in capitals, or both. An amount, a time and any other word is
  /// none.
  func lineName(behind found: AsideWords.Found) -> NamedLine? {
    let word = found.behind.prefix { $0.isLetter || $0.isNumber }
    let rest = found.behind.dropFirst(word.count)
    guard (1...6).contains(word.count), word.contains(where: \.isNumber) || word == word.uppercased(),
      rest.first != ":", rest.first != ".", !Self.goesOn(rest)
    else { return nil }
    // "REX 3", "S 3"
    if !word.contains(where: \.isNumber), rest.first == " ", word.count <= 3 {
      let number = rest.dropFirst().prefix(while: \.isNumber)
      let behind = rest.dropFirst(1 + number.count)
      if !number.isEmpty, behind.first.map({ !$0.isLetter && !$0.isNumber }) ?? true, !Self.goesOn(behind) {
        return NamedLine(name: "\(word) \(number)", length: word.count + 1 + number.count)
      }
    }
    guard let name = Self.bare(word) else { return nil }
    let unit = rest.split(separator: " ").first.map(String.init) ?? ""
    let isAmount =
      !unit.isEmpty && wizard.matcher.match("\(word) \(unit)", question: .slot(.interval)).decision == .accept
    // "9 o'clock"
    let isTime = (wizard.prompts.clock.hour + wizard.prompts.clock.minute)
      .contains { Normalizer.key($0) == Normalizer.key(unit) }
    return isAmount || isTime ? nil : NamedLine(name: name, length: word.count)
  }

  /// Whether a number is only the beginning of another one: "1,5".
  private static func goesOn(_ rest: Substring) -> Bool {
    rest.first == "," && rest.dropFirst().first?.isNumber == true
  }

  /// A line as it is called, without what it is spoken of with: in German the "17er" is line 17. "5th" is none.
  private static func bare(_ word: Substring) -> String? {
    let ending = word.drop { $0.isNumber }
    guard word.first?.isNumber == true, ending.count > 1, ending.allSatisfy(\.isLowercase) else { return String(word) }
    return ending == "er" ? String(word.dropLast(2)) : nil
  }
}
