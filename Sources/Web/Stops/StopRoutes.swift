#if Page
import Conversation
import Foundation
import HTTPTypes
import Hummingbird
import Journey
import Live
import Matching
import Timetable

/// Stops and what leaves there.
struct StopRoutes: Sendable {
  let views: PageViews

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/stops", use: search)
    router.get("/stops/:id", use: show)
    router.get("/api/stops", use: searchForPrograms)
    router.get("/api/stops/:id", use: showForPrograms)
    router.get("/api/stops/:id/departures", use: departuresForPrograms)
  }

  // MARK: Searching

  private struct Found {
    var id: String
    var name: String
    var near: String?
    var lines: String
    var metres: String?
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
    let language = views.language(of: request)
    return try views.page(
      "stops",
      Search(
        text: text ?? "", found: (found ?? []).map { Self.row($0, language) }, isAsked: found != nil,
        isNothing: found?.isEmpty == true, isNear: text == nil),
      request)
  }

  private static func row(_ stop: StopRecord, _ language: PageLanguage) -> Found {
    Found(
      id: stop.id, name: stop.reading.map { "\(stop.name) (\($0))" } ?? stop.name,
      near: language.near(stop),
      lines: stop.lines.prefix(12).map(\.name).joined(separator: " "),
      metres: stop.metres.map { language.prompts.words(metres: Double($0)) })
  }

  private func searchForPrograms(_ request: Request, _ context: PageContext) async throws -> Response {
    guard let found = try found(request).found else {
      throw PageError(.badRequest, "query", "Give a text, or lat and lon.")
    }
    return try .json(found)
  }

  private func found(_ request: Request) throws -> (text: String?, found: [StopRecord]?) {
    let query = request.uri.queryParameters
    let own = try setting.store.places()
    if let text = query["text"].map(String.init)?.trimmingCharacters(in: .whitespaces), !text.isEmpty {
      guard text.count <= 200 else { throw PageError(.badRequest, "text", "No stop has so long a name.") }
      let search = try StopSearch(setting.timetable, views.language(of: request).prompts.lexicon)
      let groups = try search.groups(like: text, own: own, limit: 12)
      return (text, try StopRecord.list(groups, setting.timetable, ownNames: own, typed: text))
    }
    guard query["lat"] != nil || query["lon"] != nil else { return (nil, nil) }
    guard let lat = query["lat"].flatMap({ Double($0) }), let lon = query["lon"].flatMap({ Double($0) }),
      (-90...90).contains(lat), (-180...180).contains(lon)
    else { throw PageError(.badRequest, "place", "There is no such place: give lat and lon in degrees.") }
    let here = Position(latitude: lat, longitude: lon)
    let near = try setting.timetable.stops(near: here, within: 2000, limit: 20).map { StopGroup([$0]) }
    return (nil, try StopRecord.list(near, setting.timetable, ownNames: own, seenFrom: here))
  }

  // MARK: One stop

  private struct Departure {
    var time: String
    var line: String
    var headsign: String
    var platform: String?
    /// What is known live, as `+3`; empty where nothing is.
    var now: String
    var isCancelled: Bool
  }

  private struct Place {
    var name: String
    var lines: String
    var departures: [Departure]
    var hasDepartures: Bool
    /// By operators, of what leaves.
    var announcements: [String]
    var hasAnnouncements: Bool
  }

  private func details(_ context: PageContext) throws -> StopDetails {
    guard let id = context.parameters.get("id")?.removingPercentEncoding,
      let details = try setting.timetable.stopDetails(id: id)
    else { throw PageError(.notFound, "no-such-stop", "The timetable has no such stop.") }
    return details
  }

  private func show(_ request: Request, _ context: PageContext) async throws -> Response {
    let details = try details(context)
    let (language, zone) = (views.language(of: request), details.stop.zone ?? details.zone)
    let board = await setting.liveView().board
    let found = try departures(details, at: setting.now(), board)
    let departures = found.map {
      Departure(
        time: language.time($0.departure.time, zone: zone), line: $0.departure.line.name,
        headsign: $0.departure.headsign,
        platform: $0.departure.platform,
        now: $0.live?.state == .cancelled
          ? language.words.say("liveCancelled") : $0.call.map { language.now($0, isArrival: false) } ?? "",
        isCancelled: $0.isCancelled)
    }
    let announcements = try Announcements(
      board, setting.timetable, language: language.prompts.language, at: setting.now()
    ).lines(of: found, from: [details.stop.id])
    let place = Place(
      name: details.stop.name, lines: details.lines.map(\.name).joined(separator: " "), departures: departures,
      hasDepartures: !departures.isEmpty, announcements: announcements, hasAnnouncements: !announcements.isEmpty)
    return try views.page("stop", place, request, title: place.name)
  }

  private func showForPrograms(_ request: Request, _ context: PageContext) async throws -> Response {
    let details = try details(context)
    let own = try setting.store.places().filter { $0.stop.id == details.stop.id }.map(\.name)
    return try .json(StopDetailsRecord(details, yours: own))
  }

  private func departuresForPrograms(_ request: Request, _ context: PageContext) async throws -> Response {
    let details = try details(context)
    let at = try request.instant("at") ?? setting.now()
    let board = await setting.liveView().board
    let announced = Announcements(
      board, setting.timetable, language: views.language(of: request).prompts.language, at: setting.now())
    return try .json(
      departures(details, at: at, board).map {
        try LiveDepartureRecord($0, zone: details.zone, announced: announced.records(of: $0, from: [details.stop.id]))
      })
  }

  private func departures(_ details: StopDetails, at instant: Date, _ board: LiveBoard) throws -> [LiveDeparture] {
    try setting.timetable.departures(from: details.stop.id, at: instant, limit: 20).map { LiveDeparture($0, board) }
  }
}

extension Request {
  /// An instant of the query, as ISO 8601 with its offset; nil where it is not given.
  /// - Throws: `PageError` (400)
  func instant(_ name: String) throws -> Date? {
    guard let text = uri.queryParameters[name[...]].map(String.init), !text.isEmpty else { return nil }
    guard let instant = WrittenInstant(text) else {
      throw PageError(.badRequest, "instant", "\(name) is no instant like 2026-12-01T08:00:00Z.")
    }
    return instant.date
  }
}
#endif
