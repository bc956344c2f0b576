#if Page
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
    var tiles: MapTiles?
    /// A place that was handed over, as degrees, to be woken before it.
    var place: String?
    /// Where the network is: the two corners of its box, as JSON.
    var box: String?
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
      stops: chosen.map { strip($0, language) } ?? [], tiles: setting.tiles, place: Self.place(request),
      box: try setting.timetable.extent().map { "[[\($0.south),\($0.west)],[\($0.north),\($0.east)]]" })
    return try views.page("map", view, request)
  }

  private static func place(_ request: Request) -> String? {
    request.uri.queryParameters["place"].flatMap { try? WrittenPosition(String($0)) }.map {
      "\(rounded($0.position.latitude)), \(rounded($0.position.longitude))"
    }
  }

  private func strip(_ reminder: Reminder, _ language: PageLanguage) -> [StripStop] {
    let alerts = RideMarks(reminder)
    return reminder.ride.stops.enumerated().map { place, stop in
      let levels = alerts.levels(at: place)
      return StripStop(
        number: place + 1, name: stop.stop.name,
        time: language.time(stop.arrival ?? stop.departure, zone: reminder.ride.zone(of: stop)),
        alert: levels.isEmpty
          ? timed(behind: place, reminder, language)
          : language.words.say("alertHere", ["levels": levels.map(String.init).joined(separator: ", ")]))
    }
  }

  /// The alerts that come by the clock between a stop and the next one, by the timetable.
  private func timed(behind place: Int, _ reminder: Reminder, _ language: PageLanguage) -> String? {
    let stops = reminder.ride.stops
    guard stops.indices.contains(place + 1), let from = stops[place].arrival ?? stops[place].departure,
      let to = stops[place + 1].arrival ?? stops[place + 1].departure
    else { return nil }
    let levels = reminder.levels.filter { level in
      guard level.trigger.isOfTime, let at = level.at else { return false }
      return at >= from && at < to
    }
    guard !levels.isEmpty else { return nil }
    return levels.map { level in
      language.words.say(
        "alertBehind",
        ["level": String(level.level), "time": language.time(level.at, zone: reminder.ride.arrivalZone)])
    }.joined(separator: " ")
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
    /// Where the levels of an alert by time begin, as shares of the way, by the timetable; none for others.
    var timed: [Double]
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
        timed: marks.seconds.compactMap { ride.share(before: $0) },
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

  private struct Network: Encodable {
    struct Stop: Encodable {
      var id: String
      var name: String
      var lat: Double
      var lon: Double
    }

    struct Way: Encodable {
      var line: String
      var color: String?
      var points: [[Double]]
    }

    var stops: [Stop]
    var isCut: Bool
    var ways: [Way]
  }

  /// More are not told apart on a screen.
  private static let mostStops = 400
  private static let mostWays = 80

  /// The stops and lines within a box of the map.
  private func network(_ request: Request, _ context: PageContext) async throws -> Response {
    let ends = (request.uri.queryParameters["box"].map(String.init) ?? "").split(separator: ",").map { Double($0) }
    guard ends.count == 4, let south = ends[0], let west = ends[1], let north = ends[2], let east = ends[3],
      let box = MapBox(south: south, west: west, north: north, east: east)
    else { throw PageError(.badRequest, "box", "Give a box as south,west,north,east.") }
    let map = try setting.timetable.map(box, stops: Self.mostStops, ways: Self.mostWays)
    return try .json(
      Network(
        stops: map.stops.map {
          .init(id: $0.id, name: $0.name, lat: $0.position.latitude, lon: $0.position.longitude)
        }, isCut: map.isCut,
        ways: map.ways.map { way in
          .init(
            line: way.line, color: way.color.map { "#" + $0 },
            points: way.points.map { [Self.rounded($0.latitude), Self.rounded($0.longitude)] })
        }))
  }

  /// To a metre: what is finer is not seen, and takes its time on the line.
  private static func rounded(_ degrees: Double) -> Double { (degrees * 100_000).rounded() / 100_000 }
}

/// At which stops and how far around the destination the levels of a reminder fire.
struct RideMarks {
  private var byStop: [Int: [Int]] = [:]
  private(set) var circles: [(level: Int, metres: Double)] = []
  /// Of the levels that come so many seconds before the stop.
  private(set) var seconds: [Double] = []

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
    case .timeLeft(let left): seconds.append(left)
    case .clock, .entered, .left: break
    }
  }
}

extension Trigger {
  /// Whether it waits for time alone.
  fileprivate var isOfTime: Bool {
    switch self {
    case .timeLeft, .clock: true
    case .all(let parts), .any(let parts): !parts.isEmpty && parts.allSatisfy(\.isOfTime)
    default: false
    }
  }
}

extension Ride {
  /// How much of the way lies behind the vehicle so many seconds before its arrival, by the timetable: 0 to 1; nil where it has no
  /// times.
  fileprivate func share(before seconds: Double) -> Double? {
    guard let arrival, let first = stops.first, length > 0 else { return nil }
    let instant = arrival - seconds
    var last = (at: first.departure ?? first.arrival ?? arrival, metres: first.metres)
    for stop in stops.dropFirst() {
      guard let at = stop.arrival ?? stop.departure else { continue }
      if at > instant {
        let part = at > last.at ? max(0, instant.timeIntervalSince(last.at) / at.timeIntervalSince(last.at)) : 0
        return (last.metres + part * (stop.metres - last.metres) - first.metres) / length
      }
      last = (stop.departure ?? at, stop.metres)
    }
    return 1
  }
}
#endif
