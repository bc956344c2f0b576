import Alerts
import Foundation
import Journey
import Rehearsal
import Synchronization
import Testing

@testable import Following

/// Finds from a moment on that the rider sits in a run that was caught.
private struct FixedFinder: VehicleFinder {
  let run: CaughtRun
  let from: Date

  func take(_ fix: Fix, of ride: FollowedRide) async -> FoundVehicle? { fix.at >= from ? .caught(run) : .own }
  func keep(_ rides: Set<FollowedRide>) async {}
}

/// Says that the planned run is cancelled and another one goes as it should, and remembers what was asked.
private final class FixedReports: LiveReports {
  let every: TimeInterval = 30
  let asked = Mutex<[(ReportedRide, Date)]>([])
  /// From when on the planned run is cancelled.
  let cancelledFrom: Date

  init(cancelledFrom: Date) { self.cancelledFrom = cancelledFrom }

  func reports(on rides: [ReportedRide], at now: Date) async -> [LiveReport?] {
    asked.withLock { $0 += rides.map { ($0, now) } }
    return rides.map { asked in
      LiveReport(
        madeAt: now, isCancelled: asked.caught == nil && now >= cancelledFrom,
        calls: asked.ride.stops.map { _ in LiveReport.Call() })
    }
  }
}

/// A fix and a tick a second, played.
private struct Moments: PositionSource {
  let hasPositions = true
  let isPlayed = true
  let fixes: [Fix]

  func moments() -> AsyncThrowingStream<AlertInput, any Error> {
    AsyncThrowingStream { continuation in
      for fix in fixes {
        continuation.yield(.tick(fix.at))
        continuation.yield(.fix(fix))
      }
      continuation.finish()
    }
  }
}

@Suite("A rider who caught a later run") struct CaughtRunTests {
  private let start = SampleReminder.start
  private let reports: FixedReports
  private let channel = RecordingChannel()

  init() { reports = FixedReports(cancelledFrom: SampleReminder.start + 400) }

  /// The same way five minutes later.
  private func follow(caught: Bool) async throws {
    let reminder = try #require(SampleReminder.make(.stops(2)))
    let fixes = SyntheticRide(reminder.ride).fixes().map { fix in
      var later = fix
      later.at += 300
      return later
    }
    let run = CaughtRun(
      trip: AboardTrip(feed: "f", tripID: "later", serviceDay: "2027-01-15"), start: start + 300, line: "1",
      departure: start + 300, arrival: start + 900)
    let runner = AlertRunner(
      ledger: MemoryLedger([reminder]), channels: [channel], wording: { alert, _, _ in alert.event.rawValue },
      tell: { _ in }, patience: .milliseconds(50), live: reports,
      vehicles: FixedFinder(run: run, from: caught ? start + 380 : .distantFuture))
    try await runner.run(Moments(fixes: fixes), endsAfterFirst: true)
  }

  @Test("is told so, and nothing of the run that they did not take; feeds are asked for theirs from then on")
  func takenOver() async throws {
    try await follow(caught: true)
    let events = channel.delivered.map(\.alert.event)
    #expect(events.count { $0 == .caught } == 1)
    #expect(!events.contains(.cancelled))
    #expect(channel.delivered.filter { $0.alert.event == .alert }.map(\.alert.level) == [1, 2, 3])
    let asked = reports.asked.withLock { $0 }
    let first = try #require(asked.firstIndex { $0.0.caught != nil })
    #expect(asked[..<first].allSatisfy { $0.1 <= start + 400 })
    #expect(asked[first...].allSatisfy { $0.0.caught != nil })
    // At once, though it was not time to ask again.
    #expect(first > 0 && asked[first].1.timeIntervalSince(asked[first - 1].1) < reports.every)
  }

  @Test("and who sits in the run of their ride is told that it is cancelled")
  func planned() async throws {
    try await follow(caught: false)
    #expect(channel.delivered.contains { $0.alert.event == .cancelled })
    #expect(!channel.delivered.contains { $0.alert.event == .caught })
  }
}
