import Alerts
import Following
import Foundation
import Journey

/// What comes in of riders: from their phones, and from live feeds.
extension FleetWorker {
  /// Takes in what phones have sent.
  /// - Returns: What phones are answered that want to know, or do not know for how long they may stay silent.
  func takePhones(at now: Date, _ clock: Double) -> [RiderID: PhoneAnswer] {
    bus.phones.readUnread()
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
        tellSoon(Partition(of: rider))
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
      guard shards[partition] != nil else { continue }
      answers[rider] = answer(to: rider, fixes, asks: asking.contains(rider), at: now)
    }
    // Whoever only asks is told what was heard last: the phone need not say that again.
    for rider in asking where answers[rider] == nil && shards[Partition(of: rider)] != nil {
      let line = phoneLines[rider] ?? PhoneLine()
      answers[rider] = PhoneAnswer(seconds: line.quiet ?? QuietPeriod.shortest, heard: line.heard)
    }
    // What is heard now is nothing once others tell what they have heard meanwhile: the phone has to say it again, to them.
    guard isApart else { return answers }
    forgetTold(answers.keys)
    return [:]
  }

  /// Answers phones. Those whose answers do not go out are told anew.
  func tellPhones(_ answers: [RiderID: PhoneAnswer]) async {
    guard !answers.isEmpty else { return }
    await attempt("answering phones") {
      do {
        try await bus.answer(answers)
      } catch {
        forgetTold(answers.keys)
        throw error
      }
    }
  }

  private func forgetTold(_ riders: some Sequence<RiderID>) {
    for rider in riders { phoneLines[rider]?.quiet = nil }
  }

  /// Nil where there is nothing that the phone has to know.
  private func answer(to rider: RiderID, _ fixes: [Fix], asks: Bool, at now: Date) -> PhoneAnswer? {
    // Nobody follows a ride of theirs now: the phone need not wonder.
    guard let seconds = shards[Partition(of: rider)]?.quieten(rider, at: now) else {
      return asks ? PhoneAnswer(seconds: QuietPeriod.longest, heard: fixes.last?.at) : nil
    }
    var line = phoneLines[rider] ?? PhoneLine()
    line.hear(fixes.last)
    defer { phoneLines[rider] = line }
    // What is shorter must be known at once; what is a little longer saves nothing.
    guard asks || line.quiet.map({ seconds < $0 || seconds > $0 * 1.25 }) ?? true else { return nil }
    line.quiet = seconds
    return PhoneAnswer(seconds: seconds, heard: asks ? fixes.last?.at : nil)
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

/// What a phone was told, and what was heard of it.
struct PhoneLine: Sendable {
  /// For how many seconds it knows that it may stay silent; nil where it was told nothing.
  var quiet: Double?
  /// Of when its newest fix is that was taken in; nil where none was.
  private(set) var heard: Date?
  /// Whose clock was ahead by more is believed when it is right again.
  private static let isSetBack: TimeInterval = 60

  mutating func hear(_ fix: Fix?) {
    guard let at = fix?.at else { return }
    heard = heard.map { at < $0 - Self.isSetBack ? at : max($0, at) } ?? at
  }
}
