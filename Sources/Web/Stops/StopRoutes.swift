import Conversation
import Foundation
import HTTPTypes
import Hummingbird
import Journey
import Matching
import Timetable

/// Stops, what leaves there, and connections between two of them.
struct StopRoutes: Sendable {
  let views: PageViews

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/stops", use: search)
    router.get("/stops/:id", use: show)
    router.get("/connections", use: connect)
    router.get("/api/stops", use: searchForPrograms)
    router.get("/api/stops/:id", use: showForPrograms)
  }

  // MARK: Searching

  private struct Found: Encodable {
    var id: String
    var name: String
    var lines: String
    var metres: String?
    var lat: Double
    var lon: Double
  }

  private struct Search {
    var text: String
    var found: [Found]
    var isAsked: Bool
    var isNothing: Bool
    var isNear: Bool
  }

  private func search(_ request: Request, _ context: PageContext) async throws -> Response {
    let (text, found) = try found(request)
    return try views.page(
      "stops",
      Search(
        text: text ?? "", found: found ?? [], isAsked: found != nil, isNothing: found?.isEmpty == true,
        isNear: text == nil),
      request)
  }

  private func searchForPrograms(_ request: Request, _ context: PageContext) async throws -> Response {
    guard let found = try found(request).found else {
      throw PageError(.badRequest, "query", "Give a text, or lat and lon.")
    }
    return try .json(found)
  }

  private func found(_ request: Request) throws -> (text: String?, found: [Found]?) {
    let query = request.uri.queryParameters
    if let text = query["text"].map(String.init)?.trimmingCharacters(in: .whitespaces), !text.isEmpty {
      guard text.count <= 200 else { throw PageError(.contentTooLarge, "text", "No stop has so long a name.") }
      return (text, try like(text, views.language(of: request)))
    }
    guard let lat = query["lat"].flatMap({ Double($0) }), let lon = query["lon"].flatMap({ Double($0) }) else {
      return (nil, nil)
    }
    guard (-90...90).contains(lat), (-180...180).contains(lon) else {
      throw PageError(.badRequest, "place", "There is no such place.")
    }
    let here = Position(latitude: lat, longitude: lon)
    let prompts = views.language(of: request).prompts
    let near = try setting.timetable.stops(near: here, within: 2000, limit: 20)
    return (nil, near.map { Self.found($0, prompts.words(metres: $0.stop.position.metres(to: here))) })
  }

  private func like(_ text: String, _ language: PageLanguage) throws -> [Found] {
    let lexicon = language.prompts.lexicon
    let index = try setting.timetable.stopIndex(lexicon)
    let hits = Matcher(lexicon: lexicon).search(text, among: index, limit: 40)
    // What is far less likely than the best is no answer.
    let least = max(0.02, (hits.first?.score ?? 0) * 0.05)
    let ids = hits.filter { $0.isExact || $0.score >= least }.map { index.options[$0.option].id }
    var seen: Set<String> = []
    let stops = try ids.compactMap { try setting.timetable.stop(id: $0)?.id }.filter { seen.insert($0).inserted }
    return try stops.prefix(12).flatMap { try setting.timetable.listed([$0]) }.map { Self.found($0, nil) }
  }

  private static func found(_ listed: ListedStop, _ metres: String?) -> Found {
    Found(
      id: listed.stop.id, name: listed.stop.name, lines: listed.lines.prefix(12).map(\.name).joined(separator: " "),
      metres: metres, lat: listed.stop.position.latitude, lon: listed.stop.position.longitude)
  }

  // MARK: One stop

  private struct Departure: Encodable {
    var time: String
    var line: String
    var headsign: String
    var platform: String?
  }

  private struct Place: Encodable {
    var id: String
    var name: String
    var lines: String
    var lat: Double
    var lon: Double
    var departures: [Departure]
    var hasDepartures: Bool
  }

  private func place(_ request: Request, _ context: PageContext) throws -> Place {
    guard let id = context.parameters.get("id")?.removingPercentEncoding,
      let details = try setting.timetable.stopDetails(id: id)
    else { throw PageError(.notFound, "no-such-stop", "The timetable has no such stop.") }
    let (language, zone) = (views.language(of: request), details.stop.zone ?? details.zone)
    let departures = try setting.timetable.departures(from: id, at: setting.now(), limit: 20).map {
      Departure(
        time: language.time($0.time, zone: zone), line: $0.line.name, headsign: $0.headsign, platform: $0.platform)
    }
    return Place(
      id: details.stop.id, name: details.stop.name, lines: details.lines.map(\.name).joined(separator: " "),
      lat: details.stop.position.latitude, lon: details.stop.position.longitude, departures: departures,
      hasDepartures: !departures.isEmpty)
  }

  private func show(_ request: Request, _ context: PageContext) async throws -> Response {
    let place = try place(request, context)
    return try views.page("stop", place, request, title: place.name)
  }

  private func showForPrograms(_ request: Request, _ context: PageContext) async throws -> Response {
    try .json(try place(request, context))
  }

  // MARK: Connections

  private struct Way {
    var line: String
    var from: String
    var to: String
    var departure: String
    var arrival: String
  }

  private struct Journey {
    var departure: String
    var arrival: String
    var changes: String
    var ways: [Way]
    /// The dialogue sets reminders on rides without a change as they are asked for; of others it would take another one.
    var isDirect: Bool
    /// What the wizard is told to set a reminder on it.
    var answer: String
  }

  private struct Connections {
    var from: String
    var to: String
    var isAsked: Bool
    var journeys: [Journey]
    var trouble: String?
  }

  private func connect(_ request: Request, _ context: PageContext) async throws -> Response {
    let (query, language) = (request.uri.queryParameters, views.language(of: request))
    let (from, to) = (query["from"].map(String.init) ?? "", query["to"].map(String.init) ?? "")
    var view = Connections(from: from, to: to, isAsked: !from.isEmpty && !to.isEmpty, journeys: [])
    if view.isAsked {
      if let origin = try like(from, language).first, let destination = try like(to, language).first {
        (view.from, view.to) = (origin.name, destination.name)
        let found = try setting.timetable.connections(
          from: origin.id, to: destination.id, departing: setting.now(), count: 5)
        view.journeys = found.map { Self.journey($0, from: origin.name, to: destination.name, language) }
        if found.isEmpty { view.trouble = language.words.say("noConnection") }
      } else {
        view.trouble = language.words.say("noSuchStop")
      }
    }
    return try views.page("connections", view, request)
  }

  private static func journey(_ connection: Connection, from: String, to: String, _ language: PageLanguage) -> Journey {
    let words = language.words
    let ways = connection.rides.map { ride in
      Way(
        line: ride.line, from: ride.stops.first?.stop.name ?? "", to: ride.stops.last?.stop.name ?? "",
        departure: language.time(ride.departure, zone: ride.departureZone),
        arrival: language.time(ride.arrival, zone: ride.arrivalZone))
    }
    let departure = language.time(connection.departure, zone: connection.rides.first?.departureZone ?? "UTC")
    return Journey(
      departure: departure,
      arrival: language.time(connection.arrival, zone: connection.rides.last?.arrivalZone ?? "UTC"),
      changes: words.say(
        connection.changes == 0 ? "direct" : connection.changes == 1 ? "oneChange" : "changes",
        ["count": String(connection.changes)]),
      ways: ways, isDirect: connection.changes == 0,
      answer: words.say("say-connection", ["from": from, "to": to, "time": departure]))
  }
}
