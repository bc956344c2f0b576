import Matching

/// The errors of a recogniser's words against those that were said.
package struct WordErrorRate {
  package private(set) var errors = 0
  package private(set) var words = 0

  /// Substituted, left out and added words against the number of words said, each folded as the matcher folds it.
  package mutating func add(heard: String, reference: String) {
    let said = Normalizer.tokens(reference).map(\.word)
    errors += Self.distance(said, Normalizer.tokens(heard).map(\.word))
    words += said.count
  }

  /// 0 for a perfect transcript; above 1 where more was added than was said.
  package var rate: Double { CaseCounts.share(errors, of: words) }

  /// Levenshtein's distance over words.
  package static func distance(_ first: [String], _ second: [String]) -> Int {
    var row = Array(0...second.count)
    for (place, word) in first.enumerated() {
      var diagonal = row[0]
      row[0] = place + 1
      for (column, other) in second.enumerated() {
        let changed = diagonal + (word == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}

/// How recordings fared, so that errors of the recogniser and of the matcher are told apart.
package struct SpeechCounts: Encodable {
  package var recordings = 0
  /// Recordings of which the words are known.
  package var known = 0
  /// Of those, transcripts that have every word.
  package var exact = 0
  package var wordErrorRate = 0.0
  package var right = 0
  /// Recordings whose transcript would have been right as a typed answer.
  package var rightAsHeard = 0
  /// Of those with known words, the ones whose words would have been right as a typed answer.
  package var rightAsSaid = 0

  package enum CodingKeys: String, CodingKey {
    case recordings, known, exact, right
    case wordErrorRate = "word_error_rate"
    case rightAsHeard = "right_as_heard"
    case rightAsSaid = "right_as_said"
  }

  /// Nil where no case is a recording.
  package init?(_ outcomes: [CaseOutcome]) {
    var errors = WordErrorRate()
    for outcome in outcomes {
      guard let hearing = outcome.hearing else { continue }
      recordings += 1
      if outcome.isRight { right += 1 }
      if hearing.isRightAsHeard { rightAsHeard += 1 }
      guard let reference = hearing.reference else { continue }
      known += 1
      errors.add(heard: hearing.heard, reference: reference)
      if Normalizer.key(hearing.heard) == Normalizer.key(reference) { exact += 1 }
      if hearing.isRightAsSaid == true { rightAsSaid += 1 }
    }
    guard recordings > 0 else { return nil }
    wordErrorRate = errors.rate
  }
}
