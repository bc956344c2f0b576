import Foundation
import Journey

/// What riders usually say at the questions for mode and interval, whole phrases: of the section `speech` of a language file.
///
/// An answer in which fingers slipped in several words, or between them, is found by the phrase that it is nearest to.
public struct UsualAnswers: Sendable, Codable, Hashable {
  /// Phrases before or after an answer.
  struct Around: Sendable, Codable, Hashable {
    var mode: [String] = []
    var interval: [String] = []
  }

  var carriers = Around()
  var trailers = Around()
  /// The ways to name each mode, by its raw value.
  var modes: [String: [String]] = [:]
  /// The ways to say an interval, by the mode's raw value.
  var intervals: [String: [IntervalPhrase]] = [:]
  /// The words of 1, 2, 3 and so on.
  var numbers: [String] = []

  public init() {}

  /// The value of the phrase that a text was meant to be.
  struct Near: Sendable {
    var value: String
    var phrase: String
    /// How much of the phrase was met, from 0 to 1.
    var share: Double
  }

  /// Slips as a share of a phrase's letters that are forgiven.
  private static let slips = 0.22
  /// By how many letters a phrase that means something else must be farther away.
  private static let lead = 1

  /// What a misspelt answer was meant to be; nil where nothing is near or two are equally near.
  /// - Parameter mode: The way to watch, which the unit of an interval must fit; nil for any.
  func nearest(to text: String, at slot: Slot, mode: Mode?) -> Near? {
    let written = Letters(text)
    guard written.isPlain, (4...48).contains(written.scalars.count) else { return nil }
    let pattern = EditPattern(written.scalars)
    let around = self.around(slot)
    var best: [String: (distance: Int, phrase: String, length: Int)] = [:]
    for (phrase, value) in phrases(at: slot, mode: mode, inDigits: !written.numbers.isEmpty) {
      let own = Letters(phrase)
      guard own.numbers == written.numbers else { continue }
      for (before, after) in around {
        guard abs(before.count + own.scalars.count + after.count - written.scalars.count) <= 4 else { continue }
        let meant = before + own.scalars + after
        guard Letters.beginAlike(meant, written.scalars) else { continue }
        let distance = pattern.distance(to: meant)
        if distance < best[value]?.distance ?? .max { best[value] = (distance, phrase, meant.count) }
      }
    }
    let ranked = best.sorted { ($0.value.distance, $0.key) < ($1.value.distance, $1.key) }
    // In a short word without a number a slip makes another word: "stop" is not "a stop".
    let shortest = written.numbers.isEmpty ? 6 : 4
    guard let first = ranked.first, first.value.distance == 0 || first.value.length >= shortest,
      Double(first.value.distance) <= max(1, Self.slips * Double(first.value.length)),
      ranked.count < 2 || ranked[1].value.distance - first.value.distance >= Self.lead
    else { return nil }
    let share = 1 - Double(first.value.distance) / Double(first.value.length)
    return Near(value: first.key, phrase: first.value.phrase, share: share)
  }

  private func phrases(at slot: Slot, mode: Mode?, inDigits: Bool) -> [(phrase: String, value: String)] {
    switch slot {
    case .from, .to: []
    case .mode: modes.flatMap { mode, names in names.map { ($0, mode) } }
    case .interval:
      (mode.map { [$0] } ?? Mode.allCases).flatMap { intervals[$0.rawValue] ?? [] }.flatMap { way in
        (inDigits ? way.inDigits : way.spelled(numbers)).map { ($0.phrase, $0.value.canonical) }
      }
    }
  }

  /// What may stand before and after an answer, as letters; one of both, or neither.
  private func around(_ slot: Slot) -> [(before: [UInt32], after: [UInt32])] {
    let (carriers, trailers) =
      slot == .mode ? (self.carriers.mode, self.trailers.mode) : (self.carriers.interval, self.trailers.interval)
    return [([], [])] + carriers.map { (Letters($0).scalars, []) } + trailers.map { ([], Letters($0).scalars) }
  }

  /// The letters of a text without its spaces, which slip as well; and its numbers in digits, which must be right.
  private struct Letters {
    var scalars: [UInt32] = []
    var numbers: [String] = []

    init(_ text: String) {
      // A sign, a decimal or a range is no plain number: such amounts are read by the rules for numbers or not at all.
      numbers = text.split { !($0.isNumber || "-\u{2212}.,".contains($0)) }.filter { $0.contains(where: \.isNumber) }
        .map(String.init)
      scalars = Normalizer.tokens(text).flatMap { $0.word.unicodeScalars.filter { $0.properties.numericType == nil } }
        .map(\.value)
    }

    /// Whether at most one number is in it, in digits alone.
    var isPlain: Bool { numbers.count < 2 && numbers.allSatisfy { $0.allSatisfy(\.isNumber) } }

    /// The first letter is seldom wrong, and often tells one word from another: "kein Halt" is not "ein Halt".
    static func beginAlike(_ meant: [UInt32], _ written: [UInt32]) -> Bool {
      guard let first = meant.first, let initial = written.first else { return false }
      let isSwapped = meant.count > 1 && written.count > 1 && meant[1] == initial && written[1] == first
      return first == initial || isSwapped
    }
  }
}

extension UsualAnswers {
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    carriers = try fields.decodeIfPresent(Around.self, forKey: .carriers) ?? Around()
    trailers = try fields.decodeIfPresent(Around.self, forKey: .trailers) ?? Around()
    modes = try fields.decodeIfPresent([String: [String]].self, forKey: .modes) ?? [:]
    intervals = try fields.decodeIfPresent([String: [IntervalPhrase]].self, forKey: .intervals) ?? [:]
    numbers = try fields.decodeIfPresent([String].self, forKey: .numbers) ?? []
  }
}

extension Matcher {
  /// A misspelt answer at the question for the mode or the interval, where its words alone tell too little.
  /// - Parameter match: What its words told.
  func mended(_ match: Match, _ text: String, at slot: Slot, mode: Mode?) -> Match {
    let isOpen = match.decision == .confirm || match.decision == .reject && Self.knowsNothing(match.reason)
    guard slot == .mode || slot == .interval, isOpen, match.command == nil, !Self.isQuoted(text),
      affirmation(text, Normalizer.tokens(text)) == nil,
      let near = lexicon.usual.nearest(to: text, at: slot, mode: slot == .interval ? mode : nil)
    else { return match }
    let name = lexicon.options.mode.first { $0.value.rawValue == near.value }?.name ?? near.value
    let candidate = Candidate(value: near.value, name: name, score: Self.rounded(near.share))
    let others = match.candidates.filter { $0.value != near.value }.map { other in
      Candidate(value: other.value, name: other.name, score: min(other.score, near.share / 2))
    }
    return Match(
      utterance: text, decision: .accept, value: near.value, candidates: [candidate] + others, score: near.share,
      margin: near.share, reason: .init(.misspelt, "nearest to \"\(near.phrase)\""))
  }

  /// Whether a match failed for want of words, and not because of what they say.
  private static func knowsNothing(_ reason: MatchReason) -> Bool {
    [.noAmount, .noUnit, .nothingLikeIt].contains(reason.code)
  }
}
