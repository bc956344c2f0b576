/// One share of all riders, which a worker looks after as a whole.
public struct Partition: Sendable, Hashable, Comparable, Codable {
  /// So many that a worker more or less moves a small share of the riders, and so few that each has work to batch.
  public static let count = 256

  /// 0 to `count` - 1
  public let number: Int

  /// Nil for a number that is none of a partition.
  public init?(_ number: Int) {
    guard (0..<Self.count).contains(number) else { return nil }
    self.number = number
  }

  /// The one of a rider.
  ///
  /// It is what the mapping `partition(256, …)` of a NATS server makes of the same name, so that a phone's messages come to the worker
  /// that has the reminders: FNV-1a of 32 bits (G. Fowler, L. Noll, K.-P. Vo, 1991), modulo the number of partitions.
  public init(of rider: RiderID) {
    var hash: UInt32 = 2_166_136_261
    for byte in rider.text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    number = Int(hash % UInt32(Self.count))
  }

  public static let all: [Partition] = (0..<count).compactMap(Partition.init)

  public static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}
