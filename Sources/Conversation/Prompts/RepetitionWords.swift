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
  /// The days in two or three letters.
  private let short: [String: Weekday]
  /// Before a name: "call it".
  private let label: CorrectionWords.Phrases
  /// "except": the days behind it are taken away.
  private let except: CorrectionWords.Phrases

  private enum CodingKeys: String, CodingKey {
    case every, fillers, daily, weekdays, weekend, once, through, days, repeated, label, except, short
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
    short = try fields.decodeIfPresent([String: Weekday].self, forKey: .short) ?? [:]
  }

  /// What a text asks for from its first word to its last; nil where it says anything else.
  func meaning(of text: String) -> Meaning? {
    shortRange(text) ?? meaning(of: Normalizer.tokens(text).map(\.word), from: 0)
  }

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
    for longest in words.indices.dropFirst().reversed() {
      guard let meaning = meaning(of: Array(words[..<longest]), from: 0) else { continue }
      // Words that say nothing of days belong to what follows: the "from" of "every weekday from Linz".
      let end = (1...longest).first { self.meaning(of: Array(words[..<$0]), from: 0) == meaning } ?? longest
      // One word alone may as well begin a name: "weekend street".
      if except.length(at: end, of: words) > 0 || end == 1 && words.count < 4 && repeated[words[0]] == nil {
        return nil
      }
      return (meaning, String(decoding: Array(text.utf8)[tokens[end].range.lowerBound...], as: UTF8.self))
    }
    return nil
  }

  /// The days before a tail that says something else, and all but them: "linz to hagenberg, Mondays at 8".
  /// - Parameter isTail: Whether words may stand behind days, as times do.
  func inside(_ text: String, isTail: (String) -> Bool) -> (meaning: Meaning, rest: String)? {
    let tokens = Normalizer.tokens(text)
    let words = tokens.map(\.word)
    let bytes = Array(text.utf8)
    for start in words.indices.dropFirst() where isMark(start, words) && !isExcepted(start, words) {
      for end in (start + 1..<words.count).reversed() {
        guard let meaning = meaning(of: Array(words[..<end]), from: start), meaning != .once else { continue }
        let behind = String(decoding: bytes[tokens[end].range.lowerBound...], as: UTF8.self)
        guard isTail(behind) else { continue }
        return (meaning, String(decoding: bytes[..<tokens[start - 1].range.upperBound], as: UTF8.self) + " " + behind)
      }
    }
    return nil
  }

  /// Whether days are ruled out by the words before them: "but not on mondays", "don't wake me on mondays".
  private func isExcepted(_ start: Int, _ words: [String]) -> Bool {
    (max(0, start - Self.mostBetween)..<start).contains { except.length(at: $0, of: words) > 0 }
  }

  /// So many words may stand between what rules days out and the days.
  private static let mostBetween = 4

  /// The days that the last words of a text rule out, and what stands before these words: "no alarm, and not on weekends".
  /// - Returns: With the words that rule them out.
  func ruledOut(_ text: String) -> (days: [Weekday], words: String, rest: String)? {
    let tokens = Normalizer.tokens(text)
    let words = tokens.map(\.word)
    for place in words.indices where except.length(at: place, of: words) > 0 {
      let first = place + except.length(at: place, of: words)
      for start in first..<min(words.count, first + Self.mostBetween) {
        // "Not 2 but 3 stops, every weekday" rules no days out.
        guard !tokens[first..<start + 1].contains(where: { $0.isNumber || $0.breaksBefore }),
          case .days(let days)? = meaning(of: words, from: start, isMarked: true)
        else { continue }
        let bytes = Array(text.utf8)
        let rest = place == 0 ? "" : String(decoding: bytes[..<tokens[place - 1].range.upperBound], as: UTF8.self)
        // "Every day except every day" is for whoever reads all of it.
        guard !areMentioned(in: rest) else { return nil }
        return (days, String(decoding: bytes[tokens[place].range.lowerBound...], as: UTF8.self), rest)
      }
    }
    return nil
  }

  /// "Mo-Do": from one day to another by their short forms, which alone are words as any.
  private func shortRange(_ text: String) -> Meaning? {
    let parts = text.lowercased().split { "-–—".contains($0) }.map { $0.filter { $0.isLetter } }
    guard parts.count == 2, let first = short[parts[0]], let last = short[parts[1]] else { return nil }
    return .days([first] + Self.days(after: first, to: last))
  }

  /// Whether a text is about days, though perhaps not in a way that tells which: "every other monday".
  func areMentioned(in text: String) -> Bool { areMentioned(in: Normalizer.tokens(text).map(\.word)) }

  private func areMentioned(in words: [String]) -> Bool {
    words.indices.contains { place in
      days[words[place]] != nil || repeated[words[place]] != nil || set(at: place, words) != nil
        || place == 0 && words.count > 1 && every.length(at: place, of: words) > 0
    }
  }

  /// Whether a text asks for days that come again, but for none that can be told: "every other monday".
  func isUnclear(_ text: String) -> Bool {
    let words = Normalizer.tokens(text).map(\.word)
    return !words.isEmpty && every.length(at: 0, of: words) > 0
      && areMentioned(in: Array(words.dropFirst()))
      && meaning(of: words, from: 0) == nil
  }

  /// Whether a text asks for a name and gives none: "call it".
  func lacksName(_ text: String) -> Bool {
    let words = Normalizer.tokens(text).map(\.word)
    let length = label.length(at: 0, of: words)
    return length > 0 && length == words.count
  }

  /// The name in "call it work"; nil where a text gives none.
  func name(in text: String) -> String? {
    let tokens = Normalizer.tokens(text)
    let length = label.length(at: 0, of: tokens.map(\.word))
    guard length > 0, length < tokens.count else { return nil }
    // A name may end with signs, as "C++" does, but not with those that end a sentence.
    let name = String(decoding: Array(text.utf8)[tokens[length].range.lowerBound...], as: UTF8.self)
    return String(name.reversed().drop { $0.isWhitespace || ".,;:!?\"“”".contains($0) }.reversed())
  }

  /// The name that the last words give, and what stands before them: "two stops before, call it work".
  func trailingName(_ text: String) -> (name: String, rest: String)? {
    let tokens = Normalizer.tokens(text)
    let words = tokens.map(\.word)
    for place in words.indices.dropFirst() where label.length(at: place, of: words) > 0 {
      guard tokens[place].breaksBefore || fillers.length(at: place - 1, of: words) > 0 else { continue }
      let bytes = Array(text.utf8)
      guard let name = name(in: String(decoding: bytes[tokens[place].range.lowerBound...], as: UTF8.self)) else {
        continue
      }
      // "And" before it joins it to the rest.
      let last = (0..<place).last { fillers.length(at: $0, of: words) == 0 }
      return (name, last.map { String(decoding: bytes[..<tokens[$0].range.upperBound], as: UTF8.self) } ?? "")
    }
    return nil
  }

  private func isMark(_ place: Int, _ words: [String]) -> Bool {
    repeated[words[place]] != nil
      || [every, daily, weekdays, weekend, once].contains { $0.length(at: place, of: words) > 0 }
  }

  private func meaning(of words: [String], from start: Int, isMarked marked: Bool = false) -> Meaning? {
    var place = start
    var chosen: [Weekday] = []
    var lastDay: Weekday?
    var isMarked = marked
    var isOnce = false
    var isRange = false
    var isExcept = false
    // Days are added, or behind "except" taken away.
    func choose(_ days: [Weekday]) {
      if isExcept { chosen.removeAll(where: days.contains) } else { chosen += days }
    }
    while place < words.count {
      if case let length = except.length(at: place, of: words), length > 0, !chosen.isEmpty, !isExcept, !isRange {
        (isExcept, place) = (true, place + length)
        guard place < words.count else { return nil }
      } else if let (days, length) = set(at: place, words) {
        choose(days)
        (isMarked, place) = (true, place + length)
      } else if case let length = once.length(at: place, of: words), length > 0 {
        (isOnce, place) = (true, place + length)
      } else if let day = days[words[place]] ?? repeated[words[place]] {
        choose(isRange ? Self.days(after: lastDay, to: day) : [day])
        lastDay = day
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
