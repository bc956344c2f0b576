import Alerts
import Foundation
import Journey

/// How alerts get from the engine to the ledger and to the phones.
extension FleetWorker {
  /// Takes in hand what the engine has found.
  func due(_ alerts: [FleetAlert], _ clock: Double) {
    for alert in alerts {
      deliveries.add(alert, at: clock)
      decide(.due, alert, at: alert.alert.at)
    }
  }

  /// Rings and writes down what can be, in the order that goes with who is told.
  func deliver(at now: Date, _ clock: Double) async {
    // What is found without hearing phones is no better than what others find who hear them: first it must be known whether they do.
    guard !isApart || bus.ringsByItself else { return }
    if order == .ringFirst { await ring(at: now, clock) }
    let isTime = clock - wroteAt >= policy.writesEvery
    if isTime, deliveries.hasUnwritten || deliveries.hasUnnoted { wroteAt = clock }
    if isTime, deliveries.hasUnwritten { await inLane(.writing) { await $0.write(at: now, clock) } }
    if order == .recordFirst { await ring(at: now, clock) }
    if isTime, deliveries.hasUnnoted { await inLane(.noting) { await $0.noteSent() } }
  }

  private func noteSent() async {
    let keys = deliveries.takeUnnoted()
    do {
      try await ledger.noteSent(keys)
      works("noting what was handed on")
    } catch {
      deliveries.putBack(unnoted: keys)
      note(error, "noting what was handed on")
    }
  }

  private func ring(at now: Date, _ clock: Double) async {
    for (alert, rings) in deliveries.takeDue(at: clock) {
      let trace = alert.trace
      // Told later than it was due, the words are those of now.
      let isLate = rings > 0 || now.timeIntervalSince(alert.alert.at) > 5
      let told = isLate ? shards[Partition(of: alert.rider)]?.retold(alert, at: now) ?? alert : alert
      guard let record = told.record.flatMap({ wording(told, $0, isLate) }) else {
        deliveries.rung(trace, at: clock)
        continue
      }
      do {
        try await bus.ring(record, to: alert.rider)
        deliveries.rung(trace, at: clock)
        if rings == 0 { decide(.rung, told, at: now) }
        tell(.rung(told, before: rings))
        works("ringing")
      } catch {
        deliveries.refused(trace, at: clock)
        note(error, "ringing")
      }
    }
  }

  /// Writes down what was told, or is to be told.
  private func write(at now: Date, _ clock: Double) async {
    while case let batch = deliveries.unwritten(), !batch.isEmpty {
      do {
        let isNew = try await ledger.record(batch)
        for alert in deliveries.written(batch, isNew, at: clock) {
          decide(.toldBefore, alert, at: now)
          tell(.toldBefore(alert))
        }
        works("writing down what was told")
      } catch {
        note(error, "writing down what was told")
        break
      }
    }
  }

  /// Looks after what others should have rung, lets go of what is no news, and writes the decisions down: once a second.
  func lookAfter(at now: Date, _ clock: Double) async {
    for alert in deliveries.takeStale(at: clock) {
      decide(.unheard, alert, at: now)
      tell(.unheard(alert))
    }
    await askAgain(at: now, clock)
    let doubted = deliveries.doubted(at: clock)
    if !doubted.isEmpty {
      await attempt("looking after what others tell") {
        let partitions = Set(doubted.map { Partition(of: $0.rider) })
        let oldest = doubted.map(\.alert.at).min() ?? now
        let unsent = try await ledger.unsent(in: partitions, since: oldest - policy.unsentFor)
        deliveries.settle(doubted, unsent: Set(unsent.map(\.trace)), at: clock)
      }
    }
    let written = decisions
    guard !written.isEmpty else { return }
    await attempt("writing down decisions") {
      try await ledger.write(written)
      decisions.removeFirst(min(written.count, decisions.count))
    }
    // Those of the last minutes are of use; a database that is away for hours is told about by itself.
    if decisions.count > policy.decisions { decisions.removeFirst(decisions.count - policy.decisions) }
  }

  // MARK: Decisions

  func decide(_ kind: FleetDecision.Kind, _ alert: FleetAlert, at now: Date) {
    let basis = alert.alert.estimated ? ", estimated" : ""
    let level = alert.alert.level.map { " \($0)" } ?? ""
    decisions.append(
      FleetDecision(
        rider: alert.rider, reminder: alert.reminder, at: now, kind: kind,
        detail: "\(alert.alert.event.rawValue)\(level)\(basis)", trace: alert.trace, worker: id))
  }

  func decide(_ kind: FleetDecision.Kind, _ rider: RiderID, _ reminder: UUID? = nil, at now: Date, _ detail: String) {
    decisions.append(
      FleetDecision(rider: rider, reminder: reminder, at: now, kind: kind, detail: detail, worker: id))
  }
}
