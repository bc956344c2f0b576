import ArgumentParser
import Fleet
import FleetOptions
import Foundation

/// How long a worker takes until it looks after all riders of a database.
struct BenchTakeover: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Seconds until a worker that begins looks after all partitions, and what that costs it.",
    discussion: """
      It is alone, and hears and tells nobody. Beside it stands the floor: the same rows read by their partitions and thrown away.

        fleet-lab riders --bare --count 100000 --delay 7200 > riders.ndjson
        alight-fleet import riders.ndjson
        fleet-lab bench-takeover
      """)

  @OptionGroup var database: DatabaseOption

  func run() async throws {
    try await reporting {
      let store = try await database.open()
      let reading = try await ContinuousClock().measure {
        for partition in Partition.all { _ = try await store.due(in: [partition]) }
      }
      guard let id = WorkerID("bench") else { return }
      let worker = FleetWorker(id, at: 0, store: store, ledger: store, bus: LocalBus(LocalExchange())) { _, _, _ in nil
      }
      let (start, empty, used) = (ContinuousClock.now, Usage.memory, Usage.processorSeconds)
      func seconds() -> Double { (ContinuousClock.now - start) / .seconds(1) }
      var slowest = 0.0
      while await worker.load.partitions < Partition.count {
        let began = seconds()
        await worker.step(wall: Date(), clock: began)
        slowest = max(slowest, seconds() - began)
        try await Task.sleep(for: .milliseconds(5))
      }
      let (took, load) = (seconds() - MembershipPolicy().claimsAfter, await worker.load)
      let riders = load.followed + load.waiting
      print(
        """
        {"riders":\(riders),"followed":\(load.followed),"seconds":\(took),"ridersPerSecond":\(Int(Double(riders) / took)),\
        "readingAlone":\(reading / .seconds(1)),"processorSeconds":\(Usage.processorSeconds - used),"slowestStep":\(slowest),\
        "memoryMB":\((Usage.memory - empty) >> 20)}
        """)
    }
  }
}
