import Journey

/// Which worker looks after which partition: the same for all who know the same workers, without a word between them.
///
/// Method: rendezvous hashing (D. Thaler, C. Ravishankar, *Using Name-Based Mappings to Increase Hit Rates*, 1998): each partition goes to
/// the worker with which it has the highest weight, so that one who comes or goes moves its own share alone.
public enum Assignment {
  /// The worker of a partition; nil where there is none.
  public static func owner(of partition: Partition, among workers: some Sequence<WorkerID>) -> WorkerID? {
    // Of equal weights, which nobody will see, the name decides.
    workers.max { (weight($0, partition), $0) < (weight($1, partition), $1) }
  }

  /// The partitions of a worker.
  public static func partitions(of worker: WorkerID, among workers: Set<WorkerID>) -> Set<Partition> {
    Set(Partition.all.filter { owner(of: $0, among: workers) == worker })
  }

  /// The partitions that would come to a worker if one of the others were gone, or several.
  /// - Parameter depth: How many, at most.
  public static func standby(of worker: WorkerID, among workers: Set<WorkerID>, depth: Int) -> Set<Partition> {
    Set(
      Partition.all.filter { partition in
        let own = (weight(worker, partition), worker)
        let before = workers.count { $0 != worker && (weight($0, partition), $0) > own }
        return before > 0 && before <= depth
      })
  }

  private static func weight(_ worker: WorkerID, _ partition: Partition) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in worker.text.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    // FNV leaves neighbours alike: names that differ in their last letter would get the same partitions. A generator that begins there
    // does not.
    var random = SplitMix(seed: hash ^ (UInt64(partition.number) << 56))
    return random.next()
  }
}
