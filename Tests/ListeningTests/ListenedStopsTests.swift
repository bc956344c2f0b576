import Conversation
import Foundation
import Journey
import Listening
import Matching
import Testing

@Suite("The stops that are listened for")
struct ListenedStopsTests {
  /// Stops on a line to the east, the most served first; number 0 lies at 48° north, 14° east.
  private let stops = (0..<500).map { number in
    MatchOption(
      id: "feed:\(number)", name: "Stop \(number)",
      position: Position(latitude: 48, longitude: 14 + Double(number) / 100))
  }

  private let texts: PromptTexts

  init() throws {
    texts = try EnglishPrompts.load().texts
  }

  private func used(_ number: Int) -> Stop {
    Stop(
      name: "Stop \(number)", position: Position(latitude: 48, longitude: 14 + Double(number) / 100),
      gtfs: .init(feed: "feed", stopID: "\(number)"))
  }

  @Test("are all where there are few, and then nothing is said")
  func few() {
    let all = ListenedStops(stops, limit: 500)
    #expect(all.taken == stops)
    #expect(all.leftOut.isEmpty && all.notice(texts) == nil)
  }

  @Test("are the most served ones as long as no reminder is set")
  func served() throws {
    let chosen = ListenedStops(stops, limit: 300)
    #expect(chosen.taken == Array(stops.prefix(300)))
    #expect(chosen.leftOut == Array(stops.suffix(200)))
    let notice = try #require(chosen.notice(texts))
    #expect(notice.contains("300 of 500") && notice.contains("Stop 300") && notice.contains("--stops 1000"))
  }

  @Test("are those of reminders, the ones near them, and the most served")
  func near() {
    let chosen = ListenedStops(stops, used: [used(400), used(400), used(7)], limit: 100)
    let names = Set(chosen.taken.map(\.name))
    #expect(chosen.taken.count == 100)
    for number in [400, 399, 401, 395, 405, 7, 0, 1, 2, 20] { #expect(names.contains("Stop \(number)")) }
    #expect(!names.contains("Stop 200"))
    #expect(chosen.taken.count + chosen.leftOut.count == stops.count)
    #expect(Set(chosen.leftOut.map(\.id)).isDisjoint(with: chosen.taken.map(\.id)))
  }

  @Test("keep within the limit whatever was used, also stops that are gone")
  func bounds() {
    let many = (0..<400).map(used) + [used(9999)]
    for limit in [1, 2, 50, 499] {
      #expect(ListenedStops(stops, used: many, limit: limit).taken.count == limit)
      #expect(ListenedStops(stops, used: [used(9999)], limit: limit).taken.count == limit)
    }
    let bare = stops.map { MatchOption(id: $0.id, name: $0.name) }
    #expect(ListenedStops(bare, used: [used(3)], limit: 10).taken.count == 10)
  }
}
