import Alerts
import Following
import Foundation
import Journey
import Rehearsal
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
    /// Whether nothing can be written, or read.
    var isBroken = false
    var isUnreadable = false
    /// What is told of reminders that cannot be read.
    var leftOut: [String] = []
    /// How often it was written to.
    var writes = 0
    var generation = 0
  }

  struct DiskFull: Error {}

  let contents: Mutex<Contents>

  init(_ reminders: [Reminder], isBroken: Bool = false) {
    contents = Mutex(Contents(reminders: reminders, isBroken: isBroken))
  }

  func due(at now: Date, lead: TimeInterval, known: [UUID: Int]) throws -> DueReminders {
    try contents.withLock { contents in
      if contents.isUnreadable { throw DiskFull() }
      return DueReminders(
        contents.reminders.filter { reminder in
          (reminder.anchor.departure.map { $0.timeIntervalSince(now) <= lead } ?? true)
            && (reminder.validUntil.map { $0 >= now } ?? true) && reminder.isOn(at: now)
            && !contents.finished.contains(reminder.id)
        }, leftOut: contents.leftOut)
    }
  }

  func reminder(_ id: UUID) -> Reminder? { contents.withLock { $0.reminders.first { $0.id == id } } }

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

  func write(_ changes: [LedgerChange], at now: Date) throws -> Set<AlertKey> {
    try contents.withLock { contents in
      if contents.isBroken, changes != [.alive] { throw DiskFull() }
      contents.writes += 1
      var delivered: Set<AlertKey> = []
      for change in changes {
        switch change {
        case .pending(let alert, let key):
          if contents.entries[key]?.isDelivered == true {
            delivered.insert(key)
          } else if contents.entries[key] != nil {
            contents.repeats += 1
          } else {
            contents.entries[key] = LedgerEntry(key: key, alert: alert, pendingAt: now, isDelivered: false)
          }
        case .delivered(let key): contents.entries[key]?.isDelivered = true
        case .state(let state, let reminder, let serviceDay):
          contents.states["\(reminder) \(serviceDay)"] = try JSONEncoder().encode(state)
        case .acknowledged(let reminder, let revision): contents.acknowledged[reminder] = revision
        case .finished(let reminder, _): Self.finish(reminder, &contents)
        case .movedOn, .alive: break
        }
      }
      return delivered
    }
  }

  private static func finish(_ reminder: UUID, _ contents: inout Contents) {
    if let place = contents.reminders.firstIndex(where: { $0.id == reminder }),
      let next = contents.reminders[place].following
    {
      contents.reminders[place] = next
      contents.reminders[place].revision += 1
    } else {
      contents.finished.append(reminder)
    }
  }

  var generation: Int { contents.withLock(\.generation) }

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
