import Foundation

/// What a long run took of the machine, minute by minute.
struct SoakWatch {
  /// Minutes in which pools and caches fill.
  private static let warmUp = 2

  /// Bytes of no file, each minute.
  private var memory: [Int] = []
  private(set) var lostShare = 0.0

  /// How many times more memory is held at the end than after the first minutes.
  var growth: Double {
    let first = memory[min(Self.warmUp, memory.count) - 1]
    return Double(memory[memory.count - 1]) / Double(max(1, first))
  }

  /// Prints a line a minute until the time is over.
  static func watch(_ minutes: Int, _ receiver: SimulatedReceiver, _ taken: Tally, _ told: Tally) async throws -> Self {
    var watch = Self()
    let began = ContinuousClock.now
    print(row(["minute", "resident MB", "no file MB", "sent", "taken", "lost %", "alerts", "CPU %"]))
    for minute in 1...minutes {
      let (before, from) = (processorSeconds, ContinuousClock.now)
      try await Task.sleep(until: began + .seconds(60 * minute), clock: .continuous)
      // What is under way now was sent, and is taken in a moment.
      let sent = receiver.sent
      try await Task.sleep(for: .milliseconds(300))
      let got = taken[0]
      watch.lostShare = max(0, 1 - Double(got) / Double(max(1, sent)))
      watch.memory.append(ResidentMemory.anonymousBytes)
      let share = (processorSeconds - before) / ((ContinuousClock.now - from) / .seconds(1))
      let alerts = told[1] + told[2] + told[3]
      print(
        row([
          "\(minute)", megabytes(ResidentMemory.bytes), megabytes(ResidentMemory.anonymousBytes), "\(sent)", "\(got)",
          String(format: "%.3f", watch.lostShare * 100), "\(alerts)", String(format: "%.1f", share * 100),
        ]))
      fflush(nil)
    }
    return watch
  }

  /// Seconds of a core that this process took so far, the simulated receiver included.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func megabytes(_ bytes: Int) -> String { String(format: "%.1f", Double(bytes) / 1_000_000) }

  private static func row(_ cells: [String]) -> String {
    cells.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }.joined()
  }
}
