import Journey
import Matching

/// What each of the three levels is told before, where the rider says it of all of them: "at 2 km, 800 m and 200 m".
extension DialogueTurn {
  mutating func takeLadder(_ text: String, method: Provenance.Method) -> Bool {
    guard state.pending == nil, [.mode, .interval, .readBack].contains(state.open), let ladder = ladder(in: text) else {
      return false
    }
    state.echoed = []
    let provenance = Provenance(method: method, transcript: text, score: 1, tier: .accept)
    _ = take(ladder[0], ladder: ladder, provenance)
    if state.ending == nil { advance() }
    return true
  }

  /// Three amounts of one unit, each less than the one before; nil for anything else.
  private func ladder(in text: String) -> [Interval]? {
    let parts = Self.parts(of: text, joiners: Set(wizard.prompts.lexicon.words.numbers.and))
    guard parts.count == 3 else { return nil }
    let amounts = parts.compactMap { part -> Interval? in
      let match = wizard.matcher.match(part, question: .slot(.interval), mode: state.draft.mode?.value)
      return match.decision == .accept ? match.value.flatMap(Interval.init(canonical:)) : nil
    }
    return amounts.isLadder ? amounts : nil
  }

  /// The text between commas and the words for "and".
  private static func parts(of text: String, joiners: Set<String>) -> [String] {
    let words = text.replacing(",", with: " , ").replacing(";", with: " , ").split(separator: " ")
    return words.split { $0 == "," || joiners.contains($0.lowercased()) }.map { $0.joined(separator: " ") }
  }
}
