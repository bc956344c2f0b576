import Alerts
import Foundation
import Journey

/// A ride as it was recorded: the fixes, the stops that matter and what is known of the line.
public struct RecordedRide: Sendable {
  public let id: String
  public let fixes: [Fix]
  public let ride: Ride
  public let interval: Interval
  /// The instant of `t` = 0.
  public let start: Date
  private let timetable: AlertPlan.Timetable
  private let knowsBoarding: Bool

  /// Reads a case of the recorded rides.
  /// - Throws: `RecordedRideError`, which tells what is wrong with the case.
  public init(json data: Data) throws {
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: data)
    } catch let error as DecodingError {
      throw RecordedRideError.malformed(error.place)
    }
    id = file.id
    start = Date(timeIntervalSince1970: ((file.start_epoch_ms ?? 0) / 1000).rounded(.down))
    let start = start
    fixes = file.fixes.map { fix in
      Fix(
        at: start.addingTimeInterval(fix.t), position: Position(latitude: fix.lat, longitude: fix.lon),
        accuracy: fix.accuracy, speed: fix.provider == "gps" ? fix.speed : nil)
    }
    ride = try file.ride(start)
    timetable = file.timetable == "of-the-day" ? .ofTheDay : .paceOnly
    knowsBoarding = file.boarding ?? false
    if let reminder = file.reminder {
      guard let interval = Interval(canonical: reminder.interval), interval.mode == reminder.mode else {
        throw RecordedRideError.interval(reminder.interval)
      }
      self.interval = interval
    } else {
      interval = .stops(1)
    }
  }

  /// The plan of the ride. Unless the case says otherwise its timetable is of another day, and nobody knows where the rider
  /// got on.
  public func plan(policy: AlertPolicy = .standard) -> AlertPlan? {
    AlertPlan(
      ride: ride, levels: Level.expand(interval, over: ride), timetable: timetable, knowsBoarding: knowsBoarding,
      policy: policy)
  }
}

/// What is wrong with a recorded ride.
public enum RecordedRideError: Error, Hashable, CustomStringConvertible {
  case malformed(String)
  case tooFewStops(Int)
  case interval(String)

  public var description: String {
    switch self {
    case .malformed(let what): "is no recorded ride: \(what)"
    case .tooFewStops(let count): "has \(count) stops; a ride needs the destination and the stop before it"
    case .interval(let text):
      "asks for the interval “\(text)”, which is none of its mode; write duration:60s, stops:1 or distance:300m"
    }
  }
}

extension DecodingError {
  /// Where the text stops being what it should be, in words.
  fileprivate var place: String {
    switch self {
    case .keyNotFound(let key, let context): "\(Self.path(context)) has no “\(key.stringValue)”"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(Self.path(context)) has another type than it should"
    case .dataCorrupted(let context): context.codingPath.isEmpty ? "it is not JSON" : "\(Self.path(context)) is broken"
    @unknown default: "it cannot be read"
    }
  }

  private static func path(_ context: Context) -> String {
    context.codingPath.isEmpty ? "the file" : context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}

/// The file as it is written; see the data's own description.
private struct File: Decodable {
  struct PlainStop: Decodable {
    var id: String?
    var name: String?
    var lat: Double
    var lon: Double
  }

  struct PlainFix: Decodable {
    var t: Double
    var lat: Double
    var lon: Double
    var accuracy: Double?
    var speed: Double?
    var provider: String?
  }

  struct Shape: Decodable {
    var points: [Position]
    var penultimate_m: Double?
    var destination_m: Double?
  }

  struct Line: Decodable {
    struct LineStop: Decodable {
      var id: String
      var name: String?
      var lat: Double
      var lon: Double
      var along_m: Double
      var arrival: String?
      var departure: String?
    }
    var stops: [LineStop]
  }

  struct PlainReminder: Decodable {
    var mode: Mode
    var interval: String
  }

  var id: String
  var trip: String?
  var start_epoch_ms: Double?
  var stops: [PlainStop]
  var fixes: [PlainFix]
  var shape: Shape?
  var line: Line?
  var reminder: PlainReminder?
  /// `of-the-day` where the line's times are those of the ride; else they give its pace.
  var timetable: String?
  /// Whether the line's first stop is where the rider boards.
  var boarding: Bool?

  func ride(_ start: Date) throws -> Ride {
    guard stops.count >= 2 else { throw RecordedRideError.tooFewStops(stops.count) }
    let rideStops = lineStops(start) ?? plainStops()
    return Ride(
      tripID: trip ?? id, line: trip ?? id, serviceDay: "1970-01-01", zone: "UTC", stops: rideStops,
      shape: shape?.points ?? [])
  }

  private func plainStops() -> [RideStop] {
    var metres = 0.0
    var ride: [RideStop] = []
    for stop in stops {
      let position = Position(latitude: stop.lat, longitude: stop.lon)
      if let last = ride.last { metres += last.stop.position.metres(to: position) }
      ride.append(
        RideStop(stop: Stop(name: stop.name ?? "", position: position), arrival: nil, departure: nil, metres: metres))
    }
    if let shape, let before = shape.penultimate_m, let destination = shape.destination_m, ride.count == 2 {
      ride[0].metres = before
      ride[1].metres = destination
    }
    return ride
  }

  /// The line's stops up to the destination; nil where the line does not end in the case's two stops.
  private func lineStops(_ start: Date) -> [RideStop]? {
    guard let line, let destination = stops.last, stops.count >= 2 else { return nil }
    let before = stops[stops.count - 2]
    func near(_ one: Line.LineStop, _ other: PlainStop) -> Bool {
      Position(latitude: one.lat, longitude: one.lon)
        .metres(to: Position(latitude: other.lat, longitude: other.lon)) < 100
    }
    let index = line.stops.indices.dropFirst().first { index in
      near(line.stops[index], destination) && near(line.stops[index - 1], before)
    }
    guard let index else { return nil }
    return line.stops[...index].map { stop in
      RideStop(
        stop: Stop(name: stop.name ?? stop.id, position: Position(latitude: stop.lat, longitude: stop.lon)),
        arrival: Self.date(stop.arrival, start), departure: Self.date(stop.departure, start), metres: stop.along_m)
    }
  }

  private static func date(_ text: String?, _ start: Date) -> Date? {
    let parts = (text ?? "").split(separator: ":").compactMap { Double($0) }
    guard parts.count == 3 else { return nil }
    return start.addingTimeInterval(parts[0] * 3600 + parts[1] * 60 + parts[2])
  }
}
