import Foundation
import GRDB
import Journey
import Matching
import Testing

@testable import Timetable

@Suite(
  "Stops of a real feed in Japanese: Ryobi", .enabled(if: Fixtures.sharedFeed("ryobi-jp.zip") != nil, "not at hand"))
struct JapaneseStopsTests {
  private static let store = Result {
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: Fixtures.sharedFeed("ryobi-jp.zip") ?? "", name: "ryobi")
    return store
  }

  @Test(
    "are found by kanji, kana of either kind, and Latin letters",
    arguments: [
      ("岡山駅", "岡山駅"), ("おかやまえき", "岡山駅"), ("オカヤマエキ", "岡山駅"), ("ｵｶﾔﾏｴｷ", "岡山駅"), ("okayama eki", "岡山駅"),
      ("okayamaeki", "岡山駅"), ("Okayama Sta.", "岡山駅"), ("okayama", "岡山駅"), ("天満屋", "天満屋"), ("てんまや", "天満屋"),
      ("tenmaya", "天満屋"), ("tenmya", "天満屋"),
    ])
  func search(text: String, name: String) throws {
    let store = try Self.store.get()
    let isRead = try store.read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT * FROM stop_name)") ?? false }
    guard isRead || text == name else { return print("translations.txt is not read: \(text) is not looked for") }
    let index = OptionIndex(try store.matchOptions(), lexicon: Lexicon())
    let hits = Matcher(lexicon: Lexicon()).search(text, among: index, limit: 5)
    #expect(hits.first.map { index.options[$0.option].name } == name)
  }

  @Test("have departures, and the days of their service") func departures() throws {
    let store = try Self.store.get()
    let id = try #require(try store.matchOptions().first { $0.name == "岡山駅" }?.id)
    let now = try instant("2019-04-10T08:00:00+09:00")
    let board = try store.departures(from: id, at: now, limit: 20)
    #expect(board.count == 20 && board.allSatisfy { $0.time >= now && !$0.headsign.isEmpty })
    let details = try #require(try store.stopDetails(id: id))
    #expect(!details.lines.isEmpty && (details.firstDay ?? "9") <= "2019-04-10")
  }
}

@Suite("Departures of a real feed: BART", .enabled(if: Fixtures.hasBART, "BART is not at hand"))
struct RealDeparturesTests {
  @Test("hold every ride to any other station, and nothing else") func rides() throws {
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: Fixtures.sharedFeed("bart-2023.zip") ?? "", name: "bart")
    let ids = try store.matchOptions().map(\.id)
    for (number, from) in ids.enumerated() where number % 9 == 0 {
      let now = try instant("2023-04-10T05:00:00-07:00") + Double(number) * 3700
      let board = try store.departures(from: from, at: now, limit: 40)
      let end = try #require(board.last?.time)
      var ridden: Set<String> = []
      for to in try store.reachable(from: from) {
        for ride in try store.rides(from: from, to: to, at: now, before: 0, after: 60).rides {
          if let departure = ride.departure, departure < end { ridden.insert("\(ride.line) \(departure)") }
        }
      }
      #expect(Set(board.filter { $0.time < end }.map { "\($0.line.name) \($0.time)" }) == ridden)
    }
  }
}
