import Foundation
import Timetable

/// Imports spoilt feeds, one after the other, in place of one another.
struct FeedImports {
  private var runCount = 0
  private var store: TimetableStore

  init() throws { store = try TimetableStore.inMemory() }

  /// - Parameter path: the feed, a folder or a zip.
  mutating func read(_ path: String, kind: String) throws -> ReadFinding {
    runCount += 1
    // What lies in memory grows with what was deleted; now and then it begins anew.
    if runCount % 200 == 0 { store = try TimetableStore.inMemory() }
    let start = ProcessorTime.milliseconds
    let before = try store.feeds()
    var isRead = false
    var flaws: [String] = []
    do {
      let report = try store.importFeed(at: path, name: "fuzzed")
      isRead = true
      flaws = try self.flaws(report) + FeedQuestions(store).flaws()
    } catch let error as TimetableError {
      if error.refusal == nil { flaws.append("ended by \(error)") }
      if try store.feeds() != before { flaws.append("the old feed did not stay") }
    }
    return ReadFinding(
      kind: kind, milliseconds: ProcessorTime.milliseconds - start, isRead: isRead, flaws: flaws, run: runCount)
  }

  /// What no report may come to, whatever was read.
  private func flaws(_ report: ImportReport) throws -> [String] {
    var flaws: [String] = []
    let counts = report.counts
    if counts.trips < 1 || counts.stopTimes < 2 * counts.trips { flaws.append("\(counts.stopTimes) stop times") }
    if report.notices.contains(where: { $0.count < 1 || $0.message.isEmpty }) { flaws.append("an empty notice") }
    if try store.feeds().map(\.name) != ["fuzzed"] { flaws.append("other feeds") }
    let stops = try store.stops().count
    if stops != counts.stations { flaws.append("\(stops) stations instead of \(counts.stations)") }
    return flaws
  }
}
