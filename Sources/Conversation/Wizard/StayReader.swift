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

/// Reads how long one stays at a single stop: "Hagenberg for two hours", "two hours in Hagenberg".
struct StayReader {
  private let wizard: Wizard

  init(_ wizard: Wizard) { self.wizard = wizard }

  /// How long one stays, and what else is said.
  func read(_ text: String) -> Onward {
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
}
