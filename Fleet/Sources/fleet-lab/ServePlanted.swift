import Alerts
import ArgumentParser
import Fleet
import FleetNATS
import FleetOptions
import FleetService
import FleetSQL
import Foundation
import Journey
import Logging

/// A worker whose clock can be set, or that has a defect which whoever judges a run must find.
struct ServePlanted: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve-worker",
    abstract: "Be a worker with a clock that can be set, or with a defect: a check that cannot find it is none.")

  enum Defect: String, ExpressibleByArgument {
    /// The ledger takes the alerts of all rides of a journey for the same.
    case noLeg = "no-leg"
    /// Who takes over begins anew: what was told before is not read, nor where rides stand, nor what was not handed on.
    case noReplay = "no-replay"
  }

  @OptionGroup var database: DatabaseOption
  @OptionGroup var nats: NATSOption
  @Option var name: WorkerID
  @Option var order = RingOrder.ringFirst
  @Flag var acknowledged = false
  @Option var planted: Defect?
  @Option(help: "A file with the seconds by which its clock is wrong.") var clock: String?
  @Option var prompts: String?

  func run() async throws {
    try await reporting {
      let store = try await database.open()
      var policy = WorkerPolicy()
      policy.isAcknowledged = acknowledged
      let ledger: any AlertLedger = planted.map { DefectiveLedger(store, $0) } ?? store
      let line = try nats.connect()
      let bus: any FleetBus = planted == .noReplay ? ForgetfulBus(line) : line
      let service = try WorkerService(
        name, store: store, ledger: ledger, bus: bus, order: order, policy: policy,
        wording: AlertWording(folder: PromptFolder.folder(with: "en", in: prompts), language: "en"),
        logger: Logger(label: "planted") { StreamLogHandler.standardError(label: $0) },
        wall: { [clock] in
          Date() + (clock.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }.flatMap(Double.init) ?? 0)
        })
      await service.run()
    }
  }
}

/// Knows that others have told where rides stand, and not where.
private final class ForgetfulBus: ForwardingBus {
  let bus: any FleetBus

  init(_ bus: any FleetBus) { self.bus = bus }

  func takeStates() -> [StateWord] {
    bus.takeStates().compactMap { word in
      switch word {
      case .state: nil
      case .begins, .missed: word
      case .ends(let partition, _): .ends(partition, states: 0)
      }
    }
  }

  func ring(_ record: Data, to rider: RiderID) async throws { try await bus.ring(record, to: rider) }
}

private struct DefectiveLedger: AlertLedger {
  let ledger: SQLFleetStore
  let defect: ServePlanted.Defect

  init(_ ledger: SQLFleetStore, _ defect: ServePlanted.Defect) { (self.ledger, self.defect) = (ledger, defect) }

  func record(_ alerts: [FleetAlert]) async throws -> [Bool] {
    try await ledger.record(
      alerts.map { alert in
        guard defect == .noLeg else { return alert }
        var alert = alert
        alert.alert.leg = 0
        return alert
      })
  }

  func noteSent(_ keys: [AlertKey]) async throws { try await ledger.noteSent(keys) }
  func told(of reminders: [UUID]) async throws -> [FleetAlert] {
    defect == .noReplay ? [] : try await ledger.told(of: reminders)
  }
  func unsent(in partitions: Set<Partition>, since instant: Date) async throws -> [FleetAlert] {
    defect == .noReplay ? [] : try await ledger.unsent(in: partitions, since: instant)
  }
  func forget(_ rider: RiderID) async throws { try await ledger.forget(rider) }
  func write(_ decisions: [FleetDecision]) async throws { try await ledger.write(decisions) }
  func decisions(of rider: RiderID) async throws -> [FleetDecision] { try await ledger.decisions(of: rider) }
  func forgetDecisions(before instant: Date) async throws { try await ledger.forgetDecisions(before: instant) }
  func keep(_ states: [StateRecord]) async throws { try await ledger.keep(states) }
  func states(of reminders: [UUID]) async throws -> [StateRecord] {
    defect == .noReplay ? [] : try await ledger.states(of: reminders)
  }
  func forgetStates(before instant: Date) async throws { try await ledger.forgetStates(before: instant) }
}
