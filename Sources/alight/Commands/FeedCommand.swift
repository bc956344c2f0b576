import ArgumentParser
import Foundation
import Timetable

/// `alight feed`: the operators' timetables that stops and rides come from.
struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Import, list and remove timetables (GTFS feeds).",
    subcommands: [Import.self, List.self, ListLines.self, Remove.self])

  /// Which file holds the imported timetables.
  struct TimetableOption: ParsableArguments {
    @Option(
      help: "The file of imported timetables (default: timetable.sqlite in the data folder, or ALIGHT_TIMETABLE).")
    var timetable: String?

    var url: URL { DataFolders().timetable(timetable) }

    /// The timetable for writing, its folder made where it is missing.
    func open() throws -> TimetableStore {
      let folder = url.deletingLastPathComponent()
      if !FileManager.default.fileExists(atPath: folder.path) {
        // The database comes to lie beside it.
        try? FileManager.default.createDirectory(
          at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
      return try TimetableStore(path: url.path)
    }

    /// The timetable for reading; nil where nothing has been imported yet.
    func openIfThere() throws -> TimetableStore? {
      guard FileManager.default.fileExists(atPath: url.path) else { return nil }
      return try TimetableStore(path: url.path, readOnly: true)
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read GTFS feeds into the timetable.",
      discussion: "A feed of the same name is replaced once the new one is read whole.")

    @Argument(help: "GTFS zip files or folders.")
    var feeds: [String]

    @Option(help: "What the feed is called (default: after its file).")
    var name: String?

    @Flag(help: "Print a report as JSON, one line a feed.")
    var json = false

    @OptionGroup var timetable: TimetableOption

    func validate() throws {
      if feeds.isEmpty { throw ValidationError("name a GTFS zip file or folder") }
      if name != nil, feeds.count > 1 { throw ValidationError("--name goes with one feed") }
    }

    func run() throws {
      let output = Output()
      let store = try timetable.open()
      for feed in feeds {
        let report = try read(feed, into: store, output)
        if json { try output.json(report) } else { tell(report, output) }
      }
      StopIndexing.run(store, output)
    }

    private func read(_ feed: String, into store: TimetableStore, _ output: Output) throws -> ImportReport {
      let progress = ImportProgressLine(output, feed: feed)
      defer { progress.clear() }
      return try store.importFeed(at: feed, name: name) { progress.show($0) }
    }

    private func tell(_ report: ImportReport, _ output: Output) {
      let counts = report.counts
      output.data(
        "\(report.feed): \(counts.stations) stations, \(counts.routes) routes, \(counts.trips) trips, "
          + "\(counts.stopTimes) stop times in \(String(format: "%.1f", report.seconds)) s"
          + (report.replaced ? " (replaced)" : ""))
      for notice in report.notices {
        let place = notice.line.map { "\(notice.file), line \($0)" } ?? notice.file
        let more = notice.count > 1 ? " (\(notice.count) of this kind)" : ""
        output.talk("\(notice.action.rawValue): \(place): \(notice.rule): \(notice.message)\(more)")
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the imported timetables.")

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var timetable: TimetableOption

    @OptionGroup var clock: ClockOption

    private struct Report: Encodable {
      var schema = "alight.feeds/1"
      var feeds: [FeedSummary]
      /// The names of those whose last day is over.
      var expired: [String]
    }

    func run() throws {
      let output = Output()
      let feeds = try timetable.openIfThere()?.feeds() ?? []
      let expired = feeds.filter { $0.hasExpired(at: clock.instant) }.map(\.name)
      if json { return try output.json(Report(feeds: feeds, expired: expired)) }
      if feeds.isEmpty { output.talk("no feed is imported: the demonstration network is used") }
      for feed in feeds {
        let days =
          "\(feed.firstDay ?? "?") to \(feed.lastDay ?? "?")" + (expired.contains(feed.name) ? " (expired)" : "")
        let publisher = feed.publisher.map { "  \($0)" } ?? ""
        output.data("\(feed.name)  \(days)  \(feed.stations) stations  \(feed.trips) trips\(publisher)")
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take a timetable away.")

    @Argument(help: "The feed's name, as `feed list` shows it.")
    var name: String

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    @OptionGroup var timetable: TimetableOption

    func run() throws {
      let output = Output()
      let known = try timetable.openIfThere()?.feeds().map(\.name) ?? []
      guard known.contains(name) else { throw TimetableError.unknownFeed(name: name, known: known) }
      if !yes {
        guard isatty(STDIN_FILENO) == 1 else {
          throw CommandFailure(.answerNeeded, "removing \(name) needs a yes: give --yes")
        }
        output.prompt("Remove \(name)? Reminders keep their rides. [y/N] ")
        guard let answer = readLine(), answer.lowercased().hasPrefix("y") else { return output.talk("kept") }
      }
      let store = try timetable.open()
      try store.removeFeed(name)
      StopIndexing.run(store, output)
      output.talk("removed \(name)")
    }
  }
}
