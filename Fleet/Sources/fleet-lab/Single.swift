import ArgumentParser
import Fleet
import FleetOptions
import FleetService
import FleetSQL
import FleetSQLite
import Foundation
import Journey
import Logging

/// The same riders on one machine without servers.
struct Single: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look after all riders in this process, on SQLite and without a bus: what the servers are compared with.")

  @Option(help: "The riders, of fleet-lab riders.") var riders: String
  @Option(help: "The same chance as theirs.") var seed: UInt64 = 1
  @Option(help: "The database; it is made anew.") var database: String
  @Option(help: "The file to write what is heard to.") var history: String
  @Option(help: "The folder of the language files.") var prompts: String?
  @Flag(help: "Be silent for as long as the worker says.") var adaptive = false

  func run() async throws {
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + end) }
    let store = try await SQLFleetStore(SQLiteSession(path: database))
    let all = try readRiders(riders)
    _ = try await store.take(all.map { StoredReminder(rider: $0.rider, reminder: $0.reminder) })
    let phones = PhoneFleet(all, seed: seed, manners: PhoneFleet.Manners(isAdaptive: adaptive))
    guard FileManager.default.createFile(atPath: history, contents: nil),
      let output = FileHandle(forWritingAtPath: history),
      let id = WorkerID("single")
    else {
      throw ValidationError("\(history) cannot be written")
    }
    let exchange = LocalExchange()
    var policy = WorkerPolicy()
    policy.isAcknowledged = true
    var logger = Logger(label: "single") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .warning
    let service = WorkerService(
      id, store: store, bus: LocalBus(exchange), order: .recordFirst, policy: policy,
      wording: try AlertWording(folder: PromptFolder.folder(with: "en", in: prompts), language: "en"), logger: logger)
    let empty = Usage.memory
    let running = Task { await service.run() }
    let (start, used) = (ContinuousClock.now, Usage.processorSeconds)
    var (tick, most) = (Int(Date().timeIntervalSince1970 * 100), 0)
    while Date().timeIntervalSince1970 < phones.end {
      while Double(tick) / 100 <= Date().timeIntervalSince1970 {
        for (rider, data) in phones.due(tick) {
          if let message = PhoneMessage(data) { exchange.send(message, of: rider) }
        }
        tick += 1
      }
      for (rider, record) in exchange.takeRung() {
        if let answer = phones.hear(String(decoding: record, as: UTF8.self), rider), let message = PhoneMessage(answer)
        {
          exchange.send(message, of: rider)
        }
      }
      if tick % 100 < 2 {
        try output.write(contentsOf: Data(phones.takeLines().utf8))
        most = max(most, Usage.memory)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    running.cancel()
    await running.value
    try output.write(contentsOf: Data(phones.takeLines().utf8))
    let share = (Usage.processorSeconds - used) / ((ContinuousClock.now - start) / .seconds(1))
    print(
      """
      {"sent":\(phones.sent.fixes),"shareOfACore":\(share),"memoryAtMost":\(most),"memoryEmpty":\(empty)}
      """)
  }
}
