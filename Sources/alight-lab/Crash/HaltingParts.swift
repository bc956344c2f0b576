import Alerts
import Following
import Foundation
import Journey
import Synchronization

/// Inputs of a ride from one on; it stands still where it is told to.
struct HaltingSource: PositionSource {
  let hasPositions = true
  let isLive = false
  let inputs: [AlertInput]
  let from: Int
  let halt: Halt

  func moments() -> AsyncThrowingStream<AlertInput, any Error> {
    let place = Place(from)
    return AsyncThrowingStream { () -> AlertInput? in
      let index = place.mutex.withLock { value in
        defer { value += 1 }
        return value
      }
      halt.next(index)
      return index < inputs.count ? inputs[index] : nil
    }
  }

  private final class Place: Sendable {
    let mutex: Mutex<Int>
    init(_ start: Int) { mutex = Mutex(start) }
  }
}

/// A channel that may stand still before and after an alert is shown.
struct HaltingChannel: AlertChannel {
  let channel: any AlertChannel
  let halt: Halt

  var name: String { channel.name }

  func deliver(_ message: AlertMessage) async throws {
    halt.point()
    try await channel.deliver(message)
    halt.point()
  }
}

/// A ledger that may stand still before and after each thing that an alert has written.
struct HaltingLedger: Ledger {
  let ledger: any Ledger
  let halt: Halt

  func write(_ changes: [LedgerChange], at now: Date) throws -> Set<AlertKey> {
    // What is written now and then, and tells no alert, is no place to be killed at.
    guard changes.contains(where: \.isOfAnAlert) else { return try ledger.write(changes, at: now) }
    halt.point()
    defer { halt.point() }
    return try ledger.write(changes, at: now)
  }

  func due(at now: Date, lead: TimeInterval, known: [UUID: Int]) throws -> DueReminders {
    try ledger.due(at: now, lead: lead, known: known)
  }
  func reminder(_ id: UUID) throws -> Reminder? { try ledger.reminder(id) }

  func entries(of reminder: UUID, serviceDay: String) throws -> [LedgerEntry] {
    try ledger.entries(of: reminder, serviceDay: serviceDay)
  }

  func engineState(of reminder: UUID, serviceDay: String) throws -> AlertState? {
    try ledger.engineState(of: reminder, serviceDay: serviceDay)
  }

  func runnerEnds() async throws { try await ledger.runnerEnds() }
}

extension LedgerChange {
  fileprivate var isOfAnAlert: Bool {
    switch self {
    case .pending, .delivered, .state, .finished: true
    case .acknowledged, .movedOn, .alive: false
    }
  }
}
