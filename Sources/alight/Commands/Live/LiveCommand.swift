import ArgumentParser
import Foundation
import Live
import Timetable

/// `alight live`: delays and positions as operators tell them.
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: "Delays, cancelled trips and vehicles, from GTFS Realtime.",
    discussion: """
      Examples:
        alight live add bart https://example.org/gtfsrt/tripupdate
        alight live list
        alight live show "Embarcadero"
        alight live check bart tripupdates.pb
        alight live serve
      """,
    subcommands: [LiveAdd.self, LiveList.self, LiveRemove.self, LiveShow.self, LiveCheck.self]
      + BuiltCommands.liveServer)
}

/// `alight live check FEED FILE`
struct LiveCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Read a live feed once, and tell how it fits a timetable.",
    discussion: """
      Each finding names the rule of the GTFS Realtime validator that it breaks, or a word of ours, and what was done: a bad stop time \
      costs that stop time, a bad entity that entity, and never the feed. A feed of which less than half is found in the timetable \
      belongs to another version of it: exit code 1.

      Examples:
        alight live check bart tripupdates.pb
        alight live check bart tripupdates.pb --now 2019-08-07T10:45:30-07:00 --json
      """)

  @Argument(help: "The timetable that it belongs to, as \"alight feed list\" names it.") var feed: String
  @Argument(help: "A file of GTFS Realtime in protobuf.", completion: .file()) var file: String
  @Flag(help: "Print the snapshot as JSON, alight.live/1: all trips, vehicles and alerts with their findings.")
  var json = false
  @OptionGroup var clock: ClockOption
  @OptionGroup var data: DataOptions

  func run() throws {
    let output = Output()
    let store = try data.timetableInUse()
    let known = try store.feeds().map(\.name)
    guard known.contains(feed) else { throw TimetableError.unknownFeed(name: feed, known: known) }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw CommandFailure(.noInput, "\(file) cannot be read: is it there, and are you allowed to?")
    }
    let snapshot: LiveSnapshot
    do {
      snapshot = try LiveReader(store, feed: feed).snapshot(data, now: clock.instant)
    } catch let error as LiveError {
      throw CommandFailure(.badData, "\(file) cannot be used: \(error)")
    }
    if json {
      try output.json(LiveRecord(snapshot))
    } else {
      for line in LiveSheet(snapshot, now: clock.instant).lines { output.data(line) }
    }
    if let share = snapshot.matchedShare, share < LivePolicy().leastMatched {
      throw ExitCode(ExitStatus.checkFailed.rawValue)
    }
  }
}
