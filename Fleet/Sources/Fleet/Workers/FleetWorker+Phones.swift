import Following
import Foundation
import Journey

/// What comes in of riders: from their phones, and from live feeds.
extension FleetWorker {
  /// Takes in what phones have sent.
  /// - Returns: What phones are answered that want to know, or do not know for how long they may stay silent.
  func takePhones(at now: Date, _ clock: Double) -> [RiderID: PhoneAnswer] {
    var early = bus.phones.takeOverheard()
    defer { overheard.take(early, at: now, since: now - policy.overhearsFor) }
    for (rider, trace) in bus.phones.takeHeard() {
      if let alert = deliveries.heard(trace, by: rider) {
        decide(.heard, alert, at: now)
        tell(.heard(alert))
      }
    }
    for (rider, actions) in bus.phones.takeActions() {
      for action in actions {
        guard hasLoaded(rider, .action(action), &early) else { continue }
        decide(.action, rider, at: now, action.rawValue)
        due(shards[Partition(of: rider)]?.take(action.input(at: now), of: rider) ?? [], clock)
      }
    }
    var answers: [RiderID: PhoneAnswer] = [:]
    let asking = bus.phones.takeAsking()
    for (rider, fixes) in bus.phones.take() {
      let partition = Partition(of: rider)
      for fix in fixes where hasLoaded(rider, .fix(fix), &early) {
        due(shards[partition]?.take(fix, of: rider, at: now) ?? [], clock)
      }
      let asks = asking.contains(rider)
      guard let seconds = shards[partition]?.quieten(rider, at: now) else {
        // Nobody follows a ride of theirs now: the phone need not wonder.
        if asks, shards[partition] != nil {
          answers[rider] = PhoneAnswer(seconds: QuietPeriod.longest, heard: fixes.last?.at)
        }
        continue
      }
      let told = quietTold[rider] ?? QuietPeriod.shortest
      // What is shorter must be known at once; what is a little longer saves nothing.
      if asks || seconds < told || seconds > told * 1.25 {
        answers[rider] = PhoneAnswer(seconds: seconds, heard: asks ? fixes.last?.at : nil)
        quietTold[rider] = seconds
      }
    }
    for rider in asking where answers[rider] == nil && shards[Partition(of: rider)] != nil {
      answers[rider] = PhoneAnswer(seconds: quietTold[rider] ?? QuietPeriod.shortest)
    }
    // What is heard now is nothing once others tell what they have heard meanwhile: the phone has to say it again, to them.
    return isApart ? [:] : answers
  }

  /// Whether a rider's reminders are there. Where they are still being read, what the phone says is kept for them.
  private func hasLoaded(_ rider: RiderID, _ message: PhoneMessage, _ early: inout [OverheardWord]) -> Bool {
    if shards[Partition(of: rider)] != nil { return true }
    early.append(OverheardWord(message, of: rider))
    return false
  }

  /// Asks what live feeds say of each ride, once however many take it.
  func askFeeds(_ live: any LiveReports, at now: Date, _ clock: Double) async {
    let rides = shards.values.reduce(into: Set<Ride>()) { $0.formUnion($1.rides) }.sorted {
      ($0.tripID ?? "", $0.serviceDay) < ($1.tripID ?? "", $1.serviceDay)
    }
    guard !rides.isEmpty else { return }
    let said = await live.reports(on: rides.map { ReportedRide($0) }, at: now)
    let reports = Dictionary(zip(rides, said)) { $1 }
    let instant = latest ?? now
    for partition in shards.keys.sorted() { due(shards[partition]?.take(reports, at: instant) ?? [], clock) }
  }
}
