import ArgumentParser
import Fleet
import FleetOptions
import FleetNATS
import FleetService
import Foundation

/// Says which workers there are, and what each has in hand.
struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell which workers there are, and what each has in hand.",
    discussion: "It listens for as long as a worker may be silent. It ends with 69 where nobody looks after all riders."
  )

  @OptionGroup var nats: NATSOption

  @Flag(help: "One JSON object a worker and line.")
  var json = false

  func run() async throws {
    try await reporting {
      let bus = try nats.connect()
      let heartbeats = try await Workers.heard(by: bus, until: Workers.areAll)
      if json {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for heartbeat in heartbeats { print(String(decoding: try encoder.encode(heartbeat), as: UTF8.self)) }
      } else {
        Self.table(heartbeats).forEach { print($0) }
      }
      // Two have one of them for a moment when it is handed over.
      let partitions = Workers.partitions(of: heartbeats)
      guard !heartbeats.isEmpty else {
        throw FleetFailure(.unavailable, "no worker is there: start alight-fleet serve-worker")
      }
      guard partitions == Partition.count else {
        throw FleetFailure(
          .unavailable, "\(Partition.count - partitions) of \(Partition.count) partitions are nobody's now")
      }
    }
  }

  static func table(_ heartbeats: [Heartbeat]) -> [String] {
    let rows =
      [["WORKER", "PARTITIONS", "FOLLOWED", "WAITING", "UNWRITTEN", "UNHEARD", "STATE"]]
      + heartbeats.map { heartbeat in
        let load = heartbeat.load ?? Heartbeat.Load()
        let state =
          load.failures.isEmpty
          ? heartbeat.isDraining ? "draining" : "well" : "fails: " + load.failures.joined(separator: ", ")
        return [heartbeat.worker.text]
          + [load.partitions, load.followed, load.waiting, load.unwritten, load.unheard].map { "\($0)" } + [state]
      }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        // Numbers stand right, names left.
        return (1...5).contains(column) ? space + row[column] : column == 0 ? row[column] + space : row[column]
      }.joined(separator: "  ")
    }
  }
}

/// Hands all that a worker has over to the others.
struct Drain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let a worker hand all over to the others, and end.",
    discussion: "It returns when the worker has ended. Drain one after the other to restart all without a late alert.")

  @Argument(help: "The worker, as alight-fleet status names it.")
  var worker: WorkerID

  @OptionGroup var nats: NATSOption

  func run() async throws {
    try await reporting {
      let bus = try nats.connect()
      let heartbeats = try await Workers.heard(by: bus, until: Workers.areAll)
      guard heartbeats.contains(where: { $0.worker == worker }) else {
        let others = heartbeats.map(\.worker.text).joined(separator: ", ")
        throw FleetFailure(.noInput, "no worker is called \(worker)" + (others.isEmpty ? "" : ": there are \(others)"))
      }
      guard heartbeats.contains(where: { $0.worker != worker && !$0.isDraining }) else {
        throw FleetFailure(
          .unavailable, "\(worker) is the only worker: nobody would be told any more; start another one first")
      }
      try bus.order(.drain(worker))
      while case let heard = try await Workers.heard(by: bus, until: { $0.contains { $0.worker == worker } }),
        heard.contains(where: { $0.worker == worker })
      {}
      FileHandle.standardError.write(Data("\(worker) has handed all over\n".utf8))
    }
  }
}

/// The workers that a bus hears.
enum Workers {
  /// Everybody who is alive is heard within this, also on a machine that is loaded.
  private static let listens = Duration.seconds(MembershipPolicy().deadAfterAtMost)
  /// Everybody who is alive is heard within this where nothing is loaded, and waited for where something is missing.
  private static let mostly = Duration.seconds(MembershipPolicy().deadAfter)

  /// - Parameter isEnough: Whether nobody else is waited for, by those who were heard.
  static func heard(
    by bus: any FleetBus, until isEnough: ([Heartbeat]) -> Bool = { _ in false }
  ) async throws -> [Heartbeat] {
    _ = bus.takeHeartbeats()
    var heard: [WorkerID: Heartbeat] = [:]
    let began = ContinuousClock.now
    while ContinuousClock.now - began < listens {
      try await Task.sleep(for: .milliseconds(50))
      for heartbeat in bus.takeHeartbeats() { heard[heartbeat.worker] = heartbeat }
      if ContinuousClock.now - began >= mostly, isEnough(Array(heard.values)) { break }
    }
    return heard.values.sorted { $0.worker < $1.worker }
  }

  /// Whether those who were heard look after all partitions.
  static func areAll(_ heartbeats: [Heartbeat]) -> Bool { partitions(of: heartbeats) == Partition.count }

  /// How many partitions somebody looks after.
  static func partitions(of heartbeats: [Heartbeat]) -> Int {
    heartbeats.reduce(into: Set<Partition>()) { $0.formUnion($1.holds?.partitions ?? []) }.count
  }
}
