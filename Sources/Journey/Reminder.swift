import Foundation

/// The finished reminder, which is also the hand-off record `alight.reminder/1` that other runners read.
public struct Reminder: Sendable, Hashable, Codable, Identifiable {
  /// The name and version of the record, written into each one.
  public static let schema = "alight.reminder/1"

  /// Whether a reminder is to be watched.
  public enum Status: String, Sendable, Codable {
    case on, off, done
  }

  /// What the times of the ride hang on.
  public struct Anchor: Sendable, Hashable, Codable {
    public var departure: Date?
    public var arrival: Date?
    public var zone: String

    public init(departure: Date?, arrival: Date?, zone: String) {
      self.departure = departure
      self.arrival = arrival
      self.zone = zone
    }
  }

  public var schema = Reminder.schema
  public var id: UUID
  /// Grows by one with each change; a runner acknowledges an id with its revision.
  public var revision: Int
  public var createdAt: Date
  public var origin: Stop
  public var destination: Stop
  public var ride: Ride
  public var mode: Mode
  public var interval: Interval
  public var anchor: Anchor
  public var levels: [Level]
  /// The rides after the first, in order, where the rider changes; each has levels of its own, as `levels` are those of `ride`.
  public var onward: [Leg]?
  /// Seconds on foot before each ride and behind the last; nil where there is nothing to walk.
  public var walkSeconds: [Double]?
  /// After this instant nothing is left to alert.
  public var validUntil: Date?
  public var status: Status
  /// How loud its sounds are, over 0 to 1 of full scale; nil for the runner's own. The alarm begins so and grows.
  public var volume: Double?
  /// The rider's own word for it.
  public var label: String? {
    get { writtenLabel.map { PlainText.of($0) } }
    set { writtenLabel = newValue }
  }
  /// As it stands in the record, which somebody else may have made.
  private var writtenLabel: String?
  /// The weekdays on which it comes again; the times above are those of the next ride.
  public var recurrence: Recurrence?
  /// Before this instant nothing is watched, though the status is `on`.
  public var pausedUntil: Date?
  /// Whether a rider who does not say that they are off is asked half an hour and an hour after the last call.
  public var followsUp: Bool?
  /// A circle within or outside of which alone it alerts.
  public var placeGuard: PlaceGuard?
  /// By slot: `from`, `to`, `mode`, `interval`.
  public var provenance: [String: Provenance]

  /// The fields of the record; others are somebody else's.
  public enum CodingKeys: String, CodingKey, CaseIterable {
    case schema, id, revision, createdAt, origin, destination
    case ride = "route"
    case mode, interval, anchor, levels, onward, walkSeconds, validUntil, status, volume, recurrence, pausedUntil
    case writtenLabel = "label"
    case followsUp = "followUp"
    case placeGuard = "guard"
    case provenance
  }

  /// The reminder that a complete draft asks for; nil while one of the four answers or the ride is missing.
  public init?(_ draft: Draft, createdAt: Date) {
    guard let from = draft.from, let to = draft.to, let mode = draft.mode, let interval = draft.interval,
      let ride = draft.ride, ride.stops.count >= 2
    else { return nil }
    id = draft.id
    revision = 1
    self.createdAt = createdAt
    origin = from.value
    destination = to.value
    self.ride = ride
    self.mode = mode.value
    self.interval = interval.value
    let last = draft.onward?.last ?? ride
    anchor = Anchor(departure: ride.departure, arrival: last.arrival, zone: ride.zone)
    func levels(on ride: Ride) -> [Level] {
      Level.expand(
        interval.value.within(ride), over: ride, vibration: draft.vibration, alarm: draft.alarm,
        speech: draft.speech ?? false)
    }
    self.levels = levels(on: ride)
    onward = draft.onward.map { $0.map { Leg(ride: $0, levels: levels(on: $0)) } }
    walkSeconds = draft.walkSeconds
    validUntil = Self.end(of: last)
    status = .on
    volume = draft.volume
    writtenLabel = draft.label
    recurrence = draft.recurrence
    provenance = [
      "from": from.provenance, "to": to.provenance, "mode": mode.provenance, "interval": interval.provenance,
    ]
  }
}

extension Reminder {
  /// When nothing of a ride is left to be watched.
  public static func end(of ride: Ride) -> Date? {
    // A late vehicle must still be watched: two hours beyond the schedule cover all but the worst day.
    ride.arrival?.addingTimeInterval(2 * 3600)
  }

  /// Whether some level reaches the rider in this way.
  public func alerts(by means: AlertMeans) -> Bool { levels.contains { $0.channels.contains(means) } }

  /// Whether it is to be watched at an instant: switched on, and not paused.
  public func isOn(at now: Date) -> Bool { status == .on && pausedUntil.map { $0 <= now } ?? true }
}

/// Reading and writing records: keys sorted, instants in ISO 8601 and UTC, so that equal records are equal bytes.
public enum RecordCoding {
  /// An encoder of one line of JSON.
  public static func encoder(pretty: Bool = false) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting =
      pretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// The decoder that reads what `encoder` wrote.
  public static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}
