import ArgumentParser
import Foundation
import Journey
import Terminal
import Timetable

/// `alight rides show`
struct ShowTrip: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a trip stop by stop, on the next day that it runs.",
    discussion: """
      A trip is named by its id in the feed, which --json tells of rides and departures.

      Examples:
        alight rides show demo:1-out-0800
        alight rides show demo:1-out-0800 --date 2026-12-24 --json
      """)

  @Argument(help: "The trip: FEED:TRIP, or its id alone where one feed has it.") var trip: String
  @Option(help: ArgumentHelp("The day, or the next one on which it runs (default: today).", valueName: "YYYY-MM-DD"))
  var date: String?
  @Flag(help: "Print one JSON object, alight.trip/1.") var json = false
  @OptionGroup var language: LanguageOption
  @OptionGroup var clock: ClockOption
  @OptionGroup var data: DataOptions

  func run() throws {
    let output = Output()
    let timetable = try data.timetableInUse()
    let feed = try timetable.feeds().first { trip.hasPrefix($0.name + ":") } ?? timetable.feeds().first
    let words = try StopSearch.lexicon(preferred: data.preferences().language).clock
    let times = TimeArgument(words: words, zone: feed?.zone ?? "UTC", now: clock.instant)
    let start = try date.map(times.start) ?? clock.instant
    guard let found = try timetable.trip(id: trip, at: start) else {
      throw CommandFailure(
        .noInput,
        "no trip has the id \(trip): \"alight stops departures STOP --json\" tells those of a stop in its field trip")
    }
    if json { return try output.json(TripReport(found)) }
    for line in Self.text(found) { output.data(line) }
    if found.ride.isDemonstration {
      output.talk(try language.prompts(Resources.find(), data).texts.say(.demonstration))
    }
  }

  private static func text(_ trip: WholeTrip) -> [String] {
    let ride = trip.ride
    let heading = ride.headsign.map { " to \($0)" } ?? ""
    let every = trip.headway.map { ", then every \(($0 + 59) / 60) min" } ?? ""
    let head = "\(ride.line)\(heading), \(ride.serviceDay)\(every)  \(trip.id)"
    return [head]
      + zip(ride.stops, trip.calls).enumerated().map { place, entry in
        let (stop, call) = entry
        let clock = ClockText(zone: ride.zone(of: stop))
        let at = [stop.arrival, stop.departure].map { $0.map { String(clock.text($0).prefix(5)) } ?? "     " }
        // One time where the vehicle only stops by.
        let time = place == 0 ? at[1] : place == ride.stops.count - 1 || at[0] == at[1] ? at[0] : "\(at[0]) - \(at[1])"
        let notes = [
          call.platform.map { "platform \($0)" }, call.boards || place == ride.stops.count - 1 ? nil : "no boarding",
          call.alights || place == 0 ? nil : "no getting off",
        ].compactMap(\.self)
        return "  \(TextColumns.padded(time, to: 13))  \(stop.stop.name)"
          + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
      }
  }
}

/// A trip as `--json` prints it.
private struct TripReport: Encodable {
  struct Call: Encodable {
    let stop: RideStop
    let platform: String?
    let boards: Bool
    let alights: Bool

    enum CodingKeys: String, CodingKey {
      case platform, boards, alights
    }

    func encode(to encoder: any Encoder) throws {
      try stop.encode(to: encoder)
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encodeIfPresent(platform, forKey: .platform)
      try fields.encode(boards, forKey: .boards)
      try fields.encode(alights, forKey: .alights)
    }
  }

  let schema = "alight.trip/1"
  let id: String
  let line: String
  let headsign: String?
  let color: String?
  let serviceDay: String
  let zone: String
  /// Seconds from one run to the next.
  let headway: Int?
  let stops: [Call]

  init(_ trip: WholeTrip) {
    (id, headway) = (trip.id, trip.headway)
    (line, headsign, color) = (trip.ride.line, trip.ride.headsign, trip.ride.color)
    (serviceDay, zone) = (trip.ride.serviceDay, trip.ride.zone)
    stops = zip(trip.ride.stops, trip.calls).map {
      Call(stop: $0, platform: $1.platform, boards: $1.boards, alights: $1.alights)
    }
  }
}
