import Alerts
import ArgumentParser
import Following
import Foundation
import Journey
import RunnerStorage
import Storage
import Synchronization

/// `alight-lab bench-runner`: what many reminders cost a runner, and a month of them.
struct BenchRunner: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-runner", abstract: "Measure the runner with many reminders, and over a month.",
    discussion: """
      With a real database: how long it takes to find what is due and to list among many that are stored; how long each level takes \
      that comes for many at once, also beside a channel that hangs; what a followed reminder holds in memory; and whether memory \
      grows while one goes to work for months.

      Example: alight-lab bench-runner --stored 10000 --followed 1000 --rides 20 --days 30
      """)

  @Option(help: "How many reminders are stored, of which few are due.") var stored = 10_000
  @Option(help: "How many are followed at once.") var followed = 1000
  @Option(help: "On how many different rides.") var rides = 20
  @Option(help: "For how many days a reminder of each day is followed.") var days = 30

  private static let start = Date(timeIntervalSince1970: 1_796_000_400)

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try measureStore(folder.appending(path: "stored.sqlite").path)
    try await measureFollowed(folder.appending(path: "followed.sqlite").path)
    try await measureMonth(folder.appending(path: "month.sqlite").path)
  }

  /// A ride of so many stops, two minutes apart, with a way of a point each twenty metres.
  private static func ride(_ number: Int, from start: Date) -> Ride {
    func position(_ metres: Double) -> Position {
      Position(latitude: 48 + Double(number) / 10, longitude: 14).moved(north: metres, east: 0)
    }
    let stops = (0..<20).map { index in
      let time = start.addingTimeInterval(Double(index) * 120)
      return RideStop(
        stop: Stop(name: "Stop \(index) of the line \(number)", position: position(Double(index) * 800)),
        arrival: time, departure: time, metres: Double(index) * 800)
    }
    return Ride(
      tripID: "trip \(number)", line: "\(number)", serviceDay: ServiceDay.text(start), zone: "UTC", stops: stops,
      shape: (0...760).map { position(Double($0) * 20) })
  }

  private func measureStore(_ path: String) throws {
    let store = try ReminderStore(path: path)
    for number in 0..<stored {
      // One after the other over months, half of them in the past.
      let start = Self.start.addingTimeInterval(Double(number - stored / 2) * 1800)
      if let reminder = CrashRides.reminder(Self.ride(number % 50, from: start), .stops(2), at: start) {
        try store.finish(reminder, at: start)
      }
    }
    let due = try (0..<10).map { _ in
      try Timings.microseconds { _ = try store.due(at: Self.start, lead: AlertRunner.lead) }
    }
    let count = try store.due(at: Self.start, lead: AlertRunner.lead).reminders.count
    let list = try Timings.microseconds { _ = try store.reminders(at: Self.start) }
    print("of \(stored) stored: due (\(count)) \(ms(Timings(due).median)), list of those to come \(ms(list))")
  }

  private func measureFollowed(_ path: String) async throws {
    let store = try ReminderStore(path: path)
    for number in 0..<followed {
      let ride = Self.ride(number % rides, from: Self.start)
      // Arrival is at 2,280 s for all of them: each level comes at one moment.
      if let reminder = CrashRides.reminder(ride, .duration(seconds: 300), at: Self.start) {
        try store.finish(reminder, at: Self.start)
      }
    }
    let (resident, held) = (ResidentMemory.anonymousBytes, ResidentMemory.heldBytes)
    let (quick, hanging) = (TimedChannel(), HangingChannel())
    let runner = AlertRunner(
      ledger: StoredLedger(store: store), channels: [hanging, quick], wording: { alert, _, _ in alert.event.rawValue },
      tell: { _ in })
    let clock = TickClock(seconds: Array(stride(from: 0.0, to: 2400, by: 5)), start: Self.start) { second in
      guard second == 60 else { return }
      let each = (ResidentMemory.anonymousBytes - resident) / followed
      let told =
        if let held, let now = ResidentMemory.heldBytes { "\((now - held) / followed) bytes each, " } else { "" }
      print("\(followed) followed on \(rides) rides: \(told)\(each) with what the allocator keeps")
    }
    let work = Task { try await runner.run(clock) }
    while quick.count(3) < followed { try await Task.sleep(for: .milliseconds(50)) }
    for level in 1...3 {
      print(
        "level \(level) of \(followed) beside a channel that hangs: the last came \(ms(quick.spread(level))) after the first"
      )
    }
    work.cancel()
    _ = try? await work.value
  }

  private func measureMonth(_ path: String) async throws {
    let store = try ReminderStore(path: path)
    guard var reminder = CrashRides.reminder(Self.ride(0, from: Self.start), .stops(2), at: Self.start) else { return }
    reminder.recurrence = Recurrence(weekdays: Weekday.allCases)
    try store.finish(reminder, at: Self.start)
    let told = TimedChannel()
    let runner = AlertRunner(
      ledger: StoredLedger(store: store), channels: [told], wording: { alert, _, _ in alert.event.rawValue },
      tell: { _ in })
    var seconds: [Double] = []
    for day in 0..<days {
      let midnight = Double(day) * 86_400
      seconds += stride(from: midnight - 900, to: midnight + 3000, by: 5)
    }
    let memory = Mutex<[Int]>([])
    let clock = TickClock(seconds: seconds, start: Self.start) { second in
      // At the same hour of each day.
      if second.truncatingRemainder(dividingBy: 86_400) == 0 {
        memory.withLock { $0.append(ResidentMemory.anonymousBytes) }
      }
    }
    try await runner.run(clock)
    let bytes = memory.withLock { $0 }
    let third = bytes.count / 3
    guard third > 0 else { return }
    print(
      """
      \(days) days: last calls \(told.count(3)) of \(days), memory \(bytes[third] / 1000) KB after a third of them, \
      \(bytes[bytes.count - 1] / 1000) KB at the end
      """)
  }

  /// A long run is watched.
  private func print(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private func ms(_ microseconds: Double) -> String { String(format: "%.1f ms", microseconds / 1000) }
}

/// A clock that waits for nothing.
private struct TickClock: PositionSource {
  let hasPositions = false
  let seconds: [Double]
  let start: Date
  let before: @Sendable (Double) -> Void

  func moments() -> AsyncThrowingStream<AlertInput, any Error> {
    let place = Atomic<Int>(0)
    let box = Box(place)
    return AsyncThrowingStream { () -> AlertInput? in
      let index = box.place.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < seconds.count else { return nil }
      before(seconds[index])
      return .tick(start.addingTimeInterval(seconds[index]))
    }
  }

  private final class Box: Sendable {
    let place: Atomic<Int>
    init(_ place: consuming Atomic<Int>) { self.place = place }
  }
}

/// A channel that notes when it was given each level.
private final class TimedChannel: AlertChannel {
  let name = "timed"
  private let times = Mutex<[Int: [ContinuousClock.Instant]]>([:])

  func deliver(_ message: AlertMessage) async throws {
    times.withLock { $0[message.alert.level ?? 0, default: []].append(.now) }
  }

  func count(_ level: Int) -> Int { times.withLock { $0[level]?.count ?? 0 } }

  /// Microseconds from the first to the last.
  func spread(_ level: Int) -> Double {
    times.withLock { times in
      guard let all = times[level], let first = all.min(), let last = all.max() else { return 0 }
      return (last - first) / .microseconds(1)
    }
  }
}

/// A channel that never gives anything.
private struct HangingChannel: AlertChannel {
  let name = "hanging"
  func deliver(_ message: AlertMessage) async throws { try await Task.sleep(for: .seconds(3600)) }
}
