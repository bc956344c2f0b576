import ArgumentParser
import Conversation
import Foundation
import Journey
import Live
import Timetable

/// `alight rides`: the connections between two stops, and single trips.
struct RidesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rides", abstract: "Show the rides between two stops, also with changes, or one trip stop by stop.",
    discussion: """
      Examples:
        alight rides "linz hbf" hagenberg
        alight rides "linz hbf" hagenberg --arrive 18:00
        alight rides show demo:1-out-0800
      "alight rides between --help" has all options.
      """, subcommands: [RidesBetween.self, ShowTrip.self], defaultSubcommand: RidesBetween.self)
}

/// `alight rides FROM TO`
struct RidesBetween: NamelessCommand, AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "between",
    abstract: "Show the rides between two stops, also with changes; \"between\" may be left out.",
    discussion: """
      Each connection is the best for somebody: none of the others leaves as late, arrives as soon and has as few changes. Changes go \
      by the feed's transfers, and on foot up to 500 metres, or as far as you say; where they begin or end elsewhere, those that need no \
      walk there stand beside them. Times are those of each stop: where the clock changes on the way, the \
      place is told with them, "08:00 (Chicago)". Where one vehicle goes on as another line, you keep your seat: "stay on board".
      Where "alight live" has feeds, what is known live stands behind the times, and what operators announce below, after "!".
      Where several stops are called so, a list is put to you at a terminal; elsewhere the command fails with it.

      Examples:
        alight rides "linz hbf" hagenberg
        alight rides "linz hbf" hagenberg --arrive 18:00
        alight rides "linz hbf" hagenberg --depart "half past eight" --date 2026-12-01 --json
        alight rides "linz hbf" hagenberg --max-walk 0 --pace slow
      """)

  @Argument(help: "Where you get on: a name, an id, or a name of your own.", completion: Completions.stops) var from:
    String
  @Argument(help: "Where you get off.", completion: Completions.stops) var to: String
  @Option(help: "Leave at this time or later (default: now).") var depart: String?
  @Option(help: "Arrive at this time or sooner.") var arrive: String?
  @Option(help: ArgumentHelp("The day (default: the next time it is so late).", valueName: "YYYY-MM-DD")) var date:
    String?
  @Option(help: "How many connections.") var limit = 5
  @Option(
    help: ArgumentHelp(
      "How far you walk at most, to a ride, between and from rides (default: the preference, or 500 m).",
      valueName: "metres"), transform: WalkLimit.parse)
  var maxWalk: WalkLimit?
  @Option(
    help: ArgumentHelp("How fast you walk: slow, normal, fast or km/h (default: the preference, or normal)."),
    transform: WalkingPace.parse)
  var pace: WalkingPace?
  @Flag(help: "Print one JSON object a line, alight.connection/1.") var json = false
  @OptionGroup(title: "Terminal") var terminal: TerminalOptions
  @OptionGroup var language: LanguageOption
  @OptionGroup var clock: ClockOption
  @OptionGroup var data: DataOptions

  func validate() throws {
    if depart != nil, arrive != nil { throw ValidationError("--depart and --arrive exclude each other") }
    if !(1...100).contains(limit) { throw ValidationError("--limit \(limit): give a number from 1 to 100") }
  }

  func run() async throws {
    let output = Output()
    let resources = try Resources.find()
    let store = try data.openStore()
    var preferences = try store.preferences()
    preferences.maxWalk = maxWalk?.metres ?? preferences.maxWalk
    preferences.pace = pace?.kilometresPerHour ?? preferences.pace
    let assembly = try Assembly(
      language: language.tag(resources, preferred: preferences.language), timetable: data.timetableURL,
      resources: resources, walking: preferences.walking)
    try assembly.tellExpiry(at: clock.instant, output)
    let words = AnswerFlags(
      assembly: assembly, store: store, asks: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1)
    let (origin, destination) = (try words.stop(from, option: "from").value, try words.stop(to, option: "to").value)
    if origin.id == destination.id {
      throw CommandFailure(.usage, "you would get on and off at \(origin.name): give another stop")
    }
    let board = try await LiveData().board(assembly.timetable, at: clock.instant, output)
    let found = try connections(origin, destination, assembly, board)
    guard !found.isEmpty else {
      throw CommandFailure(
        .noInput,
        "no connection from \(origin.name) to \(destination.name) was found within a week of that time: give another time by "
          + "--depart and --date, or see \"alight feed list\" for the days of the timetable")
    }
    let announcements = Announcements(board, assembly.timetable, language: assembly.prompts.language, at: clock.instant)
    if json {
      return try found.forEach {
        try output.json(
          LiveConnectionRecord(
            $0, from: origin, to: destination, board, announced: announcements.records(of: $0.rides)))
      }
    }
    let sheet = ConnectionSheet(
      isColoured: terminal.color.isOnForData, from: origin, to: destination, board: board)
    output.data(sheet.text(found))
    let announced = try announcements.lines(of: found.flatMap(\.rides))
    if !announced.isEmpty { output.data("") }
    for line in announced { output.words("! \(line)") }
    if found.contains(where: { $0.rides.contains(where: \.isDemonstration) }) {
      output.talk(assembly.prompts.texts.say(.demonstration))
    }
  }

  private func connections(
    _ origin: Stop, _ destination: Stop, _ assembly: Assembly, _ board: LiveBoard
  ) throws -> [Connection] {
    let timetable = LiveConnections(assembly.timetable, LiveView(board, assembly.timetable))
    let feed = try assembly.timetable.feeds().first { origin.id.hasPrefix($0.name + ":") }
    func times(_ stop: Stop) -> TimeArgument {
      TimeArgument(words: assembly.prompts.clock, zone: stop.zone ?? feed?.zone ?? "UTC", now: clock.instant)
    }
    if let arrive {
      let instant = try times(destination).instant(arrive, option: "--arrive", day: date)
      return try timetable.connections(from: origin.id, to: destination.id, arriving: instant, count: limit)
    }
    let instant = try depart.map { try times(origin).instant($0, option: "--depart", day: date) }
    let start = try instant ?? date.map(times(origin).start) ?? clock.instant
    return try timetable.connections(from: origin.id, to: destination.id, departing: start, count: limit)
  }
}
