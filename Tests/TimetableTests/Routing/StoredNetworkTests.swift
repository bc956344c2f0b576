import Journey
import Foundation
import Testing

@testable import Timetable

@Suite("The stored network of rides") struct StoredNetworkTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appending(path: "timetable.sqlite").path
  }

  private var built: URL { folder.url.appending(path: "timetable.built") }

  private func files(_ ending: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: built, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == ending }
  }

  private func midnight(_ day: Int) throws -> Date {
    try #require(ServiceDay(gtfs: day)).start(in: #require(TimeZone(identifier: "Europe/Vienna")))
  }

  /// Connections between some pairs of stops, from a time and up to another.
  private func answers(_ store: TimetableStore, every step: Int = 7) throws -> [[Connection]] {
    let ids = try store.stops().map(\.id)
    let pairs = ids.flatMap { from in ids.map { (from, $0) } }.filter { $0 != $1 }
    let morning = try midnight(20_261_201).addingTimeInterval(7 * 3600)
    return try stride(from: 0, to: pairs.count, by: step).flatMap { pair in
      let (from, to) = pairs[pair]
      return [
        try store.connections(from: from, to: to, departing: morning),
        try store.connections(from: from, to: to, arriving: morning.addingTimeInterval(36_000)),
      ]
    }
  }

  @Test("answers as the one in memory, when it was just built and when it is mapped") func same() throws {
    let right = try answers(try Fixtures.demo())
    #expect(right.count(where: { $0.contains { $0.changes > 0 } }) > 20)
    let store = try TimetableStore(path: path)
    try store.importFeed(at: Fixtures.demoNetwork.path, name: "demo", isDemonstration: true, progress: nil)
    #expect(try answers(store) == right)
    #expect(try files("network").count == 1 && files("reversed").count == 1)
    #expect(try answers(TimetableStore(path: path, readOnly: true)) == right)
  }

  @Test("is built again where it is damaged, cut short, or only half there") func damaged() throws {
    let store = try TimetableStore(path: path)
    try store.importFeed(at: Fixtures.demoNetwork.path, name: "demo", isDemonstration: true, progress: nil)
    let right = try answers(store, every: 211)
    for ending in ["network", "reversed"] {
      let file = try #require(try files(ending).first)
      let whole = try Data(contentsOf: file)
      var damages: [Data?] = [nil, Data(), Data("nonsense".utf8), whole.dropLast(), whole + [0]]
      for place in [3, 9, 17, 30, 40, 70, whole.count / 2, whole.count - 1] {
        var altered = whole
        altered[place] ^= 0x10
        damages.append(altered)
      }
      for damage in damages {
        try FileManager.default.removeItem(at: file)
        try damage?.write(to: file)
        #expect(try answers(TimetableStore(path: path, readOnly: true), every: 211) == right)
        #expect(try Data(contentsOf: file) == whole)
      }
    }
  }

  @Test("is that of the feeds as they are, when another process imports one again") func follows() throws {
    let store = try TimetableStore(path: path)
    try store.importFeed(at: try SmallFeed().write(to: folder.url), name: "small")
    let noon = try midnight(20_260_601).addingTimeInterval(43_200)
    func arrivals() throws -> [Date] {
      try store.connections(from: "small:a", to: "small:c", arriving: noon).map(\.arrival)
    }
    let before = try #require(try arrivals().first)
    var later = SmallFeed()
    later["stop_times.txt"] = later["stop_times.txt"].replacingOccurrences(of: "08:20", with: "08:25")
    try TimetableStore(path: path).importFeed(at: try later.write(to: folder.url), name: "small")
    #expect(try arrivals() == [before.addingTimeInterval(300)])
  }
}
