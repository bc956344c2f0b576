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

  init(_ wizard: Wizard) { self.wizard = wizard }

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
      let clauses = part.split { ",;".contains($0) }.map { $0.trimmingCharacters(in: Self.signs) }
      for (place, clause) in clauses.enumerated() where !clause.isEmpty {
        take(clause, isOnward: number > 0 && place == 0, isFirst: number == 0 && place == 0, &said)
      }
    }
    // A single stay may be told of a ride; two of them, or a "then", tell of a trip.
    guard !said.onward.isEmpty, parts.count > 1 || said.onward.count > 1 else { return nil }
    return said
  }

  private func take(_ clause: String, isOnward: Bool, isFirst: Bool, _ said: inout Said) {
    if isOnward, isAnswer(clause) { return said.besides.append(clause) }
    let stop = stop(clause)
    let names = wizard.matcher.saysSomething(stop.place)
    if let stay = stop.stay, !names { return said.note(stay: stay) }
    if isOnward {
      said.onward.append(stop)
    } else if isFirst {
      said.head = stop
    } else if stop.stay != nil {
      said.onward.append(stop)
    } else if isAnswer(clause) || !said.onward.isEmpty {
      said.besides.append(clause)
    } else {
      said.head.place += (said.head.place.isEmpty ? "" : ", ") + clause
    }
  }

  /// Whether words answer something else than where one goes: an amount, a way to watch, a wish, a time, a yes.
  private func isAnswer(_ text: String) -> Bool {
    let asides = wizard.prompts.asides
    if asides.any(in: text, { $0 == .warns || $0 == .reminds || $0.isWish }) != nil { return true }
    if isAmount(text) || wizard.matcher.match(text, question: .command).decision == .accept { return true }
    let meaning = wizard.matcher.interpret(text, open: .interval)
    return meaning.affirmation != nil || !meaning.times.isEmpty && wizard.matcher.isExplained(meaning)
  }

  /// How long one stays, and what else is said.
  func stop(_ text: String) -> Onward {
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
    return Onward(place: text)
  }

  private static let signs = CharacterSet(charactersIn: " ,;.!")

  private func seconds(_ text: String) -> Double? {
    let match = wizard.matcher.match(text, question: .slot(.interval), mode: nil)
    guard match.decision == .accept, case .duration(let seconds)? = match.value.flatMap(Interval.init(canonical:)),
      TripPlan.stays.contains(seconds)
    else { return nil }
    return seconds
  }

  private func isAmount(_ text: String) -> Bool {
    wizard.matcher.match(text, question: .slot(.interval)).decision == .accept
      || wizard.matcher.match(text, question: .slot(.mode)).decision == .accept
  }
}
