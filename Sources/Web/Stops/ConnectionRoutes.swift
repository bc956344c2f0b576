#if Page
import Conversation
import Foundation
import HTTPTypes
import Hummingbird
import Journey
import Live
import Timetable

/// Connections between two stops.
struct ConnectionRoutes: Sendable {
  let views: PageViews

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/connections", use: page)
    router.get("/api/connections", use: list)
  }

  private static let most = 5

  // MARK: The page

  /// What was asked for.
  private struct Query {
    var from: String
    var to: String
    var day: String
    var time: String
    var isArrival: Bool

    init(_ request: Request) {
      let query = request.uri.queryParameters
      func field(_ name: Substring) -> String {
        (query[name].map(String.init) ?? "").trimmingCharacters(in: .whitespaces)
      }
      (from, to, day, time) = (field("from"), field("to"), field("day"), field("time"))
      isArrival = query["by"] == "arrival"
    }
  }

  private struct Way {
    var line: String
    var from: String
    var to: String
    var departure: String
    var arrival: String
    /// What is known live of both, as `+3`; empty where nothing is.
    var departureNow: String
    var arrivalNow: String
    /// Why it cannot be taken; empty where it can.
    var trouble: String
  }

  private struct Journey {
    var departure: String
    var arrival: String
    var changes: String
    var ways: [Way]
    /// The dialogue sets reminders on rides without a change as they are asked for; of others it would take another one.
    var isDirect: Bool
    /// What cannot be taken at all is no matter of changes.
    var isChanging: Bool
    /// What the wizard is told to set a reminder on it.
    var answer: String
  }

  /// One that may be meant, as an address that asks again with it.
  private struct Choice {
    var name: String
    var address: String
  }

  private struct Sheet {
    var from: String
    var to: String
    var day: String
    var time: String
    var isArrival: Bool
    var isAsked: Bool
    var swapped: String
    var journeys: [Journey] = []
    var trouble: String?
    var choices: [Choice] = []
    var hasChoices = false
    /// By operators, of what was found.
    var announcements: [String] = []
    var hasAnnouncements = false

    init(_ query: Query) {
      (from, to, day, time) = (query.from, query.to, query.day, query.time)
      isArrival = query.isArrival
      isAsked = !from.isEmpty && !to.isEmpty
      swapped = ConnectionRoutes.address(query, from: query.to, to: query.from)
    }
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    let (query, language) = (Query(request), views.language(of: request))
    var sheet = Sheet(query)
    if sheet.isAsked { try await look(query, language, &sheet) }
    return try views.page("connections", sheet, request)
  }

  private func look(_ query: Query, _ language: PageLanguage, _ sheet: inout Sheet) async throws {
    guard let origin = try stop(query.from, isOrigin: true, query, language, &sheet),
      let destination = try stop(query.to, isOrigin: false, query, language, &sheet)
    else { return }
    guard origin.id != destination.id else {
      sheet.trouble = language.words.say("sameStop", ["stop": origin.name])
      return
    }
    (sheet.from, sheet.to) = (origin.name, destination.name)
    let zone = try zone(of: query.isArrival ? destination : origin)
    guard let at = FormInstant.instant(day: query.day, time: query.time, zone: zone, now: setting.now()) else {
      sheet.trouble = language.words.say("noSuchTime")
      return
    }
    let view = await setting.liveView()
    let found = try connections(origin.id, destination.id, at: at, isArrival: query.isArrival, view)
    sheet.journeys = found.map { Self.journey($0, from: origin.name, to: destination.name, language, view.board) }
    sheet.announcements = try Announcements(
      view.board, setting.timetable, language: language.prompts.language, at: setting.now()
    )
    .lines(of: found.flatMap(\.rides))
    sheet.hasAnnouncements = !sheet.announcements.isEmpty
    if found.isEmpty { sheet.trouble = language.words.say("noConnection") }
  }

  /// The stop that a field names; where it leaves a doubt the sheet asks, and where it names nothing the sheet says so.
  private func stop(
    _ text: String, isOrigin: Bool, _ query: Query, _ language: PageLanguage, _ sheet: inout Sheet
  ) throws -> Stop? {
    switch try PlaceField(text, language, setting) {
    case .place(let stop) where !stop.isPoint: return stop
    case .place: sheet.trouble = language.words.say("noSuchStop", ["text": text])
    case .trouble(let trouble, let choices):
      sheet.trouble = trouble
      sheet.choices = choices.map { choice in
        Choice(
          name: choice.name,
          address: Self.address(
            query, from: isOrigin ? choice.value : query.from, to: isOrigin ? query.to : choice.value))
      }
      sheet.hasChoices = !choices.isEmpty
    }
    return nil
  }

  private static func address(_ query: Query, from: String, to: String) -> String {
    var address = URLComponents()
    address.path = "/connections"
    address.queryItems = [
      URLQueryItem(name: "from", value: from), URLQueryItem(name: "to", value: to),
      URLQueryItem(name: "day", value: query.day), URLQueryItem(name: "time", value: query.time),
    ]
    if query.isArrival { address.queryItems?.append(URLQueryItem(name: "by", value: "arrival")) }
    return address.string ?? "/connections"
  }

  private static func journey(
    _ connection: Connection, from: String, to: String, _ language: PageLanguage, _ board: LiveBoard
  ) -> Journey {
    let words = language.words
    let ways = connection.rides.map { ride in
      let isCancelled = board.trip(of: ride)?.state == .cancelled
      func now(_ stop: Int) -> String {
        isCancelled ? "" : board.call(of: ride, at: stop).map { language.now($0, isArrival: stop > 0) } ?? ""
      }
      return Way(
        line: ride.line, from: ride.stops.first?.stop.name ?? "", to: ride.stops.last?.stop.name ?? "",
        departure: language.time(ride.departure, zone: ride.departureZone),
        arrival: language.time(ride.arrival, zone: ride.arrivalZone), departureNow: now(0),
        arrivalNow: now(ride.stops.count - 1), trouble: isCancelled ? words.say("liveCancelled") : "")
    }
    let runs = !connection.rides.contains(where: board.isNotRun)
    let departure = language.time(connection.departure, zone: connection.rides.first?.departureZone ?? "UTC")
    return Journey(
      departure: departure,
      arrival: language.time(connection.arrival, zone: connection.rides.last?.arrivalZone ?? "UTC"),
      changes: words.say(
        connection.changes == 0 ? "direct" : connection.changes == 1 ? "oneChange" : "changes",
        ["count": String(connection.changes)]),
      ways: ways, isDirect: connection.changes == 0 && runs, isChanging: connection.changes > 0 && runs,
      answer: words.say("say-connection", ["from": from, "to": to, "time": departure]))
  }

  // MARK: For programs

  private func list(_ request: Request, _ context: PageContext) async throws -> Response {
    let query = request.uri.queryParameters
    func stop(_ name: Substring) throws -> Stop {
      guard let stop = try query[name].flatMap({ try setting.timetable.stop(id: String($0)) }) else {
        throw PageError(.notFound, "no-such-stop", "\(name) is the id of no stop of the timetable.")
      }
      return stop
    }
    let (origin, destination) = (try stop("from"), try stop("to"))
    guard origin.id != destination.id else {
      throw PageError(.badRequest, "same-stop", "Both ends are the same stop.")
    }
    let (depart, arrive) = (try request.instant("depart"), try request.instant("arrive"))
    guard depart == nil || arrive == nil else {
      throw PageError(.badRequest, "times", "Give one of depart and arrive.")
    }
    let view = await setting.liveView()
    let found = try connections(
      origin.id, destination.id, at: arrive ?? depart ?? setting.now(), isArrival: arrive != nil, view)
    let announced = Announcements(
      view.board, setting.timetable, language: views.language(of: request).prompts.language, at: setting.now())
    return try .json(
      found.map {
        try LiveConnectionRecord(
          $0, from: origin, to: destination, view.board, announced: announced.records(of: $0.rides))
      })
  }

  // MARK: Looking up

  private func connections(_ from: String, _ to: String, at: Date, isArrival: Bool, _ view: LiveView) throws
    -> [Connection]
  {
    let timetable = LiveConnections(setting.timetable, view)
    return isArrival
      ? try timetable.connections(from: from, to: to, arriving: at, count: Self.most)
      : try timetable.connections(from: from, to: to, departing: at, count: Self.most)
  }

  private func zone(of stop: Stop) throws -> String {
    try stop.zone ?? setting.timetable.feeds().first { stop.id.hasPrefix($0.name + ":") }?.zone ?? "UTC"
  }
}
#endif
