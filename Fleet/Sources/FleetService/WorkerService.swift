import Fleet
import FleetSQL
import Following
import Foundation
import Logging

/// A worker that runs: its steps, its log, and the clock of the database beside its own.
public struct WorkerService: Sendable {
  /// Between two steps: what comes in meanwhile is one batch.
  static let pause: Duration = .milliseconds(10)
  /// How often the database is asked what time it is.
  static let asksTimeEvery: Duration = .seconds(2)

  public let worker: FleetWorker
  public let bus: any FleetBus
  public let metrics: FleetMetrics
  private let store: SQLFleetStore
  private let wall: @Sendable () -> Date

  /// - Parameters:
  ///   - ledger: What was told; nil for the store's own.
  ///   - live: Where it is asked what live feeds say; nil for nowhere.
  ///   - wall: The machine's clock.
  public init(
    _ id: WorkerID, store: SQLFleetStore, ledger: (any AlertLedger)? = nil, bus: any FleetBus,
    live: (any LiveReports)? = nil, order: RingOrder,
    policy: WorkerPolicy, wording: AlertWording, logger: Logger, wall: @escaping @Sendable () -> Date = { Date() }
  ) {
    let metrics = FleetMetrics()
    (self.store, self.bus, self.metrics, self.wall) = (store, bus, metrics, wall)
    worker = FleetWorker(
      id, at: SteadyClock.seconds, store: store, ledger: ledger ?? store, bus: bus, live: live, order: order,
      policy: policy,
      wording: { wording.record($0, $1, isRepeat: $2) },
      tell: { notice in
        metrics.take(notice, at: Date())
        logger.tell(notice)
      })
  }

  /// Goes on until it is drained, by an order or by `drain`, or cancelled.
  public func run() async {
    let asking = Task { await askTime() }
    defer { asking.cancel() }
    while !Task.isCancelled {
      let began = SteadyClock.seconds
      await worker.step(wall: wall(), clock: began)
      metrics.stepped(SteadyClock.seconds - began)
      if await worker.isDrained { break }
      try? await Task.sleep(for: Self.pause)
    }
  }

  public func drain() async { await worker.drain(at: SteadyClock.seconds) }

  /// All counts, for Prometheus.
  public func metricsText() async -> String {
    await metrics.text(
      worker.load, bus.phones.counts, pushes: (bus as? PushBus)?.counts ?? [:], clockError: worker.clockError,
      delay: bus.delay, workers: worker.alive(at: SteadyClock.seconds).count)
  }

  /// What does not work now, in words.
  func failures() async -> [String] { await worker.load.failures + ((bus as? PushBus)?.failures ?? []) }

  private func askTime() async {
    guard let database = WorkerID("database") else { return }
    while !Task.isCancelled {
      if let time = try? await store.time() { await worker.hear(time: time, from: database, at: SteadyClock.seconds) }
      try? await Task.sleep(for: Self.asksTimeEvery)
    }
  }
}

/// A clock that nobody can set, and that goes on while the machine sleeps.
enum SteadyClock {
  private static let start = ContinuousClock.now

  /// Since the program began.
  static var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}

extension Logger {
  /// One line a notice, without any position.
  fileprivate func tell(_ notice: WorkerNotice) {
    switch notice {
    case .owns(let partitions, let taken, let given):
      info(
        "looks after partitions", metadata: ["partitions": "\(partitions)", "taken": "\(taken)", "given": "\(given)"])
    case .rung(let alert, let before):
      info(before == 0 ? "rung" : "rung again", metadata: Self.fields(alert))
    case .heard(let alert): debug("heard", metadata: Self.fields(alert))
    case .toldBefore(let alert): info("told before by another worker", metadata: Self.fields(alert))
    case .unheard(let alert): warning("given up: no phone has said to have it", metadata: Self.fields(alert))
    case .fails(let what, let cause): error("fails", metadata: ["what": "\(what)", "cause": "\(cause)"])
    case .works(let what): self.notice("works again", metadata: ["what": "\(what)"])
    }
  }

  private static func fields(_ alert: FleetAlert) -> Logger.Metadata {
    var fields: Logger.Metadata = [
      "trace": "\(alert.trace)", "rider": "\(alert.rider)", "reminder": "\(alert.reminder.uuidString.lowercased())",
      "event": "\(alert.alert.event.rawValue)",
    ]
    if let level = alert.alert.level { fields["level"] = "\(level)" }
    return fields
  }
}
