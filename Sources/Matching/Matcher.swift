import Foundation
import Journey

/// Finds what an utterance means among options: a function of its arguments, with no state and no clock.
///
/// ```swift
/// let stops = OptionIndex(options, lexicon: lexicon)
/// Matcher(lexicon: lexicon).match("linz hbf", question: .slot(.to), among: stops).value
/// ```
public struct Matcher: Sendable {
  public let lexicon: Lexicon
  /// Whether matches of places say how they came about, which costs some time.
  public var explains = false
  public var policy: MatchPolicy
  let fillers: Set<String>
  let around: Set<String>
  let chatter: Set<String>
  let services: Set<String>
  let denials: Set<String>
  let commands: CommandReader
  let commandModel: CommandModel?
  let modes: CommandReader
  let quantities: QuantityParser
  let splitter: RoleSplitter

  public init(lexicon: Lexicon) {
    self.lexicon = lexicon
    policy = lexicon.policy
    let words = lexicon.words
    commandModel = lexicon.commandModel
    fillers = Set(words.fillers.flatMap { Normalizer.tokens($0).map(\.word) })
    chatter = Set(words.chatter.flatMap { Normalizer.tokens($0).map(\.word) })
    services = Set(words.services)
    denials = Set(words.denials.flatMap { Normalizer.tokens($0).map(\.word) })
    around = Set(words.around.flatMap { Normalizer.tokens($0).map(\.word) })
    commands = CommandReader(
      lexicon.commands, rules: words.rules, fillers: fillers, numbers: Set(words.numbers.words.keys))
    modes = CommandReader(
      lexicon.options.mode.map { CommandPhrases(name: $0.value.rawValue, phrases: $0.phrases) }, rules: words.rules,
      fillers: fillers.union(around), fillerWeight: 0.05)
    quantities = QuantityParser(words)
    splitter = RoleSplitter(words, fillers: fillers, times: TimeReader(lexicon.clock, lexicon: words))
  }

  /// The answer to one question, as `alight match` prints it.
  ///
  /// - Parameter mode: the mode where it is known already, so that a bare number takes its unit.
  /// - Parameter among: the places of a question for a stop; other questions have their options from the lexicon.
  public func match(_ utterance: String, question: MatchQuestion, mode: Mode? = nil, among: OptionIndex? = nil) -> Match
  {
    let text = Self.shortened(utterance)
    var match: Match
    switch question {
    case .command: match = matchCommand(text)
    case .slot(.mode): match = mended(matchMode(text), text, at: .mode, mode: nil)
    case .slot(.interval): match = mended(matchInterval(text, mode: mode), text, at: .interval, mode: mode)
    case .slot(let slot): match = matchPlace(text, slot: slot, index: among)
    }
    if case .slot(let slot) = question, match.decision == .reject, match.command == nil {
      match = unusualCommand(text, Normalizer.tokens(text), at: slot) ?? match
    }
    match.utterance = utterance
    return match
  }

  /// The longest of thousands of collected answers have fewer than fifty words; a longer text is not read to its end.
  static let mostWords = 64

  static func shortened(_ utterance: String) -> String {
    guard utterance.utf8.count > mostWords else { return utterance }
    let text =
      utterance.utf8.count <= 1200
      ? utterance : String(String.UnicodeScalarView(utterance.unicodeScalars.prefix(400)))
    let words = Normalizer.tokens(text)
    return words.count > mostWords
      ? String(decoding: Array(text.utf8)[..<words[mostWords].range.lowerBound], as: UTF8.self) : text
  }

  static func isQuoted(_ text: String) -> Bool {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    guard trimmed.count > 2, let first = trimmed.first, let last = trimmed.last else { return false }
    return "\"“„«'".contains(first) && "\"”“»'".contains(last)
  }

  static func nothing(_ utterance: String, _ reason: MatchReason, candidates: [Candidate] = []) -> Match {
    Match(
      utterance: utterance, decision: .reject, candidates: candidates, score: candidates.first?.score ?? 0,
      margin: margin(candidates), reason: reason)
  }

  static func margin(_ candidates: [Candidate]) -> Double {
    (candidates.first?.score ?? 0) - (candidates.count > 1 ? candidates[1].score : 0)
  }
}
