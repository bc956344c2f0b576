import Alerts
import ArgumentParser
import Devices
import Following
import Foundation
import Journey
import Rehearsal
import RunnerStorage
import Storage

/// `alight-lab soak`: the real runner on a live source for a long time, with many reminders at once.
struct Soak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak", abstract: "Let the runner follow many reminders at once for a long time.",
    discussion: """
      A receiver behind a local port sends positions along a ride; the runner listens to it as to gpsd, with a real database. Each \
      minute tells what it holds in memory, what it lost and how much of a core it took. Exit code 1 where positions or last calls \
      were lost, or memory grew.

      Example: alight-lab soak --minutes 30 --reminders 50 --rate 10
      """)

  /// The share of positions that may be lost, and by how much memory may grow after the first minutes.
  private static let allowed = (lost: 0.001, growth: 1.1)

  @Option(help: "How long, in minutes.")
  var minutes = 30

  @Option(help: "How many reminders.")
  var reminders = 50

  @Option(help: "Positions a second.")
  var rate = 10.0

  func validate() throws {
    let areRight =
      (2...10_080).contains(minutes) && (1...10_000).contains(reminders) && rate > 0 && rate <= 100_000
    guard areRight else {
      throw ValidationError("give 2 to 10080 minutes, 1 to 10000 reminders, and a rate above 0 up to 100000")
    }
  }

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let ride = SoakRide(minutes: minutes, from: Date())
    let store = try ReminderStore(path: folder.appending(path: "alight.sqlite").path)
    for number in 0..<reminders {
      if let reminder = ride.reminder(number) { try store.finish(reminder, at: reminder.createdAt) }
    }
    let receiver = try SimulatedReceiver(SyntheticRide(ride.whole), rate: rate)
    receiver.start()
    let (taken, told) = (Tally(), Tally())
    let runner = AlertRunner(
      ledger: StoredLedger(store: store), channels: [CountingChannel(told: told)],
      wording: { alert, _, _ in alert.event.rawValue }, tell: { _ in })
    let source = LiveSource([GPSDFeed(host: "127.0.0.1", port: receiver.port)]) { notice in
      if case .lost(_, let cause) = notice { FileHandle.standardError.write(Data("lost: \(cause)\n".utf8)) }
    }
    let work = Task { try await runner.run(CountingSource(source: source, taken: taken)) }
    let watch = try await SoakWatch.watch(minutes, receiver, taken, told)
    work.cancel()
    _ = try? await work.value
    await source.settle()
    let owed = ride.lastCallsDue(reminders, by: Date().addingTimeInterval(-30))
    let lost = watch.lostShare
    let isGood = lost <= Self.allowed.lost && watch.growth <= Self.allowed.growth && told[3] >= owed
    print(
      """
      \(isGood ? "good" : "bad"): last calls \(told[3]) (owed at least \(owed)), levels 1 and 2 \(told[1]) and \(told[2]), \
      lost \(String(format: "%.3f", lost * 100)) %, memory grew to \(String(format: "%.2f", watch.growth)) times that after \
      the first minutes
      """)
    if !isGood { throw ExitCode(1) }
  }
}
