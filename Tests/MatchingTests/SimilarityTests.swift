import Matching
import Testing

@Suite("Similarity")
struct SimilarityTests {
  @Test(
    "a swap of neighbours is one edit",
    arguments: [
      ("hagenberg", "hagenbreg", 1), ("linz", "linz", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("", "x", 1),
    ])
  func distance(left: String, right: String, distance: Int) {
    #expect(EditPattern(left).distance(to: right.unicodeScalars.map(\.value)) == distance)
  }

  @Test("the bit-parallel distance equals the plain table")
  func equalsTable() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let left = (0..<Int.random(in: 1...64, using: &generator)).map { _ in UInt32.random(in: 97...101) }
      let right = (0..<Int.random(in: 0...70, using: &generator)).map { _ in UInt32.random(in: 97...101) }
      #expect(EditPattern(left).distance(to: right) == Self.plain(left, right), "\(left) \(right)")
    }
  }

  @Test("longer patterns than a machine word are compared too")
  func long() {
    let left = [UInt32](repeating: 97, count: 100)
    #expect(EditPattern(left).distance(to: left.dropLast(3)) == 3)
  }

  @Test(
    "spellings that sound alike share a key",
    arguments: [("philip", "filip"), ("meyer", "maier"), ("schulz", "shults"), ("linz", "lins"), ("muehl", "muhl")])
  func phonetics(left: String, right: String) {
    #expect(Phonetics.key(left) == Phonetics.key(right))
  }

  /// Optimal string alignment by its definition.
  private static func plain(_ left: [UInt32], _ right: [UInt32]) -> Int {
    var rows = [Array(0...right.count)]
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let cost = left[row] == right[column] ? 0 : 1
        var best = min(rows[row][column] + cost, rows[row][column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, rows[row - 1][column - 1] + 1)
        }
        current.append(best)
      }
      rows.append(current)
    }
    return rows[left.count][right.count]
  }
}
