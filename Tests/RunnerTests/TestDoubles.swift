import Alerts
import Foundation
import Journey
import Runner
import Synchronization

/// A ledger in memory that forgets nothing between two runners.
final class MemoryLedger: Ledger {
  struct Contents {
    var reminders: [Reminder] = []
    var entries: [AlertKey: LedgerEntry] = [:]
    var repeats = 0
    /// By reminder and service day.
    var states: [String: Data] = [:]
    var finished: [UUID] = []
    var acknowledged: [UUID: Int] = [:]
    var isBroken = false
  }

  struct DiskFull: Error {}

  let contents: Mutex<Contents>

  init(_ reminders: [Reminder], isBroken: Bool = false) {
    contents = Mutex(Contents(reminders: reminders, isBroken: isBroken))
  }

  func due(at now: Date, lead: TimeInterval) -> [Reminder] {
    contents.withLock { contents in
      contents.reminders.filter { reminder in
        (reminder.anchor.departure.map { $0.timeIntervalSince(now) <= lead } ?? true)
          && (reminder.validUntil.map { $0 >= now } ?? true) && !contents.finished.contains(reminder.id)
      }
    }
  }

  func recordPending(_ alert: Alert, key: AlertKey, at now: Date) throws -> Bool {
    try contents.withLock { contents in
      if contents.isBroken { throw DiskFull() }
      if let entry = contents.entries[key] {
        if entry.isDelivered { return false }
        contents.repeats += 1
        return true
      }
      contents.entries[key] = LedgerEntry(key: key, alert: alert, pendingAt: now, isDelivered: false)
      return true
    }
  }

  func recordDelivered(_ key: AlertKey, at now: Date) throws {
    try contents.withLock { contents in
      if contents.isBroken { throw DiskFull() }
      contents.entries[key]?.isDelivered = true
    }
  }

  func entries(of reminder: UUID, serviceDay: String) -> [LedgerEntry] {
    contents.withLock {
      $0.entries.values.filter { $0.key.reminder == reminder && $0.key.serviceDay == serviceDay }.sorted {
        $0.key.level < $1.key.level
      }
    }
  }

  func engineState(of reminder: UUID, serviceDay: String) throws -> AlertState? {
    try contents.withLock { $0.states["\(reminder) \(serviceDay)"] }.map {
      try JSONDecoder().decode(AlertState.self, from: $0)
    }
  }

  func save(_ state: AlertState, of reminder: UUID, serviceDay: String, at now: Date) throws {
    let data = try JSONEncoder().encode(state)
    try contents.withLock { contents in
      if contents.isBroken { throw DiskFull() }
      contents.states["\(reminder) \(serviceDay)"] = data
    }
  }

  func finish(_ reminder: UUID, at now: Date) {
    contents.withLock { contents in
      if let place = contents.reminders.firstIndex(where: { $0.id == reminder }),
        let next = contents.reminders[place].following
      {
        contents.reminders[place] = next
        contents.reminders[place].revision += 1
      } else {
        contents.finished.append(reminder)
      }
    }
  }

  func acknowledge(_ reminder: UUID, revision: Int, at now: Date) throws {
    try contents.withLock { contents in
      if contents.isBroken { throw DiskFull() }
      contents.acknowledged[reminder] = revision
    }
  }

  func runnerIsAlive(at now: Date) {}
  func runnerEnds() {}
}

/// Remembers what was delivered, and can fail, hang, or take the whole runner down as a crash would.
final class RecordingChannel: AlertChannel {
  enum Behaviour: Sendable { case works, fails, hangs }

  let name: String
  private let behaviour: Behaviour
  private let messages = Mutex<[AlertMessage]>([])

  init(_ name: String = "test", _ behaviour: Behaviour = .works) {
    self.name = name
    self.behaviour = behaviour
  }

  var delivered: [AlertMessage] { messages.withLock { $0 } }

  func deliver(_ message: AlertMessage) async throws {
    switch behaviour {
    case .works: messages.withLock { $0.append(message) }
    case .fails: throw ChannelError.failed(program: "test", cause: "on purpose")
    case .hangs: try await Task.sleep(for: .seconds(3600))
    }
  }
}

/// A reminder for a ride of ten minutes over six stops.
enum SampleReminder {
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  static func position(_ metres: Double) -> Position { Position(latitude: 48 + metres / 111_195, longitude: 14) }

  static func make(_ interval: Interval) -> Reminder? {
    let stops = (0..<6).map { index -> RideStop in
      let time = start.addingTimeInterval(Double(index) * 120)
      let metres = Double(index) * 800
      let stop = Stop(name: "Stop \(index)", position: position(metres))
      return RideStop(stop: stop, arrival: time, departure: time, metres: metres)
    }
    let ride = Ride(tripID: "t", line: "1", serviceDay: "2027-01-15", zone: "UTC", stops: stops)
    let typed = Provenance(method: .typed)
    var draft = Draft(id: UUID(), createdAt: start)
    draft.from = Answer(stops[0].stop, typed)
    draft.to = Answer(stops[5].stop, typed)
    draft.mode = Answer(interval.mode, typed)
    draft.interval = Answer(interval, typed)
    draft.ride = ride
    return Reminder(draft, createdAt: start)
  }

  /// The same ride, and two minutes after it another one: four stops to the east, 800 m and two minutes apart.
  static func withChange() -> Reminder? {
    guard var reminder = make(.stops(2)) else { return nil }
    let stops = (0..<4).map { index -> RideStop in
      let time = start.addingTimeInterval(720 + Double(index) * 120)
      let place = Position(latitude: position(4000).latitude, longitude: 14 + Double(index) * 800 / 74_400)
      return RideStop(
        stop: Stop(name: "Onward \(index)", position: place), arrival: time, departure: time,
        metres: Double(index) * 800)
    }
    let ride = Ride(tripID: "u", line: "2", serviceDay: "2027-01-15", zone: "UTC", stops: stops)
    reminder.onward = [Leg(ride: ride, levels: Level.expand(.stops(2), over: ride))]
    reminder.destination = stops[3].stop
    reminder.anchor.arrival = ride.arrival
    reminder.validUntil = Reminder.end(of: ride)
    return reminder
  }

  /// A fix a second on both rides, and between them at the stop.
  static func fixes(_ reminder: Reminder) -> [Fix] {
    let rides = reminder.legs.map { SyntheticRide($0.ride).fixes() }
    guard rides.count == 2, let departure = reminder.legs[1].ride.departure else { return rides.flatMap(\.self) }
    return rides[0].filter { $0.at < departure } + rides[1].filter { $0.at >= departure }
  }
}

/// A clock that does not wait: a tick for each second of three hours.
struct Ticks: PositionSource {
  let hasPositions = false
  let start: Date

  func moments() -> AsyncThrowingStream<AlertInput, any Error> {
    AsyncThrowingStream { continuation in
      for second in 0..<(3 * 3600) { continuation.yield(.tick(start.addingTimeInterval(Double(second)))) }
      continuation.finish()
    }
  }
}
