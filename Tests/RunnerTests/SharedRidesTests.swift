import Alerts
import Foundation
import Journey
import Testing

@testable import Devices
@testable import Following

@Suite("Rides that several reminders have in common", .tags(.alone))
struct SharedRidesTests {
  /// A copy that shares no memory with its model, as one that is read from a database.
  private func copy(_ reminder: Reminder) throws -> Reminder {
    let text = try RecordCoding.encoder().encode(reminder)
    var copy = try RecordCoding.decoder().decode(Reminder.self, from: text)
    copy.id = UUID()
    return copy
  }

  private func storage<Element>(_ array: [Element]) -> UnsafeRawPointer? {
    array.withUnsafeBytes { $0.baseAddress }
  }

  @Test("are held once by the runner, whatever their levels, and let go of with the last of them")
  func heldOnce() async throws {
    let model = try #require(SampleReminder.withChange())
    var reminders = try (0..<20).map { _ in try copy(model) }
    for index in reminders.indices where index % 2 == 0 {
      reminders[index].interval = .duration(seconds: 120)
      reminders[index].levels = Level.expand(.duration(seconds: 120), over: reminders[index].ride)
    }
    let ledger = MemoryLedger(reminders)
    let runner = AlertRunner(ledger: ledger, channels: [], wording: { _, _, _ in "" }, tell: { _ in })
    try await runner.run(FixReplay(Array(SampleReminder.fixes(model)[..<30])))
    let followed = await runner.followed
    #expect(followed.count == 20)
    #expect(Set(followed.map { storage($0.ride.stops) }).count == 1)
    #expect(Set(followed.map { storage($0.onward?.first?.ride.stops ?? []) }).count == 1)
    #expect(Set(followed.map(\.id)) == Set(reminders.map(\.id)))
    for reminder in followed { #expect(reminders.contains(reminder), "nothing else has changed") }
    #expect(await runner.rides.count == 2)
    ledger.contents.withLock { $0.reminders = [] }
    try await runner.run(FixReplay(Array(SampleReminder.fixes(model)[30..<60])))
    #expect(await runner.followed.isEmpty)
    #expect(await runner.rides.count == 0)
  }
}
