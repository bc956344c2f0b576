import Foundation

/// What workers tell each other of the rides that one follows and another may have to go on with.
extension FleetWorker {
  // MARK: What it is told

  /// A partition that is its own, and not here yet.
  struct Wanted {
    /// Since when it is so.
    let since: Double
    /// Whether somebody else still looks after it, and since when that is as it is.
    let isHeld: Bool
    let isHeldSince: Double
  }

  /// Remembers since when partitions are its own that are not here yet.
  /// - Returns: Whether some are so only now: others are asked for them at once.
  func want(_ new: Set<Partition>, _ clock: Double) -> Bool {
    let before = wanted
    guard !(new.isEmpty && before.isEmpty) else { return false }
    let held = membership.heldByOthers(at: clock)
    wanted = Dictionary(
      uniqueKeysWithValues: new.map { partition in
        let (isHeld, known) = (held.contains(partition), before[partition])
        if let known, known.isHeld == isHeld { return (partition, known) }
        return (partition, Wanted(since: known?.since ?? clock, isHeld: isHeld, isHeldSince: clock))
      })
    return wanted.contains { before[$0.key]?.isHeldSince != $0.value.isHeldSince }
  }

  /// Those of its own that can be taken over now, since it knows how their rides stand, or waits for that in vain. As long as somebody looks
  /// after them riders are told, and nobody misses what is not taken.
  func takeable(_ clock: Double) -> Set<Partition> {
    Set(wanted.filter { isKnown($0.key, $0.value) || waitsInVain(for: $0.value, clock) }.keys)
  }

  /// Whether it has heard all: since it is to take over from somebody, or at any time of what nobody looks after any more.
  private func isKnown(_ partition: Partition, _ wanted: Wanted) -> Bool {
    wanted.isHeld
      ? standby.isWhole(partition, since: wanted.since) : standby.isWhole(partition) || membership.isAlone
  }

  /// Whoever still looks after it tells as fast as they can: as long as anything comes it is waited for, up to an end.
  private func waitsInVain(for wanted: Wanted, _ clock: Double) -> Bool {
    guard wanted.isHeld else { return clock - wanted.isHeldSince >= policy.waitsForHeirs }
    return clock - max(wanted.isHeldSince, standby.heardWholeAt) >= policy.waitsForStates
      || clock - wanted.since >= policy.waitsForStatesAtMost
  }

  /// The partitions of which it asks to be told all: its own that it does not know, and those that it stands by for. One that begins asks
  /// when it knows which these are.
  func lacks(at clock: Double) -> Set<Partition> {
    guard membership.claims(at: clock) else { return [] }
    let own = wanted.filter { !isKnown($0.key, $0.value) }.keys
    return following.standby.filter { wanted[$0] == nil && !standby.isWhole($0) }.union(own)
  }

  // MARK: What it tells

  /// What riders do is known to others at once: no phone says it again.
  func tellSoon(_ partition: Partition) { unshared.insert(partition) }

  /// Others stand by for these, or are about to take them over, and have not heard all that there is of them.
  func noteAsked(for lacked: Set<Partition>, _ clock: Double) {
    // Who still asks for what was told a moment ago has asked before it came.
    let partitions = lacked.filter { clock - (toldAllAt[$0] ?? -.infinity) >= policy.tellsAgainAfter }
    asked.formUnion(partitions.intersection(shards.keys))
    let known = partitions.subtracting(owned).filter { standby.isWhole($0) }
    guard !known.isEmpty else { return }
    let held = membership.heldByOthers(at: clock)
    inherited.formUnion(known.filter { !held.contains($0) && membership.heir(of: $0, at: clock) == id })
  }

  /// Tells what it has heard of rides that nobody follows now, for somebody who is to follow them and has just come.
  private func shareInherited(_ clock: Double) async {
    let partitions = inherited
    inherited = []
    for (partition, states) in standby.states(of: partitions) {
      await share(states, isAll: true, of: partition, clock)
    }
  }

  /// Tells whoever stands by where the engine is; where nobody does, the database keeps it.
  ///
  /// Some at a time, since to put a state into words takes as long as some fixes: first those that others are about to take over.
  func shareSome(at now: Date, _ clock: Double) async {
    // What is known without hearing phones is no use to anybody who hears them.
    guard !isApart, !(unshared.isEmpty && asked.isEmpty && inherited.isEmpty) else { return }
    await shareInherited(clock)
    // Whoever goes on from a state that knows of an alert takes it for told: it must stand in the ledger first, with the state of that
    // moment, from which they then go on.
    let unwritten = deliveries.unwrittenRiders
    var leaving = asked.intersection(membership.leaving)
    var told = 0
    while told < policy.sharesAtOnce, let partition = leaving.min(by: isToldLonger) ?? unshared.min(by: isToldLonger) {
      leaving.remove(partition)
      unshared.remove(partition)
      let isAll = asked.remove(partition) != nil
      if isAll { shards[partition]?.tellAll() }
      let states = shards[partition]?.takeChanged(at: now, except: unwritten) ?? []
      told += states.count
      if membership.isAlone {
        for state in states { unkept[state.reminder] = state }
      } else {
        await share(states, isAll: isAll, of: partition, clock)
      }
    }
  }

  /// Where rides stand is kept in the database where nobody stands by.
  func keepSome() async {
    guard !unkept.isEmpty else { return }
    await inLane(.keeping) { await $0.keep() }
  }

  /// What the database does not take now it gets later, unless there is newer.
  private func keep() async {
    let states = unkept
    unkept = [:]
    await attempt("keeping how rides stand") {
      do {
        try await ledger.keep(Array(states.values))
      } catch {
        unkept.merge(states) { newer, _ in newer }
        throw error
      }
    }
  }

  /// Whether all of one was told longer ago than of another: each gets its turn.
  private func isToldLonger(_ one: Partition, _ other: Partition) -> Bool {
    (toldAllAt[one] ?? -.infinity, one) < (toldAllAt[other] ?? -.infinity, other)
  }

  private func share(_ states: [StateRecord], isAll: Bool, of partition: Partition, _ clock: Double) async {
    let words = isAll ? StateWord.whole(states, of: partition) : states.map(StateWord.state)
    guard !words.isEmpty else { return }
    await attempt("telling others how rides stand") {
      do {
        try await bus.share(words, of: partition)
        if isAll { toldAllAt[partition] = clock }
      } catch {
        shards[partition]?.tellAll()
        throw error
      }
    }
  }
}
