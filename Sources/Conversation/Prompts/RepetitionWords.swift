import Journey
import Matching

/// How riders say on which days a reminder comes again, and what it is called: the section `repetition` of a language file.
public struct RepetitionWords: Sendable, Decodable {
  /// What the words ask for.
  enum Meaning: Sendable, Hashable {
    case days([Weekday])
    case once
  }

  /// "every": a day alone is one day, and only with such a word it comes again.
  private let every: CorrectionWords.Phrases
  /// "on", "and": say nothing by themselves.
  private let fillers: CorrectionWords.Phrases
  private let daily: CorrectionWords.Phrases
  private let weekdays: CorrectionWords.Phrases
  private let weekend: CorrectionWords.Phrases
  private let once: CorrectionWords.Phrases
  /// Between the first and the last of several days: "to".
  private let through: CorrectionWords.Phrases
  /// A day, and the days that come again by their form: "monday", "mondays".
  private let days: [String: Weekday]
  private let repeated: [String: Weekday]
  /// Before a name: "call it".
  private let label: CorrectionWords.Phrases
  /// "not", "except", "other": the days are others than those that are named.
  private let except: CorrectionWords.Phrases

  private enum CodingKeys: String, CodingKey {
    case every, fillers, daily, weekdays, weekend, once, through, days, repeated, label, except
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func phrases(_ key: CodingKeys) throws -> CorrectionWords.Phrases {
      try fields.decode(CorrectionWords.Phrases.self, forKey: key)
    }
    func names(_ key: CodingKeys) throws -> [String: Weekday] {
      let words = try fields.decode([String: Weekday].self, forKey: key)
      return Dictionary(words.map { (Normalizer.key($0.key), $0.value) }) { first, _ in first }
    }
    (every, fillers) = (try phrases(.every), try phrases(.fillers))
    (daily, weekdays, weekend) = (try phrases(.daily), try phrases(.weekdays), try phrases(.weekend))
    (once, through, label) = (try phrases(.once), try phrases(.through), try phrases(.label))
    except = try phrases(.except)
    (days, repeated) = (try names(.days), try names(.repeated))
  }

  /// What a text asks for from its first word to its last; nil where it says anything else.
  func meaning(of text: String) -> Meaning? { meaning(of: Normalizer.tokens(text).map(\.word), from: 0) }

  /// What the last words of a text ask for, and what stands before them: "two stops before, every weekday".
  func trailing(_ text: String) -> (meaning: Meaning, rest: String)? {
    let tokens = Normalizer.tokens(text)
    let words = tokens.map(\.word)
    for start in words.indices.dropFirst() where isMark(start, words) && !isExcepted(start, words) {
      guard let meaning = meaning(of: words, from: start) else { continue }
      // "At once" and "noch einmal" say nothing of days.
      if meaning == .once, start == words.count - 1 { continue }
      return (meaning, String(decoding: Array(text.utf8)[..<tokens[start - 1].range.upperBound], as: UTF8.self))
    }
    return nil
  }

  /// What the first words of a text ask for, and what stands behind them: "every weekday from Linz".
  func leading(_ text: String) -> (meaning: Meaning, rest: String)? {
    let tokens = Normalizer.tokens(text)
    let words = tokens.map(\.word)
    guard !words.isEmpty, isMark(0, words) else { return nil }
    for end in words.indices.dropFirst().reversed() {
      guard let meaning = meaning(of: Array(words[..<end]), from: 0) else { continue }
      // One word alone may as well begin a name: "weekend street".
      if except.length(at: end, of: words) > 0 || end == 1 && words.count < 4 { return nil }
      return (meaning, String(decoding: Array(text.utf8)[tokens[end].range.lowerBound...], as: UTF8.self))
    }
    return nil
  }

  /// Whether days are ruled out by the words before them: "but not on mondays".
  private func isExcepted(_ start: Int, _ words: [String]) -> Bool {
    let before = (0..<start).last { fillers.length(at: $0, of: words) == 0 }
    return before.map { except.length(at: $0, of: words) > 0 } ?? false
  }

  /// The name in "call it work"; nil where a text gives none.
  func name(in text: String) -> String? {
    let tokens = Normalizer.tokens(text)
    let length = label.length(at: 0, of: tokens.map(\.word))
    guard length > 0, length < tokens.count, let last = tokens.last else { return nil }
    return String(
      decoding: Array(text.utf8)[tokens[length].range.lowerBound..<last.range.upperBound], as: UTF8.self)
  }

  private func isMark(_ place: Int, _ words: [String]) -> Bool {
    repeated[words[place]] != nil
      || [every, daily, weekdays, weekend, once].contains { $0.length(at: place, of: words) > 0 }
  }

  private func meaning(of words: [String], from start: Int) -> Meaning? {
    var place = start
    var chosen: [Weekday] = []
    var isMarked = false
    var isOnce = false
    var isRange = false
    while place < words.count {
      if let (days, length) = set(at: place, words) {
        chosen += days
        (isMarked, place) = (true, place + length)
      } else if case let length = once.length(at: place, of: words), length > 0 {
        (isOnce, place) = (true, place + length)
      } else if let day = days[words[place]] ?? repeated[words[place]] {
        chosen += isRange ? Self.days(after: chosen.last, to: day) : [day]
        isMarked = isMarked || repeated[words[place]] != nil
        (isRange, place) = (false, place + 1)
      } else if case let length = through.length(at: place, of: words), length > 0, !chosen.isEmpty {
        (isRange, isMarked, place) = (true, true, place + length)
      } else if case let length = every.length(at: place, of: words), length > 0 {
        (isMarked, place) = (true, place + length)
      } else if case let length = fillers.length(at: place, of: words), length > 0 {
        place += length
      } else {
        return nil
      }
    }
    if isOnce { return chosen.isEmpty ? .once : nil }
    return isMarked && !isRange && !chosen.isEmpty ? .days(chosen) : nil
  }

  private func set(at place: Int, _ words: [String]) -> ([Weekday], Int)? {
    let sets: [(CorrectionWords.Phrases, [Weekday])] = [
      (daily, Weekday.allCases), (weekdays, Array(Weekday.allCases.prefix(5))),
      (weekend, Array(Weekday.allCases.suffix(2))),
    ]
    return sets.map { ($0.1, $0.0.length(at: place, of: words)) }.filter { $0.1 > 0 }.max { $0.1 < $1.1 }
  }

  /// The days behind one up to another, over the end of the week where need be.
  private static func days(after first: Weekday?, to last: Weekday) -> [Weekday] {
    guard let first, let start = Weekday.allCases.firstIndex(of: first),
      let end = Weekday.allCases.firstIndex(of: last)
    else { return [last] }
    return (1...(end > start ? end - start : end - start + 7)).map { Weekday.allCases[(start + $0) % 7] }
  }
}
