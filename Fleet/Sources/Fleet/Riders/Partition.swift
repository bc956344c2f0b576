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

/// Some of the partitions, which takes little room in a message: 64 hexadecimal digits, the first of which has the partitions 0 to 3, the
/// lowest bit first.
public struct PartitionSet: Sendable, Hashable, Codable {
  public var partitions: Set<Partition>

  public init(_ partitions: Set<Partition>) { self.partitions = partitions }

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count * 4 == Partition.count else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a set of partitions has \(Partition.count / 4) hexadecimal digits"))
    }
    partitions = Set(Partition.all.filter { digits[$0.number / 4] >> ($0.number % 4) & 1 == 1 })
  }

  public func encode(to encoder: any Encoder) throws {
    var digits = Array(repeating: 0, count: Partition.count / 4)
    for partition in partitions { digits[partition.number / 4] |= 1 << (partition.number % 4) }
    var container = encoder.singleValueContainer()
    try container.encode(digits.map { String($0, radix: 16) }.joined())
  }
}
