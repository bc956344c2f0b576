import ArgumentParser
import Devices
import Foundation
import Live
import Timetable

/// `alight live add FEED LOCATION`
struct LiveAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Have the live data of a timetable read from an address or a file.",
    discussion: """
      The feed is looked at once before it is added, and again when something needs it: departures, rides, or a ride that is followed. A \
      timetable may have several: trip updates, vehicle positions and alerts are often apart. A key that goes with each request is given \
      by --header NAME=VALUE; as others on the machine can read the command line, NAME=- asks for the value, and reads it from standard \
      input where that is no terminal.

      Examples:
        alight live add bart https://example.org/gtfsrt/tripupdate
        alight live add bart https://example.org/gtfsrt/vehicles --header X-Api-Key=- --every 60s
        alight live add bart /var/cache/bart/tripupdates.pb
      """)

  @Argument(help: "The timetable that it belongs to, as \"alight feed list\" names it.") var feed: String
  @Argument(help: "An address of http or https, or a file that is kept up to date by somebody else.") var location:
    String
  @Option(help: ArgumentHelp("A field of each request; several times.", valueName: "name=value")) var header: [String] =
    []
  @Option(
    help: ArgumentHelp("How often it is looked at (default: 30s).", valueName: "duration"),
    transform: TimeSpan.init(parsing:))
  var every: TimeSpan?
  @Flag(help: "Add it though it cannot be read now, or does not fit the timetable.") var force = false
  @OptionGroup var clock: ClockOption
  @OptionGroup var data: DataOptions

  func validate() throws {
    if let every, !LiveFeed.intervals.contains(every.seconds) {
      throw ValidationError("--every: take a time from 10s to 1h")
    }
    for field in header where !field.contains("=") || field.hasPrefix("=") || field.contains(where: \.isNewline) {
      throw ValidationError("--header \(field): write NAME=VALUE")
    }
  }

  func run() async throws {
    let output = Output()
    let timetable = try data.timetableInUse()
    let known = try timetable.feeds().map(\.name)
    guard known.contains(feed) else { throw TimetableError.unknownFeed(name: feed, known: known) }
    var live = LiveFeed(timetable: feed, location: location, every: every?.seconds ?? 30)
    if live.isAddress {
      live.headers = try header.map { try field($0, output) }
    } else {
      guard header.isEmpty else {
        throw CommandFailure(.usage, "--header goes with an address, and \(location) is a file")
      }
      live.location = URL(filePath: location).standardizedFileURL.path
    }
    try await check(live, timetable, output)
    var list = try LiveData().list
    do {
      let isNew = try list.set(live)
      output.data("\(isNew ? "added" : "changed"): \(feed)  \(live.shown)  every \(Int(live.every)) s")
    } catch {
      throw CommandFailure(.storage, "\(error)")
    }
  }

  /// Looks at it once, so that a wrong address or key shows now and not on the way.
  private func check(_ live: LiveFeed, _ timetable: TimetableStore, _ output: Output) async throws {
    let problem: String?
    do {
      guard case .fresh(let data, _) = try await LiveFeedFetcher().fetch(live, since: nil) else { return }
      let snapshot = try LiveReader(timetable, feed: feed).snapshot(data, now: clock.instant)
      let share = snapshot.matchedShare ?? 1
      if share < LivePolicy().leastMatched {
        problem =
          "only \(snapshot.matched) of its \(snapshot.updates) updates are of the timetable: import the present one of \(feed)"
      } else {
        problem = nil
        for line in LiveSheet(snapshot, now: clock.instant).lines { output.talk(line) }
      }
    } catch let error as LiveFetchError {
      problem = error.description
    } catch let error as LiveError {
      problem = error.description
    }
    guard let problem else { return }
    guard force else {
      throw CommandFailure(.unavailable, "\(live.shown): \(problem). Nothing was added; --force adds it all the same")
    }
    output.talk("\(live.shown): \(problem). It is added as you wish.")
  }

  private func field(_ text: String, _ output: Output) throws -> LiveFeed.Header {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts[1] == "-" else { return LiveFeed.Header(name: parts[0], value: parts[1]) }
    output.prompt("\(parts[0]): ")
    guard let value = readLine(), !value.isEmpty else {
      throw CommandFailure(.answerNeeded, "--header \(parts[0])=- needs the value at standard input")
    }
    return LiveFeed.Header(name: parts[0], value: value)
  }
}

/// `alight live list`
struct LiveList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the live feeds: how old they are, how much fits, and what went wrong.",
    discussion: "Each feed is looked at. Keys are not shown.")

  @Flag(help: "Print one JSON object a line, alight.live-feed/1.") var json = false
  @OptionGroup var clock: ClockOption
  @OptionGroup var data: DataOptions

  private struct Record: Encodable {
    var schema = "alight.live-feed/1"
    var feed: String
    var location: String
    var every: Double
    var madeAt: Date?
    /// Seconds since it was made.
    var age: Double?
    var updates: Int?
    var matched: Int?
    var alerts: Int?
    var failure: String?
    var findings: [LiveFinding]
  }

  func run() async throws {
    let output = Output()
    let live = try LiveData()
    if live.list.feeds.isEmpty, !json {
      return output.talk(
        "No live feed is added: times are those of the timetables. Add one with \"alight live add FEED URL\".")
    }
    let timetable = try data.timetableInUse()
    let now = clock.instant
    let poller = try live.poller(timetable)
    await poller?.look(at: now)
    let statuses = await poller?.statuses ?? []
    for feed in live.list.feeds {
      let status = statuses.first { $0.feed == feed }
      let snapshot = status?.snapshot
      let failure = status == nil ? "there is no timetable \(feed.timetable)" : status?.failure
      if json {
        try output.json(
          Record(
            feed: feed.timetable, location: feed.shown, every: feed.every, madeAt: snapshot?.madeAt,
            age: snapshot?.madeAt.map { now.timeIntervalSince($0) }, updates: snapshot?.updates,
            matched: snapshot?.matched,
            alerts: snapshot?.alerts.count, failure: failure, findings: snapshot?.findings ?? []))
      } else {
        output.data(Self.line(feed, snapshot, failure, now))
      }
    }
  }

  private static func line(_ feed: LiveFeed, _ snapshot: LiveSnapshot?, _ failure: String?, _ now: Date) -> String {
    var parts = [feed.timetable, feed.shown, "every \(Int(feed.every)) s"]
    if let snapshot {
      parts.append(snapshot.madeAt.map { "\(LiveData.age(now.timeIntervalSince($0))) old" } ?? "of no known age")
      if snapshot.updates > 0 { parts.append("\(snapshot.matched) of \(snapshot.updates) updates fit") }
      if !snapshot.alerts.isEmpty { parts.append("\(snapshot.alerts.count) alerts") }
      if !snapshot.findings.isEmpty {
        parts.append("\(snapshot.findings.reduce(0) { $0 + $1.count }) flaws (\"alight live check\" lists them)")
      }
    }
    if let failure { parts.append("failed: \(failure)") }
    return parts.joined(separator: "  ")
  }
}

/// `alight live remove NAME`
struct LiveRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Read a live feed no more.",
    discussion: """
      Examples:
        alight live remove bart
        alight live remove https://example.org/gtfsrt/vehicles
      """)

  @Argument(help: "The timetable, for all feeds of it; or the address or file of one.") var name: String

  func run() throws {
    let output = Output()
    var list = try LiveData().list
    do {
      let gone = try list.remove(name)
      guard !gone.isEmpty else {
        throw CommandFailure(.noInput, "no live feed is of \(name): \"alight live list\" shows them")
      }
      for feed in gone { output.data("removed: \(feed.timetable)  \(feed.shown)") }
    } catch let error as LiveFeedListError {
      throw CommandFailure(.storage, "\(error)")
    }
  }
}
