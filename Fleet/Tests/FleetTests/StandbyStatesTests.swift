import Alerts
import Foundation
import Testing

@testable import Fleet

@Suite("What a worker stands by with") struct StandbyStatesTests {
  private let rider: RiderID
  private let words: [StateWord]
  private var states = StandbyStates()

  private var partition: Partition { Partition(of: rider) }

  init() throws {
    let rider = try #require(RiderID("rider"))
    self.rider = rider
    let states = try (0..<3).map { second in
      try StateRecord(
        AlertState(), of: UUID(), on: "2027-01-15", rider, at: Date(timeIntervalSince1970: Double(second)))
    }
    words = StateWord.whole(states, of: Partition(of: rider))
  }

  @Test("It has heard all between both marks, as they come by a bus")
  mutating func whole() {
    let heard = StateWord.messages(words).flatMap(StateWord.words)
    #expect(heard == words)
    states.take(heard, at: 10)
    #expect(states.states(of: [partition])[partition]?.count == 3)
    #expect(states.isWhole(partition) && states.isWhole(partition, since: 10))
    #expect(!states.isWhole(partition, since: 10.5), "what came before is old")
  }

  @Test("A word that was lost on the way makes it less than all, whichever it was", arguments: 0..<5)
  mutating func lost(place: Int) {
    states.take(words.enumerated().filter { $0.offset != place }.map(\.element), at: 10)
    #expect(!states.isWhole(partition))
    states.take(words, at: 11)
    #expect(states.isWhole(partition))
  }

  @Test("What is told meanwhile of other partitions, or news, makes it no less")
  mutating func amid() throws {
    let other = try #require(Partition((partition.number + 1) % Partition.count))
    states.take([.begins(partition), .begins(other)] + words.dropFirst().dropLast() + [words[1], words[4]], at: 10)
    #expect(states.isWhole(partition) && !states.isWhole(other))
    states.take([.ends(other, states: 0)], at: 10)
    #expect(states.isWhole(other), "nobody is in it, and that is known")
  }

  @Test("Whoever knows that something did not come has not heard all any more")
  mutating func missed() {
    states.take(words + [.missed], at: 10)
    #expect(!states.isWhole(partition))
    states.take(Array(words.dropFirst()), at: 11)
    #expect(!states.isWhole(partition), "the beginning was missed")
  }

  @Test("Whoever has not listened for a while has not heard all any more")
  mutating func listens() {
    states.take(words, at: 10)
    states.listen(to: [])
    states.listen(to: [partition])
    #expect(!states.isWhole(partition))
  }

  @Test(
    "What is no word of ours is left out",
    arguments: [
      "", "begins", "begins 256", "begins -1", "begins 1 2", "ends 1", "ends 1 x", "ends x 1", "starts 1", "a b c d e",
    ])
  func damaged(line: String) {
    #expect(StateWord.words(Data((line + "\nbegins 7\n").utf8)) == Partition(7).map { [.begins($0)] })
  }
}
