import Foundation
import Journey
import Matching

/// One more stop of a trip as it was said: "to Hagenberg for two hours".
struct Onward: Sendable, Hashable, Codable {
  /// The words for the place.
  var place: String
  /// Seconds; nil where nothing was said of it.
  var stay: Double?
}

/// Reads trips of several stops: "from Linz to Gallneukirchen for 40 minutes, then to Hagenberg for two hours, then home".
struct OnwardReader {
  private let wizard: Wizard
  private let own: OwnNames

  init(_ wizard: Wizard, places: [NamedPlace]) {
    self.wizard = wizard
    own = wizard.prompts.ownNames(places: places)
  }

  /// What was said of a trip: how it begins, the stops behind that, and answers to other questions.
  struct Said {
    /// Where it begins, and mostly the first stop.
    var head = Onward(place: "")
    var onward: [Onward] = []
    var besides: [String] = []

    /// How long one stays at the stop named last.
    fileprivate mutating func note(stay: Double) {
      if onward.isEmpty { head.stay = stay } else { onward[onward.count - 1].stay = stay }
    }
  }

  /// Nil for what tells of no more stops.
  func read(_ text: String) -> Said? {
    let parts = wizard.prompts.asides.parted(text) { $0 == .onward }
    var said = Said()
    for (number, part) in parts.enumerated() {
      let clauses = part.replacing(/:(?=\s|$)|\.(?=\s|$)/, with: ",").split { ",;?!".contains($0) }.map {
        $0.trimmingCharacters(in: Self.signs)
      }
      for (place, clause) in clauses.enumerated() where !clause.isEmpty {
        take(clause, isOnward: number > 0 && place == 0, isFirst: number == 0 && place == 0, &said)
      }
    }
    // A single stay may be told of a ride; two of them, or a "then", tell of a trip.
    guard !said.onward.isEmpty, parts.count > 1 || said.onward.count > 1 else { return nil }
    return said
  }

  private func take(_ clause: String, isOnward: Bool, isFirst: Bool, _ said: inout Said) {
    var isOnward = isOnward
    if isOnward, stop(clause).stay == nil, warns(clause) { return said.besides.append(clause) }
    for (number, var stop) in stops(clause).enumerated() {
      if number > 0 { isOnward = true }
      let begins = !isOnward && (isFirst || names(stop.place, of: wizard.prompts.lexicon.words.cues.from))
      if !begins {
        let (place, answers) = parted(stop.place)
        stop.place = place
        said.besides += answers
      }
      let isNamed = wizard.matcher.saysSomething(stop.place) && !isOnlyStay(stop.place)
      if let stay = stop.stay, !isNamed {
        said.note(stay: stay)
      } else if begins {
        said.head.place += (said.head.place.isEmpty ? "" : ", ") + stop.place
        said.head.stay = stop.stay ?? said.head.stay
      } else if isNamed, isOnward ? !isAnswer(stop.place) : stop.stay != nil || goesOn(said) && !isAnswer(clause) {
        said.onward.append(stop)
      } else if isOnward || goesOn(said) || isAnswer(clause) {
        if stop.place == clause.trimmingCharacters(in: Self.signs) { said.besides.append(clause) }
      } else {
        said.head.place += (said.head.place.isEmpty ? "" : ", ") + clause
      }
    }
  }

  /// "Hauptplatz for 20 minutes, home": behind a stay a row of stops goes on.
  private func goesOn(_ said: Said) -> Bool { !said.onward.isEmpty || said.head.stay != nil }

  /// "Aufenthalt", "waiting": words for the stay itself, which are no place.
  private func isOnlyStay(_ text: String) -> Bool {
    own.name(text) == nil
      && wizard.prompts.asides.any(in: text, { $0 == .staying }).map { !wizard.matcher.saysSomething($0.rest) } ?? false
  }

  private func names(_ text: String, of cues: [String]) -> Bool {
    let words = Normalizer.tokens(text).map(\.word)
    return cues.contains { cue in
      let spelled = Normalizer.tokens(cue).map(\.word)
      return !spelled.isEmpty && words.indices.contains { words[$0...].starts(with: spelled) }
    }
  }

  private func warns(_ text: String) -> Bool {
    wizard.prompts.asides.any(in: text, { $0 == .warns || $0 == .reminds }) != nil
  }

  /// "Home five minutes before": the words for the place, and amounts and ways to watch among them.
  private func parted(_ text: String) -> (place: String, answers: [String]) {
    let meaning = wizard.matcher.interpret(text, open: .to)
    let answers = meaning.parts.filter { [.interval, .mode].contains($0.kind) && $0.decision == .accept }
    guard !answers.isEmpty else { return (text, []) }
    var bytes = Array(text.utf8)
    for part in answers.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) { bytes.removeSubrange(part.range) }
    return (String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: Self.signs), answers.map(\.text))
  }

  /// Whether words answer something else than where one goes: an amount, a way to watch, a wish, a time, a yes.
  private func isAnswer(_ text: String) -> Bool {
    if own.name(text) != nil { return false }
    if warns(text) || wizard.prompts.asides.any(in: text, { $0.isWish }) != nil { return true }
    if isAmount(text) || wizard.matcher.match(text, question: .command).decision == .accept { return true }
    let meaning = wizard.matcher.interpret(text, open: .interval)
    return meaning.affirmation != nil || !meaning.times.isEmpty && wizard.matcher.isExplained(meaning)
  }

  /// The stops of a clause: behind a stay another one may begin, "to Gallneukirchen for an hour to Hagenberg for two".
  private func stops(_ clause: String) -> [Onward] {
    let words = clause.split(separator: " ").map(String.init)
    let cues = wizard.prompts.lexicon.words.cues.to.map { Normalizer.tokens($0).map(\.word) }
    // From the second word on: what begins with "to" is one stop.
    for place in words.indices.dropFirst(2) {
      let behind = Normalizer.tokens(words[place...].joined(separator: " ")).map(\.word)
      guard cues.contains(where: { !$0.isEmpty && behind.starts(with: $0) }) else { continue }
      let first = stop(words[..<place].joined(separator: " "))
      guard first.stay != nil, wizard.matcher.saysSomething(first.place), !isOnlyStay(first.place) else { continue }
      return [first] + stops(words[place...].joined(separator: " "))
    }
    return [stop(clause, endsWithStay: true)]
  }

  /// How long one stays, and what else is said.
  /// - Parameter endsWithStay: Whether an amount at the end is one, too: "Hagenberg two hours".
  func stop(_ text: String, endsWithStay: Bool = false) -> Onward {
    let text = text.trimmingCharacters(in: Self.signs)
    if let seconds = seconds(text) { return Onward(place: "", stay: seconds) }
    if let lead = wizard.prompts.asides.any(in: text, { $0 == .staying }) {
      let words = lead.behind.split(separator: " ").map(String.init)
      // "For two hours to Hagenberg": the amount ends where it is one.
      for count in (1...max(1, min(6, words.count))).reversed() where count <= words.count {
        guard let seconds = seconds(words.prefix(count).joined(separator: " ")) else { continue }
        let rest = [lead.before, words.dropFirst(count).joined(separator: " ")].filter { !$0.isEmpty }
        return Onward(place: rest.joined(separator: " ").trimmingCharacters(in: Self.signs), stay: seconds)
      }
    }
    // "Two hours in Hagenberg".
    let words = text.split(separator: " ").map(String.init)
    let inside = wizard.prompts.lexicon.words.cues.inside
    for place in words.indices.dropFirst() where place < words.count - 1 && inside.contains(words[place].lowercased()) {
      guard let seconds = seconds(words[..<place].joined(separator: " ")) else { continue }
      return Onward(place: words[(place + 1)...].joined(separator: " "), stay: seconds)
    }
    guard endsWithStay else { return Onward(place: text) }
    for count in (2...6).reversed() where count < words.count {
      guard let seconds = seconds(words.suffix(count).joined(separator: " ")) else { continue }
      return Onward(place: words.dropLast(count).joined(separator: " "), stay: seconds)
    }
    return Onward(place: text)
  }

  private static let signs = CharacterSet(charactersIn: " ,;.!")

  private func seconds(_ text: String) -> Double? {
    let match = wizard.matcher.match(text, question: .slot(.interval), mode: nil)
    guard match.decision == .accept, case .duration(let seconds)? = match.value.flatMap(Interval.init(canonical:)),
      TripPlan.stays.contains(seconds)
    else { return nil }
    // All of it: "an hour in Katsdorf" tells of a place as well.
    let parts = wizard.matcher.interpret(text, open: .interval).parts
    return parts.allSatisfy { $0.kind == .interval || $0.kind == .filler } ? seconds : nil
  }

  private func isAmount(_ text: String) -> Bool {
    wizard.matcher.match(text, question: .slot(.interval)).decision == .accept
      || wizard.matcher.match(text, question: .slot(.mode)).decision == .accept
  }
}
