import Conversation
import Matching

/// The stops that a text which is being typed may mean.
public struct StopSuggestions: Sendable {
  /// A stop, or a name of the rider's own for one.
  public struct Suggestion: Sendable, Hashable {
    /// What it is called.
    public let text: String
    /// What answers with it when it is typed.
    public let answer: String
  }

  let matcher: Matcher
  let slot: MatchQuestion
  let index: OptionIndex
  /// What the rider calls stops.
  var own: [OwnNames.Name] = []
  let shared: SharedNames

  /// Those that fit a text, the rider's own names first, the likeliest before the others.
  public func fitting(_ typed: String) -> [Suggestion] { ownNames(typed) + stops(typed) }

  /// The places whose names begin with what was typed, each once.
  private func ownNames(_ typed: String) -> [Suggestion] {
    let key = Normalizer.key(typed)
    var shown: Set<String> = []
    return own.filter { !key.isEmpty && Normalizer.key($0.text).hasPrefix(key) && shown.insert($0.shown).inserted }
      .map { Suggestion(text: $0.shown, answer: $0.text) }
  }

  private func stops(_ typed: String) -> [Suggestion] {
    var match = matcher.match(typed, question: slot, among: index)
    // What would be refused is not offered either.
    guard match.decision != .reject else { return [] }
    // Where the timetable cannot be read the name is shown once.
    var shared = shared
    match = (try? shared.apart(match, among: index, policy: matcher.lexicon.policy, saying: typed)) ?? match
    return match.candidates.map { candidate in
      // A stop that is called like a command is named in quotes.
      let isCommand = matcher.match(candidate.name, question: .command).decision == .accept
      return Suggestion(text: candidate.name, answer: isCommand ? "\"\(candidate.name)\"" : candidate.name)
    }
  }
}
