import Foundation
import Journey

/// Reminders as feeds and other programs may make them: any names, any triggers, with times and without.
struct RandomReminders {
  private var random: SplitMix
  /// Rides stay in one region, as the ways between their points are walked along.
  private var region = Position(latitude: 0, longitude: 0)

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  private static let names = [
    "Hagenberg", "Linz/Donau Hbf", "St. Pölten, Bahnhof; Gleis 3", "A \\ B: \"C\"", "東京駅 🚉", "مدينة نصر",
    "L'Île-Saint-Denis",
    "x" + String(repeating: "é", count: 120), "<Markt> & Platz", "e\u{301}\u{323} \u{2028}\u{2029}",
    "100 % ^ ~ `", "Zürich,,,;;;",
  ]

  mutating func next() -> Reminder {
    let start = Date(timeIntervalSince1970: Double(Int.random(in: 1_700_000_000...1_900_000_000, using: &random)))
    let isTimed = Int.random(in: 0..<5, using: &random) > 0
    let count = Int.random(in: 2...12, using: &random)
    region = Position(
      latitude: .random(in: -89...89, using: &random), longitude: .random(in: -179...179, using: &random))
    let stops = (0..<count).map { index in
      RideStop(
        stop: Stop(
          name: name(), position: position(),
          gtfs: Bool.random(using: &random) ? .init(feed: "f", stopID: name(), parentStation: nil) : nil),
        arrival: isTimed ? start.addingTimeInterval(Double(index) * 240) : nil,
        departure: isTimed ? start.addingTimeInterval(Double(index) * 240 + 20) : nil, metres: Double(index) * 612.3)
    }
    var draft = Draft(id: UUID(), createdAt: start, vibration: .random(using: &random), alarm: .random(using: &random))
    let interval: Interval =
      [.stops(1), .stops(3), .duration(seconds: 90), .distance(metres: 1304.8)]
      .randomElement(using: &random) ?? .stops(1)
    draft.from = Answer(stops[0].stop, Provenance(method: .typed, transcript: name(), score: 0.25, tier: .accept))
    draft.to = Answer(stops[count - 1].stop, Provenance(method: .voice))
    draft.mode = Answer(interval.mode, Provenance(method: .inferred))
    draft.interval = Answer(interval, Provenance(method: .default))
    draft.ride = Ride(
      tripID: Bool.random(using: &random) ? "t" : nil, line: name(), headsign: name(), serviceDay: "2026-12-01",
      zone: "Europe/Vienna", stops: stops, next: Bool.random(using: &random) ? stops[0] : nil,
      shape: (0..<Int.random(in: 0...40, using: &random)).map { _ in position() })
    guard var reminder = Reminder(draft, createdAt: start) else { preconditionFailure("all four slots are filled") }
    reminder.revision = Int.random(in: 1...9, using: &random)
    reminder.status = [.on, .off, .done].randomElement(using: &random) ?? .on
    return reminder
  }

  /// Its record with fields that Alight does not know.
  mutating func record(of reminder: Reminder) throws -> String {
    let text = String(decoding: try RecordCoding.encoder().encode(reminder), as: UTF8.self)
    let theirs =
      #""theirs":{"large":123456789012345678901234567890,"small":1.000,"exponent":1E-400,"text":"\u0000 \ud83d\ude89 \#u{7F}\#u{2028}\\","#
      + #""list":[null,true,{"deep":[[[]]]}]},"x-\#(Int.random(in: 0...99, using: &random))":"#
      + (try String(decoding: JSONEncoder().encode(name()), as: UTF8.self))
    return "{\(theirs),\(text.dropFirst())"
  }

  private mutating func name() -> String { Self.names.randomElement(using: &random) ?? "" }

  private mutating func position() -> Position {
    Position(
      latitude: region.latitude + .random(in: -0.02...0.02, using: &random),
      longitude: region.longitude + .random(in: -0.02...0.02, using: &random))
  }
}
