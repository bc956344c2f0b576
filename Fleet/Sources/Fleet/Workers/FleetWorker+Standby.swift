import Foundation

/// What workers tell each other of the rides that one follows and another may have to go on with.
extension FleetWorker {
  // MARK: What it is told

  /// A partition that is its own, and not here yet.
  struct Wanted {
    /// Since when it is so.
    var since: Double
    /// Whether somebody else still looks after it.
    var isHeld: Bool
  }

  /// Remembers since when partitions are its own that are not here yet.
  /// - Returns: Whether some are so only now: others are asked for them at once.
  func want(_ new: Set<Partition>, _ clock: Double) -> Bool {
    let before = wanted
    guard !(new.isEmpty && before.isEmpty) else { return false }
    let held = membership.heldByOthers(at: clock)
    wanted = Dictionary(
      uniqueKeysWithValues: new.map { partition in
        let isHeld = held.contains(partition)
        let known = before[partition].flatMap { $0.isHeld == isHeld ? $0 : nil }
        return (partition, known ?? Wanted(since: clock, isHeld: isHeld))
      })
    return wanted.contains { before[$0.key]?.since != $0.value.since }
  }

  /// Those of its own that can be taken over now, since it knows how their rides stand, or waits for that in vain. As long as somebody looks
  /// after them riders are told, and nobody misses what is not taken.
  func takeable(_ clock: Double) -> Set<Partition> {
    Set(wanted.filter { isKnown($0.key, $0.value, clock) || clock - $0.value.since >= patience($0.value) }.keys)
  }

  /// Whether it has heard all: a moment ago from whoever looks after it now, and at any time of what nobody looks after any more.
  private func isKnown(_ partition: Partition, _ wanted: Wanted, _ clock: Double) -> Bool {
    wanted.isHeld
      ? standby.isWhole(partition, since: clock - policy.waitsForStates)
      : standby.isWhole(partition) || membership.isAlone
  }

  private func patience(_ wanted: Wanted) -> Double { wanted.isHeld ? policy.waitsForStates : policy.waitsForHeirs }

  /// The partitions of which it asks to be told all: its own that it does not know, and those that it stands by for.
  func lacks(at clock: Double) -> Set<Partition> {
    let own = wanted.filter { !isKnown($0.key, $0.value, clock) }.keys
    let others = membership.heldByOthers(at: clock).filter {
      wanted[$0] == nil && following.standby.contains($0) && !standby.isWhole($0)
    }
    return others.union(own)
  }

  // MARK: What it tells

  /// What riders do is known to others at once: no phone says it again.
  func tellSoon(_ partition: Partition) { unshared.insert(partition) }

  /// Others stand by for these, or are about to take them over, and have not heard all that there is of them.
  func tellAll(of partitions: Set<Partition>, _ clock: Double) {
    asked.formUnion(partitions.intersection(shards.keys))
    let known = partitions.subtracting(owned).filter { standby.isWhole($0) }
    guard !known.isEmpty else { return }
    let held = membership.heldByOthers(at: clock)
    inherited.formUnion(known.filter { !held.contains($0) && membership.heir(of: $0, at: clock) == id })
  }

  /// Those of which all was told a moment ago: who still asks has asked before that came.
  func toldLately(_ clock: Double) -> [Partition] {
    toldWholeAt.filter { clock - $0.value < policy.tellsAgainAfter }.map(\.key)
  }

  /// Tells what it has heard of rides that nobody follows now, for somebody who is to follow them and has just come.
  private func shareInherited(_ clock: Double) async {
    let partitions = inherited
    inherited = []
    for (partition, states) in standby.states(of: partitions) {
      await share(states, isWhole: true, of: partition, clock)
    }
  }

  /// Tells whoever stands by where the engine is; where nobody does, the database keeps it.
  ///
  /// Some at a time, since to put a state into words takes as long as some fixes: first those that others are about to take over.
  func shareSome(at now: Date, _ clock: Double) async {
    // What is known without hearing phones is no use to anybody who hears them.
    guard !isApart, !(unshared.isEmpty && asked.isEmpty && inherited.isEmpty) else { return }
    await shareInherited(clock)
    // Whoever goes on from a state that knows of an alert takes it for told: it must stand in the ledger first.
    let unwritten = deliveries.unwrittenRiders
    var leaving = asked.intersection(membership.leaving)
    var told = 0
    var alone: [StateRecord] = []
    while told < policy.sharesAtOnce, let partition = leaving.min() ?? unshared.min() {
      leaving.remove(partition)
      unshared.remove(partition)
      let (states, isWhole) = takeChanged(of: partition, except: unwritten, at: now)
      told += states.count
      if membership.isAlone {
        alone += states
      } else {
        await share(states, isWhole: isWhole, of: partition, clock)
      }
    }
    guard !alone.isEmpty else { return }
    await inLane(.keeping) { [alone] worker in
      await worker.attempt("keeping how rides stand") { try await worker.ledger.keep(alone) }
    }
  }

  /// Where the engine stands with what has changed, or with all where somebody asks for it.
  /// - Returns: Whether it is all: who asks for it asks again, where it is not.
  private func takeChanged(of partition: Partition, except unwritten: Set<RiderID>, at now: Date)
    -> (states: [StateRecord], isWhole: Bool)
  {
    let isAsked = asked.remove(partition) != nil
    if isAsked { shards[partition]?.tellAll() }
    let states = shards[partition]?.takeChanged(at: now, except: unwritten) ?? []
    return (states, isAsked && shards[partition]?.isTold == true)
  }

  private func share(_ states: [StateRecord], isWhole: Bool, of partition: Partition, _ clock: Double) async {
    let words = isWhole ? StateWord.whole(states, of: partition) : states.map(StateWord.state)
    guard !words.isEmpty else { return }
    await attempt("telling others how rides stand") {
      do {
        try await bus.share(words, of: partition)
        if isWhole { toldWholeAt[partition] = clock }
      } catch {
        shards[partition]?.tellAll()
        throw error
      }
    }
  }
}
