import Foundation
import HeapModule
import Journey

/// The alerts that a worker has in hand, until each is written down and handed on.
///
/// A value without a clock or a network: what is to be rung, written and noted is asked of it, and what came of that is told to it.
/// Instants are seconds of any clock that does not go back.
struct Deliveries: Sendable {
  private struct Item {
    var alert: FleetAlert
    let since: Double
    /// Whether the ledger has it.
    var isWritten: Bool
    /// Whether nobody else can have told it, or twice does no harm.
    var mayRing: Bool
    var rings = 0
    /// Whether it is with the phone, or as far as anybody can know.
    var isHandedOn = false
    /// Whether somebody else looks after its rider: once it is rung and written down, they see to it that it is heard.
    var isReleased = false
    /// When it is rung next, or looked after.
    var ringsAt: Double
  }

  private struct Wait: Comparable {
    let at: Double
    let trace: AlertTrace
    static func < (one: Self, other: Self) -> Bool { one.at < other.at }
  }

  private let order: RingOrder
  private let policy: WorkerPolicy
  private var items: [AlertTrace: Item] = [:]
  private var waits = Heap<Wait>()
  /// What is not written down yet, in order.
  private var queue: [AlertTrace] = []
  /// What was rung last of each reminder, and has not been heard.
  private var newest: [UUID: AlertTrace] = [:]
  /// What is written down and handed on, which the ledger does not know.
  private var unnoted: [AlertKey] = []

  init(_ order: RingOrder, _ policy: WorkerPolicy) { (self.order, self.policy) = (order, policy) }

  /// How many are not written down yet, and how many are not handed on.
  var counts: (unwritten: Int, waiting: Int) { (queue.count, items.count) }
  var hasUnwritten: Bool { !queue.isEmpty }
  var hasUnnoted: Bool { !unnoted.isEmpty }
  /// Of whom something is not written down yet.
  var unwrittenRiders: Set<RiderID> { Set(queue.compactMap { items[$0]?.alert.rider }) }
  var isEmpty: Bool { items.isEmpty && unnoted.isEmpty }

  /// Takes an alert in hand.
  /// - Parameter isWritten: Whether it stands in the ledger already, from a worker that is gone.
  mutating func add(_ alert: FleetAlert, isWritten: Bool = false, at clock: Double) {
    let trace = alert.trace
    guard items[trace] == nil else { return }
    // What is told without being owed has no place in the ledger.
    let isWritten = isWritten || alert.key == nil
    items[trace] = Item(
      alert: alert, since: clock, isWritten: isWritten, mayRing: isWritten || order == .ringFirst, ringsAt: clock)
    if !isWritten { queue.append(trace) }
    if items[trace]?.mayRing == true { waits.insert(Wait(at: clock, trace: trace)) }
    if alert.key != nil { supersede(alert.reminder, by: trace, at: clock) }
  }

  /// Of a reminder the newest alert counts: who has not heard "get ready" is not told it after "get off". Those of one moment are
  /// told together.
  private mutating func supersede(_ reminder: UUID, by trace: AlertTrace, at clock: Double) {
    if let older = newest[reminder], let item = items[older], item.rings > 0 || clock - item.since > 5 {
      handedOn(older, item)
    }
    newest[reminder] = trace
  }

  // MARK: Ringing

  /// What is to be rung now, oldest first, and how often each was.
  mutating func takeDue(at clock: Double) -> [(alert: FleetAlert, rings: Int)] {
    var due: [(FleetAlert, Int)] = []
    while let first = waits.min, first.at <= clock {
      waits.removeMin()
      guard let item = items[first.trace], item.ringsAt == first.at, !item.isHandedOn, item.mayRing,
        !item.isReleased || item.rings == 0
      else { continue }
      if item.rings == 0, !item.isWritten, clock - item.since > policy.ringsBlindlyFor {
        // The ledger says whether somebody else has told it meanwhile.
        items[first.trace]?.mayRing = false
      } else {
        due.append((item.alert, item.rings))
        // Until it is told what came of it.
        items[first.trace]?.ringsAt = .infinity
      }
    }
    return due
  }

  /// It was rung.
  mutating func rung(_ trace: AlertTrace, at clock: Double) {
    guard var item = items[trace] else { return }
    item.rings += 1
    guard policy.isAcknowledged, item.alert.key != nil else { return handedOn(trace, item) }
    item.ringsAt = clock + policy.ringsAgainAfter * Double(1 << min(item.rings - 1, 5))
    items[trace] = item
    waits.insert(Wait(at: item.ringsAt, trace: trace))
    settle(trace)
  }

  /// It could not be rung.
  mutating func refused(_ trace: AlertTrace, at clock: Double) {
    items[trace]?.ringsAt = clock + policy.offersAgainAfter
    waits.insert(Wait(at: clock + policy.offersAgainAfter, trace: trace))
  }

  /// A rider's phone has it.
  /// - Returns: The alert; nil where it is not in hand, or not theirs.
  mutating func heard(_ trace: AlertTrace, by rider: RiderID) -> FleetAlert? {
    guard let item = items[trace], item.alert.rider == rider, !item.isHandedOn else { return nil }
    handedOn(trace, item)
    return item.alert
  }

  /// What nobody has said to have, and is no news any more: it is let go.
  mutating func takeStale(at clock: Double) -> [FleetAlert] {
    let stale = items.filter { clock - $0.value.since > policy.unsentFor }
    for trace in stale.keys { drop(trace) }
    if stale.contains(where: { !$0.value.isWritten }) { queue.removeAll { items[$0] == nil } }
    return stale.values.map(\.alert)
  }

  private mutating func handedOn(_ trace: AlertTrace, _ item: Item) {
    var item = item
    item.isHandedOn = true
    items[trace] = item
    settle(trace)
  }

  /// Somebody else looks after the riders of these partitions from now on.
  mutating func release(_ partitions: Set<Partition>) {
    for (trace, item) in items where partitions.contains(Partition(of: item.alert.rider)) {
      items[trace]?.isReleased = true
      settle(trace)
    }
  }

  /// Others have gone on with the riders of these partitions, and have told what was found here and not told.
  mutating func leave(_ partitions: Set<Partition>) {
    for (trace, item) in items
    where partitions.contains(Partition(of: item.alert.rider)) && item.rings == 0 && !item.isWritten {
      drop(trace)
    }
    queue.removeAll { items[$0] == nil }
    release(partitions)
  }

  /// Lets go of what is both written down and handed on, or somebody else's to be.
  private mutating func settle(_ trace: AlertTrace) {
    guard let item = items[trace], item.isWritten,
      item.isHandedOn || item.isReleased && (item.rings > 0 || !item.mayRing)
    else { return }
    if item.isHandedOn, let key = item.alert.key { unnoted.append(key) }
    drop(trace)
  }

  private mutating func drop(_ trace: AlertTrace) {
    guard let item = items.removeValue(forKey: trace) else { return }
    if newest[item.alert.reminder] == trace { newest[item.alert.reminder] = nil }
  }

  // MARK: Writing down

  /// What is to be written down next.
  func unwritten() -> [FleetAlert] { queue.prefix(policy.batch).compactMap { items[$0]?.alert } }

  /// The ledger has taken what was first in the queue.
  /// - Returns: Those that stand there from somebody else, and were not rung here.
  mutating func written(_ alerts: [FleetAlert], _ isNew: [Bool], at clock: Double) -> [FleetAlert] {
    let taken = Set(alerts.map(\.trace))
    queue.removeAll { taken.contains($0) }
    var others: [FleetAlert] = []
    for (alert, isNew) in zip(alerts, isNew) {
      let trace = alert.trace
      guard var item = items[trace] else { continue }
      item.isWritten = true
      if !item.mayRing {
        // Whoever has written it rings it, unless they end before: it is looked after.
        item.mayRing = isNew
        item.ringsAt = isNew ? clock : clock + policy.othersRingWithin
        if isNew { waits.insert(Wait(at: clock, trace: trace)) } else { others.append(alert) }
      }
      items[trace] = item
      settle(trace)
    }
    return others
  }

  /// Those that somebody else has written down, and should have handed on by now.
  func doubted(at clock: Double) -> [FleetAlert] {
    items.values.filter { $0.isWritten && !$0.mayRing && $0.ringsAt <= clock }.map(\.alert)
  }

  /// What came of asking the ledger after those.
  /// - Parameter unsent: Those that nobody has handed on.
  mutating func settle(_ doubted: [FleetAlert], unsent: Set<AlertTrace>, at clock: Double) {
    for trace in doubted.map(\.trace) {
      if unsent.contains(trace) {
        items[trace]?.mayRing = true
        items[trace]?.ringsAt = clock
        waits.insert(Wait(at: clock, trace: trace))
      } else {
        drop(trace)
      }
    }
  }

  /// What is to be noted in the ledger as handed on.
  mutating func takeUnnoted() -> [AlertKey] {
    defer { unnoted = [] }
    return unnoted
  }

  mutating func putBack(unnoted keys: [AlertKey]) { unnoted = keys + unnoted }
}
