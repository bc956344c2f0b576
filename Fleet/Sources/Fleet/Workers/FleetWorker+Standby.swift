import Foundation

/// What workers tell each other of the rides that one follows and another may have to go on with.
extension FleetWorker {
  // MARK: What it is told

  /// Remembers since when partitions are its own that are not here yet.
  /// - Returns: Whether some are so only now: whoever has them is asked at once.
  func want(_ new: Set<Partition>, _ clock: Double) -> Bool {
    let added = new.filter { wanted[$0] == nil }
    wanted = wanted.filter { new.contains($0.key) }
    for partition in added { wanted[partition] = clock }
    return !added.isEmpty
  }

  /// Those of its own that can be taken over now: nobody looks after them, or whoever does has told how all of their rides stand, a moment
  /// ago. Until then they ring, and nobody misses what is not taken.
  func takeable(_ clock: Double) -> Set<Partition> {
    guard !wanted.isEmpty else { return [] }
    let held = membership.heldByOthers(at: clock)
    return Set(
      wanted.filter { partition, since in
        !held.contains(partition) || isFresh(partition, clock) || clock - since >= policy.waitsForStates
      }.keys)
  }

  private func isFresh(_ partition: Partition, _ clock: Double) -> Bool {
    standby.isWhole(partition, since: clock - policy.waitsForStates)
  }

  /// The partitions of others of which it asks to be told all.
  func lacks(at clock: Double) -> Set<Partition> {
    membership.heldByOthers(at: clock).filter { partition in
      if wanted[partition] != nil { return !isFresh(partition, clock) }
      return following.standby.contains(partition) && !standby.isWhole(partition)
    }
  }

  // MARK: What it tells

  /// What riders do is known to others at once: no phone says it again.
  func tellSoon(_ partition: Partition) { unshared.insert(partition) }

  /// Others stand by for these, or are about to take them over, and have not heard all that there is of them.
  func tellAll(of partitions: Set<Partition>, _ clock: Double) {
    for partition in partitions where shards[partition] != nil {
      let toldAt = toldWholeAt[partition] ?? -.infinity
      if clock - toldAt >= policy.tellsAgainAfter { asked.insert(partition) }
    }
  }

  /// Tells whoever stands by where the engine is; where nobody does, the database keeps it.
  ///
  /// Some at a time, since to put a state into words takes as long as some fixes: first those that others are about to take over.
  func shareSome(at now: Date, _ clock: Double) async {
    // What is known without hearing phones is no use to anybody who hears them.
    guard !isApart, !(unshared.isEmpty && asked.isEmpty) else { return }
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
