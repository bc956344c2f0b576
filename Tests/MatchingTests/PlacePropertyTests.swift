import Journey
import Matching
import Testing

@Suite("Any stop")
struct PlacePropertyTests {
  @Test("is accepted by its exact name, or asked back among those that are spelt like it", arguments: PropertyStops.all)
  func exactName(_ stops: PropertyStops) {
    var random = SplitMix(seed: 1)
    for option in stops.sample(400, &random) {
      let match = stops.match(option.name)
      let key = Normalizer.key(option.name)
      if match.decision == .accept {
        #expect(match.candidates.first.map { Normalizer.key($0.name) } == key, "\(option.name)")
      } else {
        #expect(match.decision == .ask, "\(option.name): \(match.reason)")
        #expect(match.candidates.contains { Normalizer.key($0.name) == key && $0.score == 1 }, "\(option.name)")
      }
    }
  }

  @Test("is never likelier by its words in another order, or with slips", arguments: PropertyStops.all)
  func spoilt(_ stops: PropertyStops) {
    var random = SplitMix(seed: 2)
    for option in stops.sample(120, &random) {
      let clean = stops.score(option.name, in: stops.match(option.name))
      let turned = option.name.split(separator: " ").shuffled(using: &random).joined(separator: " ")
      var slipped = option.name
      for _ in 0..<3 {
        slipped = random.spoilt(slipped)
        for text in [turned, slipped] {
          #expect(stops.score(option.name, in: stops.match(text)) <= clean + 0.001, "\(option.name): \(text)")
        }
      }
    }
  }

  @Test("has a share of one certainty, and the same one every time", arguments: PropertyStops.all)
  func shares(_ stops: PropertyStops) {
    var random = SplitMix(seed: 3)
    for option in stops.sample(120, &random) {
      let text = random.spoilt(random.spoilt(option.name))
      let match = stops.match(text)
      let scores = match.candidates.map(\.score)
      #expect(scores.allSatisfy { (0...1).contains($0) }, "\(text)")
      #expect(scores == scores.sorted(by: >), "\(text)")
      // Several stops of one spelling are each certain. Each score is rounded.
      if !match.reason.description.hasPrefix("exact"), scores.first != 1 {
        #expect(scores.reduce(0, +) <= 1.003, "\(text): \(scores)")
      }
      #expect(stops.match(text) == match, "\(text)")
    }
  }
}
