/// Edit distance with transpositions (optimal string alignment), bit-parallel.
///
/// H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic Journal of Computing 10
/// (2003). A pattern of up to 64 scalars takes one machine word a column; longer ones are compared by the plain table.
public struct EditPattern: Sendable {
  public let scalars: [UInt32]
  private var ascii: [UInt64]
  private var others: [(scalar: UInt32, mask: UInt64)] = []

  public init(_ text: String) {
    self.init(text.unicodeScalars.map(\.value))
  }

  public init(_ scalars: [UInt32]) {
    self.scalars = scalars
    ascii = [UInt64](repeating: 0, count: 128)
    for (position, scalar) in scalars.prefix(64).enumerated() {
      let bit: UInt64 = 1 << UInt64(position)
      if scalar < 128 {
        ascii[Int(scalar)] |= bit
      } else if let known = others.firstIndex(where: { $0.scalar == scalar }) {
        others[known].mask |= bit
      } else {
        others.append((scalar, bit))
      }
    }
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
  public func distance<Unit: FixedWidthInteger & UnsignedInteger>(to text: some Collection<Unit>) -> Int {
    guard !scalars.isEmpty else { return text.count }
    guard scalars.count <= 64 else { return Self.table(scalars, text.map { UInt32($0) }) }
    let last: UInt64 = 1 << UInt64(scalars.count - 1)
    var positive = ~UInt64(0)
    var negative: UInt64 = 0
    var diagonal: UInt64 = 0
    var previousMatch: UInt64 = 0
    var distance = scalars.count
    for scalar in text {
      let match = mask(UInt32(scalar))
      let swap = (((~diagonal) & match) << 1) & previousMatch
      diagonal = (((match & positive) &+ positive) ^ positive) | match | negative | swap
      let horizontalPositive = negative | ~(diagonal | positive)
      let horizontalNegative = positive & diagonal
      if horizontalPositive & last != 0 { distance += 1 }
      if horizontalNegative & last != 0 { distance -= 1 }
      let shifted = (horizontalPositive << 1) | 1
      negative = shifted & diagonal
      positive = (horizontalNegative << 1) | ~(diagonal | shifted)
      previousMatch = match
    }
    return distance
  }

  /// 1 for equal texts, 0 for texts with nothing in common: 1 - distance / longer length.
  public func similarity<Unit: FixedWidthInteger & UnsignedInteger>(to text: some Collection<Unit>) -> Double {
    let longer = max(scalars.count, text.count)
    guard longer > 0 else { return 1 }
    return 1 - Double(distance(to: text)) / Double(longer)
  }

  private func mask(_ scalar: UInt32) -> UInt64 {
    if scalar < 128 { return ascii[Int(scalar)] }
    for other in others where other.scalar == scalar { return other.mask }
    return 0
  }

  static func table(_ left: [UInt32], _ right: [UInt32]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        let cost = left[row] == right[column] ? 0 : 1
        var best = min(last[column] + cost, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
