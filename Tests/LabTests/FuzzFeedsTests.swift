import Foundation
import Testing
import Timetable

@testable import alight_lab

@Suite("Fuzzed feeds")
struct FuzzFeedsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "alight-fuzz-\(UUID().uuidString)")

  @Test("crash nothing, and what is read of them is well formed") func wellFormed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var inputs = FuzzFeeds(seed: 5, seeds: FuzzSeedFeed.all)
    var imports = try FeedImports()
    var readCount = 0
    for number in 0..<60 {
      let input = inputs.next()
      try FeedWriter.write(input.files, folder: folder)
      var path = folder
      if number % 3 == 0 {
        path = folder.appending(path: "feed.zip")
        try FeedWriter.write(input.files, zip: path)
        if number % 2 == 0 { try Data(inputs.spoiled(zip: Array(Data(contentsOf: path)))).write(to: path) }
      }
      let finding = try imports.read(path.path, kind: input.kind.rawValue)
      #expect(finding.flaws == [], "run \(finding.run), \(finding.kind)")
      if finding.isRead { readCount += 1 }
    }
    #expect(readCount > 5)
    #expect(readCount < 60)
  }

  @Test("begin with such as can be changed in, which answer all questions") func crossing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FeedWriter.write(FuzzSeedFeed.crossing, folder: folder)
    let store = try TimetableStore.inMemory()
    #expect(try store.importFeed(at: folder.path, name: "fuzzed").counts.trips == 7)
    #expect(try FeedQuestions(store).flaws() == [])
    let day = try Date("2026-06-01T06:00:00+02:00", strategy: .iso8601)
    let changes = try store.connections(from: "fuzzed:s", to: "fuzzed:f", departing: day).map(\.changes)
    #expect(changes.contains(1))
  }

  @Test("begin with one of which everything is read") func seed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FeedWriter.write(FuzzSeedFeed.files, folder: folder)
    let report = try TimetableStore.inMemory().importFeed(at: folder.path)
    var counts = ImportReport.Counts()
    (counts.agencies, counts.stops, counts.stations, counts.routes, counts.services) = (2, 7, 3, 2, 2)
    (counts.trips, counts.stopTimes, counts.patterns, counts.frequencies, counts.shapePoints) = (3, 7, 3, 2, 3)
    (counts.transfers, counts.stopNames) = (4, 2)
    #expect(report.counts == counts)
    let rules: Set = ["unsorted-stop-times", "missing-times", "overlapping-frequencies", "feed-ends-sooner"]
    #expect(Set(report.notices.map(\.rule)) == rules)
  }
}
