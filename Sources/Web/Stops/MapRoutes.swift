import Foundation
import HTTPTypes
import Hummingbird
import Journey
import Timetable

/// The map, which is drawn from the timetable itself, and the list that says the same.
struct MapRoutes: Sendable {
  let views: PageViews

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/map", use: page)
    router.get("/api/map", use: network)
    router.get("/api/map/:reminder", use: ride)
  }

  private struct Choice {
    var id: String
    var name: String
    var isChosen: Bool
  }

  private struct StripStop {
    var number: Int
    var name: String
    var time: String
    var alert: String?
  }

  private struct Sheet {
    var hasLeaflet: Bool
    var choices: [Choice]
    var hasChoices: Bool
    var chosen: String?
    var heading: String?
    var stops: [StripStop]
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    let (language, now) = (views.language(of: request), setting.now())
    let reminders = try setting.store.reminders(at: now)
    let wanted = request.uri.queryParameters["reminder"].map(String.init)
    let chosen = reminders.first { $0.id.uuidString.lowercased() == wanted } ?? reminders.first
    let view = Sheet(
      hasLeaflet: setting.leaflet != nil,
      choices: reminders.map {
        Choice(
          id: $0.id.uuidString.lowercased(), name: ReminderRow($0, language, at: now).summary,
          isChosen: $0.id == chosen?.id)
      }, hasChoices: reminders.count > 1, chosen: chosen?.id.uuidString.lowercased(),
      heading: chosen.map { ReminderRow($0, language, at: now).summary },
      stops: chosen.map { strip($0, language) } ?? [])
    return try views.page("map", view, request)
  }

  private func strip(_ reminder: Reminder, _ language: PageLanguage) -> [StripStop] {
    let alerts = RideMarks(reminder)
    return reminder.ride.stops.enumerated().map { place, stop in
      let levels = alerts.levels(at: place)
      return StripStop(
        number: place + 1, name: stop.stop.name,
        time: language.time(stop.arrival ?? stop.departure, zone: reminder.ride.zone(of: stop)),
        alert: levels.isEmpty
          ? nil : language.words.say("alertHere", ["levels": levels.map(String.init).joined(separator: ", ")]))
    }
  }

  // MARK: GeoJSON

  private struct RideMap: Encodable {
    struct Stop: Encodable {
      var number: Int
      var name: String
      var lat: Double
      var lon: Double
      var levels: [Int]
    }

    struct Circle: Encodable {
      var level: Int
      var lat: Double
      var lon: Double
      var metres: Double
    }

    var line: [[Double]]
    var color: String?
    var stops: [Stop]
    var circles: [Circle]
  }

  private func ride(_ request: Request, _ context: PageContext) async throws -> Response {
    guard let id = context.parameters.get("reminder").flatMap({ UUID(uuidString: $0) }),
      let reminder = try setting.store.reminders(at: setting.now()).first(where: { $0.id == id })
    else { throw PageError(.notFound, "no-such-reminder", "There is no such reminder any more.") }
    let ride = reminder.ride
    let marks = RideMarks(reminder)
    let way = ride.shape.isEmpty ? ride.stops.map(\.stop.position) : ride.shape
    return try .json(
      RideMap(
        line: way.map { [$0.latitude, $0.longitude] }, color: ride.color.map { "#" + $0 },
        stops: ride.stops.enumerated().map { place, stop in
          .init(
            number: place + 1, name: stop.stop.name, lat: stop.stop.position.latitude,
            lon: stop.stop.position.longitude, levels: marks.levels(at: place))
        },
        circles: marks.circles.map {
          .init(
            level: $0.level, lat: reminder.destination.position.latitude, lon: reminder.destination.position.longitude,
            metres: $0.metres)
        }))
  }

  private struct NetworkMap: Encodable {
    struct Stop: Encodable {
      var id: String
      var name: String
      var lat: Double
      var lon: Double
    }

    var stops: [Stop]
    var isCut: Bool
  }

  /// More are not told apart on a screen.
  private static let mostStops = 400

  /// The stops within a box of the map, those that are served most first.
  private func network(_ request: Request, _ context: PageContext) async throws -> Response {
    let box = (request.uri.queryParameters["box"].map(String.init) ?? "").split(separator: ",").compactMap {
      Double($0)
    }
    guard box.count == 4, box.allSatisfy(\.isFinite) else {
      throw PageError(.badRequest, "box", "Give a box as south,west,north,east.")
    }
    let center = Position(latitude: (box[0] + box[2]) / 2, longitude: (box[1] + box[3]) / 2)
    let corner = Position(latitude: box[2], longitude: box[3])
    let found = try setting.timetable.stops(
      near: center, within: min(100_000, center.metres(to: corner)), limit: 4 * Self.mostStops)
    let inside = found.filter {
      (box[0]...max(box[0], box[2])).contains($0.stop.position.latitude)
        && (box[1]...max(box[1], box[3])).contains($0.stop.position.longitude)
    }.sorted { ($1.calls, $0.stop.id) < ($0.calls, $1.stop.id) }
    return try .json(
      NetworkMap(
        stops: inside.prefix(Self.mostStops).map {
          .init(id: $0.stop.id, name: $0.stop.name, lat: $0.stop.position.latitude, lon: $0.stop.position.longitude)
        }, isCut: inside.count > Self.mostStops))
  }
}

/// At which stops and how far around the destination the levels of a reminder fire.
struct RideMarks {
  private var byStop: [Int: [Int]] = [:]
  private(set) var circles: [(level: Int, metres: Double)] = []

  init(_ reminder: Reminder) {
    for level in reminder.levels { note(level.trigger, level.level) }
  }

  func levels(at stop: Int) -> [Int] { byStop[stop] ?? [] }

  private mutating func note(_ trigger: Trigger, _ level: Int) {
    switch trigger {
    case .approaching(let stop, _, _), .reached(let stop), .passed(let stop): byStop[stop, default: []].append(level)
    case .within(let metres, _): circles.append((level, metres))
    case .all(let parts), .any(let parts):
      for part in parts { note(part, level) }
    case .timeLeft, .clock: break
    }
  }
}
