import Alerts
import Journey
import Matching

/// One answer as the fit sees it.
struct PlaceExample {
  /// What was measured of each option that the search found.
  var features: [[Double]]
  /// Which of them were meant; none where nothing that is known was.
  var meant: [Int]
  var weight: Double
  /// Examples of one answer belong to the same fifth.
  var group: Int
}

/// Turns labelled answers into examples: among all stops, among few, and with the right one taken away.
struct PlaceExamples {
  let matcher: Matcher
  let stops: [MatchOption]
  let subsets: Int
  /// How much an answer counts in the fit.
  var weight = 1.0

  /// How often the option that was meant was found at all, and how often it was the best one.
  func recall(_ answers: [LabelledAnswer]) -> String {
    let index = OptionIndex(stops, lexicon: matcher.lexicon)
    let numbers = index.numbersOfIDs()
    var (asked, found, best) = (0, 0, 0)
    for answer in answers where answer.meant.count == 1 {
      let hits = matcher.placeHits(answer.utterance, slot: answer.slot, index: index)
      let names = Set(answer.meant.compactMap { numbers[$0] }.map { index.nameGroup($0) })
      let place = hits.firstIndex { names.contains(index.nameGroup($0.option)) }
      asked += 1
      if place != nil { found += 1 }
      if place == 0 { best += 1 }
    }
    return "found \(found) and best \(best) of \(asked)"
  }

  /// - Parameter answers: with a number for each, by which they are kept apart when some are held out.
  func made(of answers: [(Int, LabelledAnswer)]) -> [PlaceExample] {
    var examples = self.examples(answers, stops, weight: weight)
    var random = SplitMix(seed: 1)
    let places = Dictionary(stops.enumerated().map { ($1.id, $0) }) { first, _ in first }
    for subset in 0..<subsets {
      let part = answers.filter { $0.0 % max(1, subsets) == subset }
      // Between a town's network and a country's.
      let size = 60 << (subset % 6)
      var chosen = Set((0..<size).map { _ in Int(random.next() % UInt64(stops.count)) })
      for (_, answer) in part.prefix(max(20, size / 4)) { chosen.formUnion(answer.meant.compactMap { places[$0] }) }
      let few = chosen.sorted().map { stops[$0] }
      let known = Set(few.map(\.id))
      let fitting = part.filter { $0.1.meant.isEmpty || $0.1.meant.contains(where: known.contains) }
      examples += self.examples(fitting, few, weight: 0.5 * weight)
    }
    return examples
  }

  private func examples(_ answers: [(Int, LabelledAnswer)], _ stops: [MatchOption], weight: Double) -> [PlaceExample] {
    let index = OptionIndex(stops, lexicon: matcher.lexicon)
    let numbers = index.numbersOfIDs()
    var result: [PlaceExample] = []
    for (group, answer) in answers {
      let hits = matcher.placeHits(answer.utterance, slot: answer.slot, index: index)
      // An exact name is taken by rule.
      guard let first = hits.first, !first.isExact else { continue }
      let names = Set(answer.meant.compactMap { numbers[$0] }.map { index.nameGroup($0) })
      let meant = hits.indices.filter { names.contains(index.nameGroup(hits[$0].option)) }
      let features = hits.map(\.features.values)
      // What the search has not found cannot be learnt from, but must not count as nothing meant either.
      if !answer.meant.isEmpty, meant.isEmpty { continue }
      result.append(
        PlaceExample(features: features, meant: meant, weight: answer.meant.isEmpty ? 4 * weight : weight, group: group)
      )
      // The same answer in a network that does not have the stop.
      if !meant.isEmpty, group % 4 == 0 {
        let rest = hits.indices.filter { !meant.contains($0) }.map { features[$0] }
        result.append(PlaceExample(features: rest, meant: [], weight: 0.15 * weight, group: group))
      }
    }
    return result
  }
}
