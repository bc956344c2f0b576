import ArgumentParser
import Foundation
import Journey
import Live
import Terminal
import Timetable

/// `alight live show TRIP`
struct LiveShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a trip stop by stop with its live times, or what leaves a stop.",
    discussion: """
      Examples:
        alight live show bart:1090942WKDY
        alight live show "Embarcadero"
      """)

  @Argument(help: "The trip, FEED:TRIP; or a stop.", completion: Completions.stops) var name: String
  @OptionGroup var clock: ClockOption
  @OptionGroup var data: DataOptions

  func run() async throws {
    let output = Output()
    let timetable = try data.timetableInUse()
    guard let trip = try timetable.trip(id: name, at: clock.instant) else {
      var departures = ListDepartures()
      (departures.stop, departures.clock, departures.data) = (name, clock, data)
      return try await departures.run()
    }
    let board = try await LiveData().board(timetable, at: clock.instant, output)
    let feed = String(trip.id.split(separator: ":")[0])
    let runs = board.calls(of: trip.ride.tripID ?? "", in: feed, day: trip.ride.serviceDay)
    guard let live = runs.first(where: { $0.calls.first?.scheduledDeparture == trip.ride.departure }) ?? runs.first
    else {
      throw CommandFailure(.noInput, "no live feed says anything of \(trip.id) on \(trip.ride.serviceDay)")
    }
    let heading = trip.ride.headsign.map { " to \($0)" } ?? ""
    let cancelled = live.state == .cancelled ? ", cancelled" : ""
    output.data("\(trip.ride.line)\(heading), \(trip.ride.serviceDay)\(cancelled)")
    for (stop, call) in zip(trip.ride.stops, live.calls) { output.data(Self.line(stop, call, trip.ride)) }
  }

  private static func line(_ stop: RideStop, _ call: LiveTrip.Call, _ ride: Ride) -> String {
    let clock = ClockText(zone: ride.zone(of: stop))
    let scheduled = String(clock.text(stop.departure ?? stop.arrival ?? call.scheduledDeparture).prefix(5))
    let word = LiveWord.of(call, isArrival: false) ?? ""
    let moved = call.movedTo.map { " (today at \($0))" } ?? ""
    let unsure = call.uncertainty.map { $0 > 60 ? ", by \(Int($0 / 60)) min either way" : "" } ?? ""
    return "  \(scheduled) \(TextColumns.padded(word + unsure, to: 13))  \(stop.stop.name)\(moved)"
  }
}
