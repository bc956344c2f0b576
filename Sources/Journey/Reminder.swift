import Foundation

/// The finished reminder, which is also the hand-off record that other runners read: `alight.reminder/1`, or `alight.reminder/2` for a
/// destination that is come to from anywhere.
public struct Reminder: Sendable, Hashable, Codable, Identifiable {
  /// The name and version of a record, written into each one: the first of rides with both ends ...
  public static let schema = "alight.reminder/1"
  /// ... and the second of those that know of no beginning.
  public static let schemaFromAnywhere = "alight.reminder/2"

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
  /// Where the rider sets out; nil for anywhere.
  public var origin: Stop?
  public var destination: Stop
  public var ride: Ride
  public var mode: Mode
  public var interval: Interval
  public var anchor: Anchor
  public var levels: [Level]
  /// What each level is told before, where the rider has said so; the interval first. Nil for what the interval means by itself.
  public var ladder: [Interval]?
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
  /// What it waits for at places; nil where it calls a rider out of a vehicle.
  public var visit: Visit?
  /// A circle within or outside of which alone it alerts.
  public var placeGuard: PlaceGuard?
  /// By slot: `from`, `to`, `mode`, `interval`.
  public var provenance: [String: Provenance]

  /// The fields of the record; others are somebody else's.
  public enum CodingKeys: String, CodingKey, CaseIterable {
    case schema, id, revision, createdAt, origin, destination
    case ride = "route"
    case mode, interval, anchor, levels, ladder, onward, walkSeconds, validUntil, status, volume, recurrence,
      pausedUntil
    case writtenLabel = "label"
    case followsUp = "followUp"
    case placeGuard = "guard"
    case visit, provenance
  }

  /// The reminder that a complete draft asks for; nil while one of the four answers or the ride is missing.
  public init?(_ draft: Draft, createdAt: Date) {
    guard let to = draft.to, let mode = draft.mode, let interval = draft.interval, let ride = draft.ride,
      ride.isFromAnywhere || draft.from != nil && ride.stops.count >= 2
    else { return nil }
    let from = ride.isFromAnywhere ? nil : draft.from
    if from == nil { schema = Self.schemaFromAnywhere }
    id = draft.id
    revision = 1
    self.createdAt = createdAt
    origin = from?.value
    destination = to.value
    self.ride = ride
    self.mode = mode.value
    self.interval = interval.value
    let last = draft.onward?.last ?? ride
    anchor = Anchor(departure: ride.departure ?? draft.departure, arrival: last.arrival, zone: ride.zone)
    visit = draft.visit
    func levels(on ride: Ride) -> [Level] {
      if let visit = draft.visit { return draft.levels(of: visit, interval.value) }
      return Level.expand(
        interval.value.within(ride), ladder: draft.ladder?.map { $0.within(ride) }, over: ride,
        vibration: draft.vibration, alarm: draft.alarm,
        speech: draft.speech ?? false)
    }
    self.levels = levels(on: ride)
    onward = draft.onward.map { $0.map { Leg(ride: $0, levels: levels(on: $0)) } }
    ladder = draft.ladder
    walkSeconds = draft.walkSeconds
    validUntil =
      draft.visit == nil
      ? Self.end(of: last) ?? (ride.isFromAnywhere ? Self.end(ofApproachIn: draft, at: createdAt) : nil)
      : Self.end(ofVisitIn: draft)
    if draft.visit?.event.isClock == false { followsUp = true }
    status = .on
    volume = draft.volume
    writtenLabel = draft.label
    recurrence = draft.recurrence
    provenance = ["to": to.provenance, "mode": mode.provenance, "interval": interval.provenance]
    provenance["from"] = from?.provenance
    if draft.recurrence != nil { keepToItsDay() }
  }
}

extension Reminder {
  /// Whether a record of this name and version can be read.
  public static func isKnown(_ schema: String) -> Bool { schema == Self.schema || schema == schemaFromAnywhere }

  /// Seconds for which a destination without a time of arrival is watched for: the longest journeys by train take a day.
  public static let longestApproach: TimeInterval = 86_400

  /// When a reminder of a place is given up: a day after its time, so that it may be put off; with its day where it comes again; else
  /// never.
  private static func end(ofVisitIn draft: Draft) -> Date? {
    guard let ride = draft.ride, draft.recurrence != nil else { return draft.departure.map { $0 + longestApproach } }
    return ServiceDay.day(ride.serviceDay, plus: 1).flatMap { ServiceDay.start(of: $0, zone: ride.zone) }
  }

  /// When a destination without a time of arrival is given up: what comes again each day ends with its day.
  private static func end(ofApproachIn draft: Draft, at now: Date) -> Date {
    let begin = draft.departure ?? now
    guard draft.recurrence != nil, let ride = draft.ride,
      let next = ServiceDay.day(ride.serviceDay, plus: 1).flatMap({ ServiceDay.start(of: $0, zone: ride.zone) })
    else { return begin + longestApproach }
    return next
  }

  /// When nothing of a ride is left to be watched.
  public static func end(of ride: Ride) -> Date? {
    // A late vehicle must still be watched: two hours beyond the schedule cover all but the worst day.
    ride.arrival?.addingTimeInterval(2 * 3600)
  }

  /// Makes one without a ride that comes again wait for its day, and end with it.
  public mutating func keepToItsDay() {
    guard ride.isFromAnywhere, anchor.arrival == nil else { return }
    anchor.departure = anchor.departure ?? ServiceDay.start(of: ride.serviceDay, zone: ride.zone)
    validUntil = ServiceDay.day(ride.serviceDay, plus: 1).flatMap { ServiceDay.start(of: $0, zone: ride.zone) }
  }

  /// Gives a reminder of a place other means of telling; what is nil stays.
  public mutating func setMeans(vibration: Bool?, alarm: Bool?, speech: Bool?) {
    guard let visit else { return }
    var draft = Draft(
      id: id, createdAt: createdAt, vibration: vibration ?? alerts(by: .vibration), alarm: alarm ?? alerts(by: .alarm))
    draft.speech = speech ?? alerts(by: .speech)
    draft.departure = anchor.departure
    levels = draft.levels(of: visit, interval)
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
