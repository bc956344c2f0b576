/// What a slip costs: a key beside the right one, or a letter that sounds alike, less than any other letter.
///
/// Weighted edit distance with swaps of neighbours, a noisy channel after M. Kernighan, K. Church, W. Gale, "A spelling
/// correction program based on a noisy channel model" (COLING 1990). The costs lie half way between first values by hand and those that
/// `alight-lab train-slips` learns from noisy names of stops: pairs made by a generator are not to outvote what people do.
struct EditCosts: Sendable {
  /// For letters as they are typed or written by ear.
  static let letters = EditCosts(keys: true, alike: soundingAlike)
  /// For phonetic keys.
  static let sounds = EditCosts(
    keys: false, alike: ["ae", "ei", "io", "ou", "au", "aeiou", "csx", "vfw", "bp", "dt", "gk", "lr", "mn", "hf", "ji"])

  /// For another spelling of the same sounds.
  static let misspelt: Float = 0.4
  static let swap: Float = 0.57
  /// A letter twice that was meant once.
  static let doubled: Float = 0.66
  /// A letter once that was meant twice.
  static let dropped: Float = 0.33
  static let besideKey: Float = 0.66
  static let alike: Float = 0.53
  static let added: Float = 0.84
  static let missing: Float = 0.64
  /// Letters that are often silent.
  static let silent: Float = 0.51
  /// More for the first letter, which people rarely get wrong.
  static let first: Float = 0.08

  /// Longer words are compared by plain edit distance.
  static let longest = 32

  private let replacements: [Float]

  private static let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
  private static let soundingAlike = [
    "ckq", "szx", "vwf", "iyje", "bp", "dt", "gk", "mn", "ea", "ou", "ao", "ie", "lr", "gj",
  ]

  private init(keys: Bool, alike groups: [String]) {
    var table = [Float](repeating: 1, count: 32 * 32)
    func put(_ left: UInt8, _ right: UInt8, _ cost: Float) {
      let (left, right) = (Int(left & 31), Int(right & 31))
      table[left * 32 + right] = min(table[left * 32 + right], cost)
      table[right * 32 + left] = min(table[right * 32 + left], cost)
    }
    let rows = keys ? Self.rows.map { Array($0.utf8) } : []
    for (number, row) in rows.enumerated() {
      for place in row.indices {
        if place > 0 { put(row[place - 1], row[place], Self.besideKey) }
        guard number + 1 < rows.count else { continue }
        // Each row stands half a key to the right of the one above it.
        for below in [place - 1, place] where rows[number + 1].indices.contains(below) {
          put(row[place], rows[number + 1][below], Self.besideKey)
        }
      }
    }
    for group in groups {
      for left in group.utf8 { for right in group.utf8 where left != right { put(left, right, Self.alike) } }
    }
    for letter in 0..<32 { table[letter * 32 + letter] = 0 }
    replacements = table
  }

  static func isVowel(_ letter: UInt16) -> Bool { [0x61, 0x65, 0x69, 0x6F, 0x75].contains(letter) }

  /// The cost of turning what was meant into what was written, at most `limit`; above it the result is `limit` or more.
  static func distance(
    written: UnsafeBufferPointer<UInt16>, meant: UnsafeBufferPointer<UInt16>, limit: Float,
    _ costs: EditCosts = .letters
  ) -> Float {
    let width = meant.count + 1
    guard written.count <= longest, meant.count <= longest else { return limit }
    return costs.replacements.withUnsafeBufferPointer { table in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: width * 3) { rows in
        var (twoBack, back, current) = (0, width, width * 2)
        rows[back] = 0
        for column in 1..<max(width, 1) { rows[back + column] = rows[back + column - 1] + deletion(meant, column - 1) }
        for row in 0..<written.count {
          rows[current] = rows[back] + insertion(written, row)
          var least = rows[current]
          for column in 1..<width {
            let (letter, own) = (written[row], meant[column - 1])
            let replaced = letter == own ? 0 : replacement(letter, own, table) + (row == 0 ? first : 0)
            var cost = min(
              rows[back + column - 1] + replaced, rows[back + column] + insertion(written, row),
              rows[current + column - 1] + deletion(meant, column - 1))
            if row > 0, column > 1, letter == meant[column - 2], written[row - 1] == own, letter != own {
              cost = min(cost, rows[twoBack + column - 2] + swap)
            }
            rows[current + column] = cost
            least = min(least, cost)
          }
          if least >= limit { return limit }
          (twoBack, back, current) = (back, current, twoBack)
        }
        return rows[back + width - 1]
      }
    }
  }

  /// The least cost of what was written for a beginning of what was meant, of which the first two letters are right; 1 where it is
  /// that or more.
  static func ofBeginning(written: UnsafeBufferPointer<UInt16>, meant: UnsafeBufferPointer<UInt16>) -> Float {
    let count = written.count
    guard count >= 4, meant.count > count + 1, written[0] == meant[0], written[1] == meant[1] else { return 1 }
    return (count - 1...count + 1).map { length in
      distance(written: written, meant: UnsafeBufferPointer(rebasing: meant[..<length]), limit: 1)
    }.min() ?? 1
  }

  /// The cost of one letter of ASCII for another.
  func ofReplacing(_ meant: UInt8, by written: UInt8) -> Float {
    replacements[Int(written & 31) * 32 + Int(meant & 31)]
  }

  @inline(__always)
  private static func replacement(_ left: UInt16, _ right: UInt16, _ table: UnsafeBufferPointer<Float>) -> Float {
    guard left < 128, right < 128 else { return 1 }
    return table[Int(left & 31) * 32 + Int(right & 31)]
  }

  /// A letter too many.
  @inline(__always)
  private static func insertion(_ written: UnsafeBufferPointer<UInt16>, _ row: Int) -> Float {
    if row == 0 { return added + first }
    return written[row] == written[row - 1] ? doubled : added
  }

  /// A letter too few.
  @inline(__always)
  private static func deletion(_ meant: UnsafeBufferPointer<UInt16>, _ column: Int) -> Float {
    let letter = meant[column]
    if column == 0 { return missing + first }
    if letter == meant[column - 1] { return dropped }
    return letter == 0x68 || letter == 0x65 ? silent : missing
  }
}
