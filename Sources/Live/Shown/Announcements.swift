import Foundation
import Journey
import Timetable

/// What operators announce of rides and departures, in words.
package struct Announcements {
  private let board: LiveBoard
  private let timetable: TimetableStore
  private let language: String
  private let now: Date

  /// - Parameter language: Of the rider, where the operator has it.
  package init(_ board: LiveBoard, _ timetable: TimetableStore, language: String, at now: Date) {
    (self.board, self.timetable, self.language, self.now) = (board, timetable, language, now)
  }

  /// Of the rides of connections.
  /// - Throws: Errors of the timetable.
  package func lines(of rides: [Ride]) throws -> [String] {
    guard !board.alerts.isEmpty else { return [] }
    let byFeed = Dictionary(grouping: rides) { $0.stops.first?.stop.gtfs?.feed }
    return try byFeed.flatMap { feed, rides -> [String] in
      guard let feed else { return [] }
      let stops = rides.flatMap { [$0.stops.first, $0.stops.last].compactMap { $0?.stop.gtfs } }
      return try lines(
        feed, trips: Set(rides.compactMap(\.tripID)),
        stops: Set(stops.flatMap { [$0.stopID, $0.parentStation].compactMap(\.self) })
      )
    }
  }

  /// Of what leaves a stop.
  /// - Parameter ids: Of the stop and its platforms, `FEED:STOP`.
  /// - Throws: Errors of the timetable.
  package func lines(of departures: [LiveDeparture], from ids: [String]) throws -> [String] {
    guard !board.alerts.isEmpty else { return [] }
    let places = (ids + departures.map(\.departure.stopID)).map {
      $0.split(separator: ":", maxSplits: 1).map(String.init)
    }
    let byFeed = Dictionary(grouping: places.filter { $0.count == 2 }) { $0[0] }
    return try byFeed.flatMap { feed, places in
      try lines(feed, trips: Set(departures.map(\.departure.tripID)), stops: Set(places.map { $0[1] }))
    }
  }

  private func lines(_ feed: String, trips: Set<String>, stops: Set<String>) throws -> [String] {
    let known = try timetable.scheduledTrips(trips, of: feed)
    let found = board.announcements(
      of: feed, routes: Set(known.values.map(\.routeID)), trips: trips, stops: stops, at: now)
    var said: Set<String> = []
    return found.compactMap { $0.heading(language) }.map { PlainText.of($0) }.filter { said.insert($0).inserted }
  }
}
