import Foundation
import Journey
import Matching

/// What an utterance says of a place: what is waited for, where, when, and what is to be remembered.
struct VisitSaid {
  var event: Visit.Event
  var place: String
  var text: String?
  var time: TravelTime?
  /// Words of which nothing was made.
  var rest: [String] = []
}

/// Reads "remind me to pay when I arrive at lot 25", "if I'm at home, wake me at seven" and the like.
///
/// One clause names the place and what is waited for; what is to be remembered stands before it or behind it, and so does a time.
struct VisitReader {
  let wizard: Wizard
  let own: OwnNames

  /// - Parameter text: What is to be read: points that are written in it count as places.
  init(_ wizard: Wizard, places: [NamedPlace], points text: String) {
    self.wizard = wizard
    let lists = Set(places.compactMap(\.list)).map { OwnNames.Name(text: $0, stop: $0, shown: $0) }
    own = wizard.prompts.ownNames(places: places).adding(lists).addingPoints(in: text)
  }

  private var asides: AsideWords { wizard.prompts.asides }

  /// Nil for what is of no place.
  func read(_ text: String) -> VisitSaid? {
    guard let found = asides.any(in: text, { $0.visit != nil }), var event = found.meaning.visit else {
      return atPlace(text)
    }
    // "When I get home remind me to pay": the place ends where the wish begins.
    let wish = asides.any(in: found.behind) { $0 == .reminds || $0 == .remindsBare || $0 == .warns }
    let cut = wish.map {
      ($0.before, String(decoding: Array(found.behind.utf8)[$0.range.lowerBound...], as: UTF8.self))
    }
    var (place, behind) = split(cut?.0 ?? found.behind)
    behind = [behind, cut?.1 ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    let ending = asides.any(in: place, { $0 == .leavingEnding || $0 == .placeEnding })
    // Where verbs stand at the end, they tell what is waited for.
    if let ending {
      if event == .arriving, ending.meaning == .leavingEnding { event = .leaving }
      behind = [ending.behind, behind].filter { !$0.isEmpty }.joined(separator: ", ")
      place = trimmed(ending.before)
    }
    // "When I'm 800 m from home" tells how long before.
    guard !tellsAmount(place) else { return nil }
    var (message, left) = message(before: found.before, behind: behind)
    // "Remind me when I get home to put the bins out": the place ends where its name does.
    if own.name(named(place)) == nil, let (name, rest) = ownPrefix(of: place) {
      place = name
      let behind = [rest, behind].filter { !$0.isEmpty }.joined(separator: ", ")
      (message, left) = self.message(before: found.before, behind: behind)
    }
    left.append(lead(of: place))
    place = named(place)
    guard !place.isEmpty else { return nil }
    var (time, rest) = time(in: left, &message, mayEndMessage: event.isClock)
    // "Dreiviertel" that was not understood makes another time of "sieben", and an amount another reminder.
    let isDoubtful = rest.contains(where: tellsNumber)
    if isDoubtful { time = nil }
    if isDoubtful, event == .arriving, message == nil { return nil }
    // "At seven, when I am at home": the time of day decides.
    if event == .arriving, message == nil, time != nil { event = .clockThere }
    // "When we get to Pregarten" alone tells a stop of a ride.
    if !event.isClock, message == nil, own.name(place) == nil { return nil }
    if !event.isClock, let time {
      return VisitSaid(event: event, place: place, text: message, rest: rest + [said(time, in: left)])
    }
    return VisitSaid(event: event, place: place, text: message, time: time, rest: rest)
  }

  /// "Remind me to pay at lot 25", "wake me at the cabin": a place of the rider's own at the end.
  private func atPlace(_ text: String) -> VisitSaid? {
    let (message, left) = message(before: text, behind: "")
    let whole = message ?? left.joined(separator: ", ")
    guard message != nil || asides.any(in: text, { $0 == .warns }) != nil else { return nil }
    let inside = wizard.prompts.lexicon.words.cues.inside
    let words = whole.split(separator: " ").map(String.init)
    for place in words.indices where inside.contains(words[place].lowercased()) {
      let name = named(words[(place + 1)...].joined(separator: " "))
      guard !name.isEmpty, own.name(name) != nil else { continue }
      let before = words[..<place].joined(separator: " ")
      if message != nil, !before.isEmpty { return VisitSaid(event: .arriving, place: name, text: before) }
      guard message == nil, wizard.matcher.interpret(before, open: .to).times.isEmpty,
        !wizard.matcher.saysSomething(before)
      else { continue }
      return VisitSaid(event: .arriving, place: name)
    }
    return nil
  }

  // MARK: Parts

  private static let signs = CharacterSet(charactersIn: " ,;:.!?–->")

  private func trimmed(_ text: String) -> String { text.trimmingCharacters(in: Self.signs) }

  /// What stands before the first comma, and behind it.
  private func split(_ text: String) -> (String, String) {
    // A colon within "9:30" parts nothing.
    let parts = text.replacing(/:(?=\s|$)/, with: ",").split(
      separator: ",", maxSplits: 1, omittingEmptySubsequences: false
    )
    .map(String.init)
    return (trimmed(parts.first ?? ""), parts.count > 1 ? trimmed(parts[1]) : "")
  }

  /// The longest own name that a text begins with, and what follows it.
  private func ownPrefix(of text: String) -> (String, String)? {
    let words = text.split(separator: " ").map(String.init)
    for start in 0...min(3, words.count) {
      for end in words.indices.reversed() where end >= start {
        let name = named(words[start...end].joined(separator: " "))
        if own.name(name) != nil, end < words.count - 1 { return (name, words[(end + 1)...].joined(separator: " ")) }
      }
    }
    return nil
  }

  /// A place as it is called: without what leads it in, and with its number in digits where it has one.
  private func named(_ text: String) -> String {
    var words = trimmed(text).split(separator: " ").map(String.init)
    let joined = { (words: [String]) in words.joined(separator: " ") }
    if own.name(joined(words)) != nil { return joined(words) }
    words.removeAll { asides.any(in: $0, { $0 == .placeFiller }) != nil }
    let digits = inDigits(words)
    for candidate in [words, digits] {
      for start in candidate.indices where own.name(joined(Array(candidate[start...]))) != nil {
        return joined(Array(candidate[start...]))
      }
    }
    return trimmed(text)
  }

  /// The words before the name of a place that are no part of it: "um 17 Uhr noch in der".
  private func lead(of text: String) -> String {
    let name = named(text)
    let words = trimmed(text).split(separator: " ").map(String.init)
    let count = name.split(separator: " ").count
    guard own.name(name) != nil, words.count > count else { return "" }
    return words.dropLast(count).filter { asides.any(in: $0, { $0 == .placeFiller }) == nil }.joined(separator: " ")
  }

  /// "Lot twenty-five" as "lot 25".
  private func inDigits(_ words: [String]) -> [String] {
    let numbers = wizard.prompts.lexicon.words.numbers.words
    var digits: [String] = []
    var number: Double?
    for word in words.flatMap({ $0.split(separator: "-").map(String.init) }) {
      if let value = numbers[Normalizer.key(word)] {
        number = number.map { $0 >= 20 && value < 10 ? $0 + value : value } ?? value
      } else {
        if let known = number { digits.append(String(Int(known))) }
        number = nil
        digits.append(word)
      }
    }
    if let number { digits.append(String(Int(number))) }
    return digits
  }

  /// What is to be remembered, and what else is said beside the clause of the place.
  private func message(before: String, behind: String) -> (text: String?, left: [String]) {
    for (chunk, other) in [(before, behind), (behind, before)] {
      if let found = asides.any(in: chunk, { $0 == .reminds }), !trimmed(found.behind).isEmpty {
        return (clean(found.behind), [found.before, other])
      }
    }
    for (chunk, other) in [(before, behind), (behind, before)] {
      // "An den Schirm erinnern": the verb stands behind it.
      if let verb = asides.any(in: chunk, { $0 == .remindsFinal }), let lead = last(.messageLead, in: verb.before) {
        return (clean(lead.behind), [lead.before, verb.behind, other])
      }
    }
    guard asides.any(in: "\(before), \(behind)", { $0 == .remindsBare }) != nil else { return (nil, [before, behind]) }
    for (chunk, other) in [(behind, before), (before, behind)] {
      let bare = asides.any(in: chunk, { $0 == .remindsBare })
      if let lead = asides.any(in: bare?.behind ?? chunk, { $0 == .messageLead }), !trimmed(lead.behind).isEmpty {
        return (clean(lead.behind), [bare?.before ?? "", lead.before, other])
      }
    }
    return (nil, [before, behind])
  }

  private func last(_ meaning: AsideWords.Meaning, in text: String) -> AsideWords.Found? {
    var found = asides.any(in: text) { $0 == meaning }
    while let next = found.flatMap({ asides.any(in: $0.behind) { $0 == meaning } }) { found = next }
    return found
  }

  /// A message without small words at its end: "please", "ja?".
  private func clean(_ text: String) -> String {
    var parts = trimmed(text).split(separator: ",").map { trimmed(String($0)) }
    while parts.count > 1, let last = parts.last, !wizard.matcher.saysSomething(last) { parts.removeLast() }
    var words = parts.joined(separator: ", ").split(separator: " ").map(String.init)
    while words.count > 1, let last = words.last, asides.any(in: last, { $0 == .politeness }) != nil {
      words.removeLast()
    }
    return String(trimmed(words.joined(separator: " ")).prefix(200))
  }

  /// The time of day that is said beside the place, or at the end of what is to be remembered, and the words that are left.
  private func time(in left: [String], _ message: inout String?, mayEndMessage: Bool) -> (TravelTime?, [String]) {
    var rest: [String] = []
    var time: TravelTime?
    for part in left where !trimmed(part).isEmpty {
      let meaning = wizard.matcher.interpret(part, open: .to)
      time = time ?? meaning.times.first { $0.clock != nil }
      rest += wizard.matcher.wordsLeft(of: meaning)
      // An amount has no place here: "ten to seven" that was taken for one is no time.
      if let amount = meaning.slots[.interval], amount.decision != .reject { rest.append(trimmed(part)) }
    }
    if mayEndMessage, time == nil, let words = message?.split(separator: " ").map(String.init) {
      for start in words.indices.dropFirst() {
        let tail = words[start...].joined(separator: " ")
        let meaning = wizard.matcher.interpret(tail, open: .to)
        guard let clock = meaning.times.first(where: { $0.clock != nil }), wizard.matcher.isExplained(meaning),
          !words[start].allSatisfy(\.isNumber)
        else { continue }
        time = clock
        message = words[..<start].joined(separator: " ")
        break
      }
    }
    return (time, rest)
  }

  private func said(_ time: TravelTime, in left: [String]) -> String {
    left.first { part in wizard.matcher.interpret(part, open: .to).times.contains { $0.clock == time.clock } } ?? ""
  }

  private func tellsNumber(_ text: String) -> Bool {
    let numbers = wizard.prompts.lexicon.words.numbers
    return Normalizer.tokens(text).contains { token in
      token.isNumber || numbers.words[token.word] != nil || numbers.fractions[token.word] != nil
        || numbers.fractions.keys.contains { token.word.hasSuffix($0) && $0.count > 3 }
    }
  }

  /// Whether a text is or begins with an amount: "800 m from home".
  private func tellsAmount(_ text: String) -> Bool {
    let words = text.split(separator: " ").map(String.init)
    return (1...max(1, min(4, words.count))).contains { count in
      wizard.matcher.match(words.prefix(count).joined(separator: " "), question: .slot(.interval)).decision == .accept
        && (count > 1 || text.first?.isNumber == true)
    } && own.name(text) == nil
  }
}
