import ArgumentParser

/// `alight stops`: the stops of the timetable in use.
struct StopsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stops", abstract: "Find stops, and what leaves them.",
    discussion: """
      Examples:
        alight stops search "linz hbf"
        alight stops near 48.2903,14.2915
        alight stops show demo:hagenberg
        alight stops departures hagenberg --at 08:00 --limit 5
        alight stops alias work hagenberg
      """,
    subcommands: [
      SearchStops.self, NearStops.self, ShowStop.self, AliasStop.self, ListDepartures.self,
    ])
}
