import Foundation
import Journey
import Testing

@testable import Conversation

@Suite("Nothing that is said of a trip is lost")
struct TripWordsTests {
  /// A sentence of a trip as somebody in a hurry says one: stops twice, stays in odd places, a start told late.
  private struct Said {
    var text = ""
    var stops: [(words: String, name: String)] = []
    var stays: [(words: String, seconds: Double)] = []

    private static let stops = [
      ("linz hauptbahnhof", "Linz Hauptbahnhof"), ("linz hauptplatz", "Linz Hauptplatz"),
      ("gallneukirchen", "Gallneukirchen Marktplatz"), ("pregarten", "Pregarten"),
      ("hagenberg softwarepark", "Hagenberg Softwarepark"), ("home", "home"), ("work", "work"),
    ]
    private static let stays = [
      ("23 minutes", 1380.0), ("41 minutes", 2460), ("57 minutes", 3420), ("73 minutes", 4380), ("97 minutes", 5820),
    ]

    private static let beginnings = ["from % to %", "first %, then %", "to % from %", "%, then %"]
    private static let parts = [
      "then % for #", "then to %", "# at %", "after # to %", "then % %", "via %", "and # there", "then % and %",
    ]

    init(seed: UInt64) {
      var random = SplitMix(seed: seed)
      var left = Self.stays.shuffled(using: &random)
      var patterns = [Self.beginnings.randomElement(using: &random) ?? ""]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        patterns.append(Self.parts.randomElement(using: &random) ?? "")
      }
      for sign in patterns.joined(separator: Bool.random(using: &random) ? ", " : " ") {
        if sign == "%", let stop = Self.stops.randomElement(using: &random) {
          stops.append(stop)
          text += stop.0
        } else if sign == "#", let stay = left.popLast() {
          stays.append(stay)
          text += stay.0
        } else {
          text.append(sign)
        }
      }
    }
  }

  private static let places = [("home", 48.2), ("work", 48.3)].map { name, north in
    NamedPlace(
      name: name, stop: Stop(name: name, position: Position(latitude: north, longitude: 14.2), radius: 100))
  }

  @Test("each stop and each stay is in the trip, in a question or among what is told as not understood")
  func kept() throws {
    let begun = try Rehearsal(places: Self.places)
    for seed in 0..<300 as Range<UInt64> {
      let said = Said(seed: seed)
      var dialogue = begun
      let before = dialogue.heard.count
      dialogue.type(said.text)
      let (trip, draft) = (dialogue.state.trip, dialogue.state.draft)
      let told = dialogue.heard[before...].joined(separator: " ").lowercased()
      let waiting = trip?.waiting ?? []
      let stops =
        [draft.from?.value.name, draft.to?.value.name].compactMap(\.self) + (trip?.via ?? []).map(\.place.name)
      for stop in said.stops {
        let isKept = stops.contains(stop.name) || waiting.contains { $0.place.contains(stop.words) }
        #expect(
          isKept || stop.words.split(separator: " ").allSatisfy { told.contains($0) },
          "seed \(seed): \"\(said.text)\" has lost \(stop.words): \(stops) \(waiting) \(told)")
      }
      let stays = (trip?.via ?? []).map(\.stay) + [trip?.stay ?? 0] + waiting.compactMap(\.stay)
      for stay in said.stays {
        let isKept = stays.contains(stay.seconds) || draft.interval?.value == .duration(seconds: stay.seconds)
        // What is told again is told in the words of the prompts: "1 hour and 10 minutes".
        let isTold = told.contains(stay.words.prefix(2)) || told.contains("hour and \(Int(stay.seconds) / 60 - 60)")
        #expect(
          isKept || isTold,
          "seed \(seed): \"\(said.text)\" has lost \(stay.words): \(stops) \(stays) \(told)")
      }
    }
  }
}
