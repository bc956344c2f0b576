import Testing

@testable import Fleet

@Suite("Who looks after which partition") struct AssignmentTests {
  fileprivate static let workers = Set((1...7).compactMap { WorkerID("worker-\($0)") })

  @Test("Each partition has one owner, and each worker a share that is not far from even")
  func shares() {
    let shares = Self.workers.map { Assignment.partitions(of: $0, among: Self.workers) }
    #expect(shares.reduce(0) { $0 + $1.count } == Partition.count)
    #expect(shares.reduce(Set()) { $0.union($1) }.count == Partition.count)
    #expect(shares.allSatisfy { (15...65).contains($0.count) }, "\(shares.map(\.count).sorted())")
  }

  @Test("One who goes leaves its own share to the others, and nothing else moves")
  func leaves() throws {
    let gone = try #require(Self.workers.sorted().first)
    let left = Self.workers.subtracting([gone])
    for partition in Partition.all {
      let before = Assignment.owner(of: partition, among: Self.workers)
      if before != gone { #expect(Assignment.owner(of: partition, among: left) == before) }
    }
    let takers = Set(Assignment.partitions(of: gone, among: Self.workers).map { Assignment.owner(of: $0, among: left) })
    #expect(takers.count > 3, "one worker takes all: \(takers)")
  }
}

extension AssignmentTests {
  @Test("Whoever stands by is who has a partition when those before them are gone", arguments: [1, 2, 3])
  func standby(depth: Int) throws {
    for worker in Self.workers {
      let standby = Assignment.standby(of: worker, among: Self.workers, depth: depth)
      for partition in Partition.all {
        var (left, gone) = (Self.workers, 0)
        while let owner = Assignment.owner(of: partition, among: left), owner != worker {
          left.remove(owner)
          gone += 1
        }
        #expect(standby.contains(partition) == (1...depth).contains(gone))
      }
    }
    let one = try #require(Self.workers.first)
    #expect(Assignment.standby(of: one, among: [one], depth: depth).isEmpty)
  }
}

@Suite("What a worker knows of the others") struct MembershipTests {
  private static let workers = ["one", "two", "three"].compactMap { WorkerID($0) }
  private var all: [Membership]
  private var now = 0.0
  /// Whether what is owned is loaded at once.
  private var loads = true

  init() { all = Self.workers.map { Membership($0, at: 0) } }

  /// Heartbeats until an instant; those of silenced workers reach nobody.
  private mutating func beat(until end: Double, without silent: Set<Int> = []) {
    while now < end {
      now += 0.25
      for sender in all.indices where !silent.contains(sender) {
        let heartbeat = all[sender].heartbeat(at: now)
        for hearer in all.indices where !silent.contains(hearer) { all[hearer].hear(heartbeat, at: now) }
      }
      for place in all.indices where loads { all[place].holds = all[place].owned(at: now) }
    }
  }

  private mutating func owned() -> [Set<Partition>] {
    all.indices.map { all[$0].owned(at: now) }
  }

  private func isWhole(_ sets: [Set<Partition>]) -> Bool {
    sets.reduce(0) { $0 + $1.count } == Partition.count && sets.reduce(Set()) { $0.union($1) }.count == Partition.count
  }

  @Test("All together own each partition once, and nothing before they have heard of each other")
  mutating func together() {
    beat(until: 0.25)
    let early = owned()
    #expect(early.allSatisfy { $0.isEmpty })
    beat(until: 1)
    let all = owned()
    #expect(isWhole(all))
  }

  @Test("The partitions of one that dies are owned again within two seconds")
  mutating func dies() {
    beat(until: 1)
    _ = owned()
    beat(until: 3, without: [0])
    let after = owned()
    #expect(isWhole([after[1], after[2]]))
  }

  @Test("One that is cut off keeps what it owns, and gives the rest back when it hears the others again")
  mutating func cutOff() {
    beat(until: 1)
    let before = owned()
    beat(until: 5, without: [0])
    let alone = owned()
    #expect(alone[0] == before[0])
    beat(until: 6)
    let after = owned()
    #expect(after == before)
  }

  @Test("A heartbeat that was under way for long says nothing of now, and clocks that go apart do no harm")
  mutating func underWay() throws {
    beat(until: 10)
    let old = all[0].heartbeat(at: now)
    beat(until: 20, without: [0])
    #expect(!all[1].alive(at: now).contains(all[0].own))
    let isNews = all[1].hear(old, at: now)
    #expect(!isNews && !all[1].alive(at: now).contains(all[0].own))
    beat(until: 21)
    #expect(all[1].alive(at: now).contains(all[0].own))
    // A clock that is slower by more than any is, for a day.
    for quarter in 0..<345_600 {
      now += 0.25
      var heartbeat = all[0].heartbeat(at: now)
      heartbeat.steady = 100 + Double(quarter) * 0.25 * 0.9995
      let isHeard = all[1].hear(heartbeat, at: now)
      #expect(isHeard)
    }
  }

  @Test("One that starts again under its name is heard at once")
  mutating func sameName() {
    beat(until: 100)
    let own = all[0].own
    beat(until: 103, without: [0])
    #expect(!all[1].alive(at: now).contains(own))
    var again = Membership(own, at: 0).heartbeat(at: 0.25)
    let isHeard = all[1].hear(again, at: now)
    #expect(isHeard && all[1].alive(at: now).contains(own))
    again.steady = 0.5
    let goesOn = all[1].hear(again, at: now + 0.25)
    #expect(goesOn)
  }

  @Test("What one has that was cut off is old: it claims nothing of it until it knows what others have gone on with")
  mutating func claimsNothing() throws {
    beat(until: 1)
    beat(until: 5, without: [0])
    let apart = all[0].isApart(at: now)
    #expect(apart)
    #expect(all[0].heartbeat(at: now).holds?.partitions.isEmpty == true)
    beat(until: 5.25)
    let rejoining = all[0].isApart(at: now)
    #expect(rejoining, "what others hold is not heard yet")
    #expect(all[0].heldByOthers(at: now).count == Partition.count)
    loads = false
    beat(until: 6)
    #expect(!all[0].isApart(at: now))
  }

  @Test("One that drains goes on with each partition until another one has it, however long that takes")
  mutating func drains() {
    beat(until: 1)
    let before = owned()
    all[0].drain(at: now)
    loads = false
    beat(until: 60)
    let meanwhile = owned()
    #expect(meanwhile[0] == before[0], "nobody has loaded it")
    #expect(isWhole([meanwhile[1], meanwhile[2]]))
    loads = true
    beat(until: 61)
    let after = owned()
    #expect(after[0].isEmpty)
  }

  @Test("One that drains and is alone ends")
  mutating func drainsAlone() {
    all = [all[0]]
    beat(until: 1)
    let before = owned()
    #expect(before[0].count == Partition.count)
    all[0].drain(at: now)
    beat(until: 2)
    let meanwhile = owned()
    #expect(meanwhile == before)
    beat(until: 5)
    let after = owned()
    #expect(after[0].isEmpty)
  }

  @Test("One that drains and is cut off leaves all to the others, and ends")
  mutating func drainsApart() {
    beat(until: 1)
    let before = owned()
    all[0].drain(at: now)
    beat(until: 3, without: [0])
    let meanwhile = owned()
    #expect(meanwhile[0] == before[0])
    beat(until: 6, without: [0])
    let after = owned()
    #expect(after[0].isEmpty && isWhole([after[1], after[2]]))
  }

  @Test("Whoever comes is given a partition when it has loaded it, and somebody has each at any time")
  mutating func comes() throws {
    beat(until: 1)
    all.append(Membership(try #require(WorkerID("four")), at: now))
    loads = false
    beat(until: 10)
    let meanwhile = owned()
    #expect(isWhole(Array(meanwhile.prefix(3))))
    #expect(!meanwhile[3].isEmpty)
    #expect(all.prefix(3).contains { !$0.leaving.isEmpty })
    loads = true
    beat(until: 11)
    let after = owned()
    #expect(isWhole(after))
  }

  @Test(
    "On a loaded machine heartbeats come slowly, and nobody is taken for dead that lives; who dies there is missed in four seconds"
  )
  mutating func loaded() {
    beat(until: 1)
    for _ in 0..<20 {
      now += 1
      for sender in all.indices {
        let heartbeat = all[sender].heartbeat(at: now)
        for hearer in all.indices { all[hearer].hear(heartbeat, at: now) }
      }
    }
    #expect(
      all[0].alive(at: now + 2.5) == Set(Self.workers), "who does not hear themselves misses nobody")
    all[0].hear(all[0].heartbeat(at: now + 2.5), at: now + 2.5)
    #expect(all[0].alive(at: now + 2.5) == Set(Self.workers))
    all[0].hear(all[0].heartbeat(at: now + 4.1), at: now + 4.1)
    #expect(all[0].alive(at: now + 4.1) == [Self.workers[0]])
  }

  @Test("One that stood still once is missed soon when it does so again")
  mutating func stoodStill() {
    beat(until: 10)
    beat(until: 20, without: [0])
    beat(until: 22)
    let back = now
    beat(until: back + 2, without: [0])
    #expect(!all[1].alive(at: now).contains(all[0].own))
  }

  @Test("One that starts again is another one, and takes its share")
  mutating func startsAgain() throws {
    beat(until: 1)
    all[0] = Membership(try #require(WorkerID("one-again")), at: now)
    beat(until: 4)
    let all = owned()
    #expect(isWhole(all))
  }
}
