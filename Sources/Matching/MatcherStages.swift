import Journey

/// One stage of a query with its input at hand, to be run by itself as often as one likes.
package struct MatcherStage {
  package let name: String
  /// How many words, names or answers one run works on; times are told for one of them.
  package let count: Int
  /// Gives a number that depends on the result, so that the work cannot be left out.
  package let run: () -> Int
}

extension Matcher {
  /// The stages of finding a place, each with the input that this answer gives it.
  package func placeStages(_ utterance: String, among index: OptionIndex) -> [MatcherStage] {
    let tokens = splitter.separated(Normalizer.tokens(utterance))
    guard !tokens.isEmpty else { return [] }
    let words = tokens.map(\.word)
    let memory = WordMemory(index)
    let search = PlaceSearch(tokens, memory: memory, fillers: fillers, model: lexicon.placeModel)
    let all = tokens.indices
    let queryWords = all.map(search.word)
    let compounds = search.compounds(in: all)
    // Words that were looked up stay so, and what is left to measure is the way from words to names.
    let keys = search.candidates(queryWords, compounds)
    let reading = PlaceReading(hits: search.hits(all), words: all)
    return [
      MatcherStage(name: "normalise an answer", count: 1) { Normalizer.tokens(utterance).count },
      MatcherStage(name: "phonetic key of a word", count: words.count) {
        words.reduce(0) { $0 + Phonetics.key($1).utf8.count }
      },
      MatcherStage(name: "roles of an answer", count: 1) { splitter.spans(tokens).count },
      MatcherStage(name: "words like a word, by deletions", count: words.count) {
        zip(words, tokens).reduce(0) { sum, word in
          sum + WordForm(word.0, isNumber: word.1.isNumber, index: index, searches: SearchBudget()).nearNeighbours.count
        }
      },
      MatcherStage(name: "names for the words of an answer", count: 1) {
        search.candidates(queryWords, compounds).count
      },
      MatcherStage(name: "features of a name", count: max(1, keys.count)) {
        let comparison = KeyComparison(queryWords, compounds: compounds, start: 0, index: index)
        return keys.reduce(0) { $0 + (comparison.features($1)[.said] > 0 ? 1 : 0) }
      },
      MatcherStage(name: "decision", count: 1) { decide(reading, utterance, tokens, index).candidates.count },
      MatcherStage(name: "whole query", count: 1) {
        match(utterance, question: .slot(.to), among: index).candidates.count
      },
    ] + distances(words, index)
  }

  /// The words of an answer compared with words of names that stand far from each other.
  private func distances(_ words: [String], _ index: OptionIndex) -> [MatcherStage] {
    let others = stride(from: 0, to: index.words.count, by: max(1, index.words.count / 100)).map { $0 }
    guard let word = words.max(by: { $0.utf16.count < $1.utf16.count }), !others.isEmpty else { return [] }
    let units = Array(word.utf16)
    let pattern = EditPattern(units.map(UInt32.init))
    return [
      MatcherStage(name: "edit distance of two words, bit-parallel", count: others.count) {
        others.reduce(0) { $0 + pattern.distance(to: index.words.spelling($1)) }
      },
      MatcherStage(name: "edit distance of two words, weighted", count: others.count) {
        units.withUnsafeBufferPointer { own in
          others.reduce(0) { sum, other in
            sum + Int(EditCosts.distance(written: own, meant: index.words.spelling(other), limit: 100))
          }
        }
      },
    ]
  }

  /// The stages of an answer that is no place.
  package func answerStages(command: String, interval: String, sentence: String) -> [MatcherStage] {
    let tokens = Normalizer.tokens(command)
    return [
      MatcherStage(name: "interval", count: 1) {
        match(interval, question: .slot(.interval), mode: .time).candidates.count
      },
      MatcherStage(name: "command by templates", count: 1) { commands.read(tokens).count },
      MatcherStage(name: "command by the model", count: 1) {
        commandModel?.logits(tokens.map(\.word)).count ?? 0
      },
      MatcherStage(name: "command, both", count: 1) { match(command, question: .command).candidates.count },
      MatcherStage(name: "mode", count: 1) { match(sentence, question: .slot(.mode)).candidates.count },
    ]
  }
}
