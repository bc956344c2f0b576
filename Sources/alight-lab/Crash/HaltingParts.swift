import Alerts
import Foundation
import Journey
import Runner
import Synchronization

/// Inputs of a ride from one on; it stands still where it is told to.
struct HaltingSource: PositionSource {
  let hasPositions = true
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

  private func halting<Value>(_ body: () throws -> Value) rethrows -> Value {
    halt.point()
    defer { halt.point() }
    return try body()
  }

  func recordPending(_ alert: Alert, key: AlertKey, at now: Date) throws -> Bool {
    try halting { try ledger.recordPending(alert, key: key, at: now) }
  }

  func recordDelivered(_ key: AlertKey, at now: Date) throws {
    try halting { try ledger.recordDelivered(key, at: now) }
  }

  func save(_ state: AlertState, of reminder: UUID, serviceDay: String, at now: Date) throws {
    try halting { try ledger.save(state, of: reminder, serviceDay: serviceDay, at: now) }
  }

  func finish(_ reminder: UUID, at now: Date) throws { try halting { try ledger.finish(reminder, at: now) } }

  func due(at now: Date, lead: TimeInterval) throws -> [Reminder] { try ledger.due(at: now, lead: lead) }

  func entries(of reminder: UUID, serviceDay: String) throws -> [LedgerEntry] {
    try ledger.entries(of: reminder, serviceDay: serviceDay)
  }

  func engineState(of reminder: UUID, serviceDay: String) throws -> AlertState? {
    try ledger.engineState(of: reminder, serviceDay: serviceDay)
  }

  func acknowledge(_ reminder: UUID, revision: Int, at now: Date) throws {
    try ledger.acknowledge(reminder, revision: revision, at: now)
  }

  func runnerIsAlive(at now: Date) throws { try ledger.runnerIsAlive(at: now) }
  func runnerEnds() throws { try ledger.runnerEnds() }
}
