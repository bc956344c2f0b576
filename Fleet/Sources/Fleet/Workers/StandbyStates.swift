import Foundation

/// The states that a worker stands by with: the newest of each reminder, and of which partitions it has heard all.
struct StandbyStates: Sendable {
  private var records: [UUID: StateRecord] = [:]
  /// How many states have come since somebody began to tell all that there is of a partition.
  private var told: [Partition: Int] = [:]
  /// When all that there is of a partition had come last.
  private var whole: [Partition: Double] = [:]
  /// When that was so of any of them.
  private(set) var heardWholeAt = -Double.infinity

  mutating func take(_ words: [StateWord], at clock: Double) {
    for word in words {
      switch word {
      case .state(let record):
        take([record])
        told[Partition(of: record.rider)]? += 1
      case .begins(let partition): told[partition] = 0
      case .ends(let partition, let states):
        if let told = told.removeValue(forKey: partition), told >= states {
          (whole[partition], heardWholeAt) = (clock, clock)
        }
      case .missed: listen(to: [])
      }
    }
  }

  mutating func take(_ new: [StateRecord]) {
    for record in new where records[record.reminder].map({ $0.at <= record.at }) ?? true {
      records[record.reminder] = record
    }
  }

  /// The one of a rider's reminder; nil where nobody has told.
  func state(of reminder: UUID, _ rider: RiderID) -> StateRecord? {
    records[reminder].flatMap { $0.rider == rider ? $0 : nil }
  }

  /// All that it has heard of rides of each of these partitions.
  func states(of partitions: Set<Partition>) -> [Partition: [StateRecord]] {
    guard !partitions.isEmpty else { return [:] }
    let none = Dictionary(uniqueKeysWithValues: partitions.map { ($0, [StateRecord]()) })
    return records.values.reduce(into: none) { $0[Partition(of: $1.rider)]?.append($1) }
  }

  /// Whether all that there is of a partition was told, as far as is known, since it is listened to, and since an instant.
  func isWhole(_ partition: Partition, since instant: Double = -.infinity) -> Bool {
    whole[partition].map { $0 >= instant } ?? false
  }

  /// What is told of others is not heard from now on.
  mutating func listen(to partitions: Set<Partition>) {
    told = told.filter { partitions.contains($0.key) }
    whole = whole.filter { partitions.contains($0.key) }
  }

  /// Lets go of what is not stood by any more, and of rides that nobody has told of for long.
  mutating func keep(_ partitions: Set<Partition>, since instant: Date) {
    records = records.filter { $0.value.at >= instant && partitions.contains(Partition(of: $0.value.rider)) }
  }
}
