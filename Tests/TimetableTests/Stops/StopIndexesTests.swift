import Foundation
import Matching
import Testing

@testable import Timetable

@Suite("What is built from a timetable") struct StopIndexesTests {
  let folder: TemporaryFolder
  let store: TimetableStore
  private let lexicon = Lexicon()

  init() throws {
    folder = try TemporaryFolder()
    store = try TimetableStore(path: folder.url.appending(path: "timetable.sqlite").path)
    try store.importFeed(at: try SmallFeed().write(to: folder.url), name: "small")
  }

  private var files: Set<String> {
    let built = folder.url.appending(path: "timetable.built")
    return Set((try? FileManager.default.contentsOfDirectory(atPath: built.path)) ?? [])
  }

  private func names() throws -> Set<String> { Set(try store.stopIndex(lexicon).options.map(\.name)) }

  @Test("lies beside the timetable, and is made once") func beside() throws {
    try store.buildIndexes([lexicon])
    let made = files
    #expect(made.count == 4)
    #expect(try names() == ["Alpha", "Beta", "Gamma"])
    _ = try store.stopNetwork(lexicon)
    #expect(files == made)
    try store.buildIndexes([lexicon])
    #expect(files == made, "once more in the same process")
  }

  @Test("is never that of other contents: an import and a removal change its name") func versions() throws {
    try store.buildIndexes([lexicon])
    let first = try store.version()
    var feed = SmallFeed()
    feed["stops.txt"] = feed["stops.txt"].replacing("Beta", with: "Delta")
    try store.importFeed(at: try feed.write(to: folder.url), name: "small")
    #expect(try store.version() != first)
    // Whoever imports and is killed before the index is built leaves an old one there.
    #expect(try names() == ["Alpha", "Delta", "Gamma"])
    try store.removeFeed("small")
    #expect(try names().isEmpty)
    try store.buildIndexes([lexicon])
    #expect(files.isEmpty)
  }

  @Test("is the same in all programs that have the timetable open") func shared() throws {
    let other = try TimetableStore(path: store.path, readOnly: true)
    #expect(try other.version() == store.version())
    try store.buildIndexes([lexicon])
    let made = files
    #expect(try other.stopIndex(lexicon).options.count == 3)
    #expect(files == made)
  }

  @Test("is built again where it is damaged") func damaged() throws {
    try store.buildIndexes([lexicon])
    let built = folder.url.appending(path: "timetable.built")
    for name in files { try Data("nonsense".utf8).write(to: built.appending(path: name)) }
    #expect(try names() == ["Alpha", "Beta", "Gamma"])
    let reachability = try store.reachability()
    let key = try #require(try store.stationKey(of: "small:b"))
    #expect(reachability.reached(from: try #require(reachability.number(ofKey: key))).count == 1)
    #expect(
      try TimetableStore(path: store.path, readOnly: true).connections(
        from: "small:a", to: "small:c", departing: Date(timeIntervalSince1970: 1_780_000_000)
      ).count
        == 1)
    #expect(try files.allSatisfy { try Data(contentsOf: built.appending(path: $0)).count > 20 })
  }

  @Test("is built in memory where nothing can be written, and for a timetable in memory") func memory() throws {
    try Data().write(to: folder.url.appending(path: "timetable.built"))
    #expect(try names() == ["Alpha", "Beta", "Gamma"])
    #expect(
      try store.stopNetwork(lexicon).index(reachedFromKey: #require(try store.stationKey(of: "small:b"))).options
        .map(\.name) == ["Gamma"])
    let (other, _) = try SmallFeed().imported()
    #expect(other.builtFolder == nil)
    #expect(try other.stopIndex(lexicon).options.count == 3)
    try other.buildIndexes([lexicon])
  }

  @Test("holds names in other languages, readings, and the codes of platforms") func otherNames() throws {
    var feed = SmallFeed()
    feed["stops.txt"] = """
      stop_id,stop_code,stop_name,stop_lat,stop_lon,location_type,parent_station
      s,77,岡山駅,48.30,14.30,1,
      a,4711,岡山駅,48.30,14.30,0,s
      b,,Beta,48.31,14.30,0,
      c,,Gamma,48.33,14.30,0,

      """
    try store.importFeed(at: try feed.write(to: folder.url), name: "small")
    try store.database.write { database in
      for (stop, language, name) in [("a", "ja-Hrkt", "オカヤマエキ"), ("s", "en", "Okayama Sta."), ("b", "en", "Beta")] {
        try database.execute(
          sql: "INSERT INTO stop_name (stop, language, name) SELECT id, ?, ? FROM stop WHERE stop_id = ?",
          arguments: [language, name, stop])
      }
    }
    let options = try store.matchOptions()
    let station = try #require(options.first { $0.id == "small:s" })
    #expect(station.alternatives.map(\.name) == ["4711", "77", "Okayama Sta.", "オカヤマエキ", "okayamaeki"])
    #expect(options.first { $0.id == "small:b" }?.alternatives.isEmpty == true)
    #expect(try store.stopDetails(id: "small:a")?.names.map(\.language) == ["en", "ja-Hrkt"])
  }
}
