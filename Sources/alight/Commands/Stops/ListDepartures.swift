import ArgumentParser
import Foundation
import Journey
import Live
import Timetable

/// `alight stops departures`
struct ListDepartures: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "departures", abstract: "List what leaves a stop next, or last on a day.",
    discussion: """
      All times are those of the stop. With --last the last trip of each line in each direction is listed; a day goes on \
      until four in the morning. Where "alight live" has feeds, what is known live stands behind the time: 08:04 +3, \
      on time, cancelled.

      Examples:
        alight stops departures hagenberg
        alight stops departures "linz hbf" --at 17:30 --line 1 --limit 3
        alight stops departures "linz hbf" --by-line
        alight stops departures demo:hagenberg --date 2026-12-24 --last --json
      """)

  @Argument(help: "The stop: its id, that of a platform, your name for it, or its name.", completion: Completions.stops)
  var stop: String
  @Option(help: "From this time on, as a clock or people tell it: 17:30, half past five (default: now).") var at:
    String?
  @Option(help: ArgumentHelp("The day (default: the next time it is so late).", valueName: "YYYY-MM-DD")) var date:
    String?
  @Option(help: "Only this line.") var line: String?
  @Option(help: "List so many at most.") var limit: Int?
  @Flag(help: "The next departures of each line and direction together; --limit is for each then (default: 3).")
  var byLine = false
  @Flag(help: "The last departure of each line and direction instead of the next ones.") var last = false
  @Flag(help: "Print one object a line as JSON.") var json = false
  @OptionGroup var colour: DataColour
  @OptionGroup var clock: ClockOption
  @OptionGroup var data: DataOptions

  func validate() throws {
    try ListLimit.check(limit)
    if last, byLine { throw ValidationError("--last and --by-line exclude each other: --last is by line as it is") }
  }

  func run() async throws {
    let output = Output()
    let ids = try StopSearch.stop(stop, data)
    let timetable = try data.timetableInUse()
    guard let details = try timetable.stopDetails(id: ids[0]) else { throw TimetableError.unknownStop(id: ids[0]) }
    if let line { try checkLine(line, ids, timetable, details.stop.name) }
    let time = BoardTime(instant: try instant(zone: details.zone), zone: details.zone)
    let board = try await LiveData().board(timetable, at: clock.instant, output)
    let shown = try departures(ids, timetable, board, at: time.instant)
    guard !shown.isEmpty else { throw CommandFailure(.noInput, nothing(details, time)) }
    let language = try board.alerts.isEmpty ? nil : data.preferences().language
    let announcements = Announcements(board, timetable, language: language ?? "en", at: clock.instant)
    if json {
      return try shown.forEach {
        try output.json(
          LiveDepartureRecord($0, zone: details.zone, announced: announcements.records(of: $0, from: ids)))
      }
    }
    let rows = DepartureRows(shown, time)
    for row in byLine ? rows.linesByLine(colour.paint) : rows.lines(colour.paint) { output.data(row) }
    for line in try announcements.lines(of: shown, from: ids) { output.words("! \(line)") }
  }

  private static let usual = 10
  private static let usualOfEach = 3

  /// How late a trip may be that is still waited for, in seconds, and how many may be overdue at once.
  private static let latest: TimeInterval = 3600
  private static let overdue = 200

  private func departures(
    _ ids: [String], _ timetable: TimetableStore, _ board: LiveBoard, at instant: Date
  ) throws -> [LiveDeparture] {
    guard !last, !byLine, !board.isEmpty else {
      return try scheduled(ids, timetable, at: instant).map { LiveDeparture($0, board) }
    }
    // What is late may have been due before.
    let limit = limit ?? Self.usual
    let found = try ids.flatMap {
      try timetable.departures(
        from: $0, at: instant - Self.latest, line: line, limit: limit + Self.overdue)
    }.map { LiveDeparture($0, board) }.filter { $0.time >= instant }
    return Array(found.sorted { $0.time < $1.time }.prefix(limit))
  }

  /// - Parameter ids: the stop's, several where it has several poles.
  private func scheduled(_ ids: [String], _ timetable: TimetableStore, at instant: Date) throws -> [StopDeparture] {
    if last {
      let found = Self.lastOfEach(
        try ids.flatMap { try timetable.lastDepartures(from: $0, at: instant, line: line) })
      return Array(found.prefix(limit ?? found.count))
    }
    if byLine {
      let limit = limit ?? Self.usualOfEach
      let found = try ids.flatMap { try timetable.departuresByLine(from: $0, at: instant, line: line, limit: limit) }
      return Self.byDirection(found).flatMap { $0.prefix(limit) }
    }
    let limit = limit ?? Self.usual
    let found = try ids.flatMap { try timetable.departures(from: $0, at: instant, line: line, limit: limit) }
    return Array(found.sorted { $0.time < $1.time }.prefix(limit))
  }

  private func instant(zone: String) throws -> Date {
    guard at != nil || date != nil else { return clock.instant }
    let words = try StopSearch.lexicon(preferred: data.preferences().language).clock
    let times = TimeArgument(words: words, zone: zone, now: clock.instant)
    if let at { return try times.instant(at, option: "--at", day: date) }
    // Midnight belongs to the day before, as far as last trips go.
    let start = try date.map(times.start) ?? clock.instant
    return last ? start + 12 * 3600 : start
  }

  private func checkLine(_ line: String, _ ids: [String], _ timetable: TimetableStore, _ name: String) throws {
    let lines = StopGroup(try timetable.listed(ids)).lines
    guard lines.contains(where: { $0.isCalled(line) }) else {
      let known = lines.map(\.name).joined(separator: ", ")
      throw CommandFailure(.noInput, "no line \(line) calls at \(name): there are \(known.isEmpty ? "none" : known)")
    }
  }

  /// Of several poles of a stop, the last to leave in each direction.
  private static func lastOfEach(_ found: [StopDeparture]) -> [StopDeparture] {
    byDirection(found).compactMap(\.last)
      .sorted { ($0.time, $0.line.name, $0.headsign) < ($1.time, $1.line.name, $1.headsign) }
  }

  /// The departures of each line in each direction by time, in the order of their first ones.
  private static func byDirection(_ found: [StopDeparture]) -> [[StopDeparture]] {
    Dictionary(grouping: found) { [$0.line.name, $0.headsign] }.values.map { $0.sorted { $0.time < $1.time } }
      .sorted { ($0[0].time, $0[0].line.name, $0[0].headsign) < ($1[0].time, $1[0].line.name, $1[0].headsign) }
  }

  private func nothing(_ details: StopDetails, _ time: BoardTime) -> String {
    let period = details.firstDay.flatMap { first in
      details.lastDay.map { ", and its timetable is of \(first) to \($0)" }
    }
    let when = last ? "on the day of \(time.text)" : "within a week of \(time.text)"
    return "nothing leaves \(details.stop.name) \(when)\(period ?? "")"
  }
}

extension StopLine {
  fileprivate func isCalled(_ text: String) -> Bool {
    [name, longName].contains { $0?.compare(text, options: .caseInsensitive) == .orderedSame }
  }
}
