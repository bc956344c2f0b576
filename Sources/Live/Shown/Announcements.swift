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
  package func lines(of rides: [Ride]) throws -> [String] { said(try alerts(of: rides)) }

  /// Of what leaves a stop.
  /// - Parameter ids: Of the stop and its platforms, `FEED:STOP`.
  /// - Throws: Errors of the timetable.
  package func lines(of departures: [LiveDeparture], from ids: [String]) throws -> [String] {
    said(try alerts(of: departures, from: ids))
  }

  /// The same for other programs.
  package func records(of rides: [Ride]) throws -> [AnnouncementRecord] { records(try alerts(of: rides)) }

  package func records(of departure: LiveDeparture, from ids: [String]) throws -> [AnnouncementRecord] {
    records(try alerts(of: [departure], from: ids))
  }

  private func alerts(of rides: [Ride]) throws -> [ServiceAlert] {
    guard !board.alerts.isEmpty else { return [] }
    let byFeed = Dictionary(grouping: rides) { $0.stops.first?.stop.gtfs?.feed }
    return try byFeed.flatMap { feed, rides -> [ServiceAlert] in
      guard let feed else { return [] }
      let stops = rides.flatMap { [$0.stops.first, $0.stops.last].compactMap { $0?.stop.gtfs } }
      return try alerts(
        feed, trips: Set(rides.compactMap(\.tripID)),
        stops: Set(stops.flatMap { [$0.stopID, $0.parentStation].compactMap(\.self) })
      )
    }
  }

  private func alerts(of departures: [LiveDeparture], from ids: [String]) throws -> [ServiceAlert] {
    guard !board.alerts.isEmpty else { return [] }
    let places = (ids + departures.map(\.departure.stopID)).map {
      $0.split(separator: ":", maxSplits: 1).map(String.init)
    }
    let byFeed = Dictionary(grouping: places.filter { $0.count == 2 }) { $0[0] }
    return try byFeed.flatMap { feed, places in
      try alerts(feed, trips: Set(departures.map(\.departure.tripID)), stops: Set(places.map { $0[1] }))
    }
  }

  private func alerts(_ feed: String, trips: Set<String>, stops: Set<String>) throws -> [ServiceAlert] {
    let known = try timetable.scheduledTrips(trips, of: feed)
    return board.announcements(
      of: feed, routes: Set(known.values.map(\.routeID)), trips: trips, stops: stops, at: now)
  }

  private func records(_ alerts: [ServiceAlert]) -> [AnnouncementRecord] {
    var listed: Set<AnnouncementRecord> = []
    return alerts.compactMap { AnnouncementRecord($0, language) }.filter { listed.insert($0).inserted }
  }

  /// Each sentence once: one announcement for each of several stops says the same.
  private func said(_ alerts: [ServiceAlert]) -> [String] {
    var said: Set<String> = []
    return alerts.compactMap { $0.heading(language) }.map { PlainText.of($0) }.filter { said.insert($0).inserted }
  }
}

/// What an operator announces, for other programs.
package struct AnnouncementRecord: Encodable, Hashable {
  /// In the language that was asked for, where the operator has it.
  var text: String
  /// All that is said besides.
  var description: String?
  /// As in the standard: `SIGNIFICANT_DELAYS`.
  var effect: String
  var cause: String
  var severity: String
  var url: String?

  /// Nil where nothing is said.
  init?(_ alert: ServiceAlert, _ language: String) {
    guard let heading = alert.heading(language) else { return nil }
    text = heading
    description = alert.header.isEmpty ? nil : alert.text(alert.description, language)
    (effect, cause, severity, url) = (alert.effect, alert.cause, alert.severity, alert.url)
  }
}
