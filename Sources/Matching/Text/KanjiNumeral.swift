/// A number below a hundred in kanji that counts blocks, which names write in either way: 三丁目 and 3丁目. Elsewhere such signs are parts
/// of names (三宮, 八王子).
struct KanjiNumeral {
  let value: Int
  let place: Int
  /// How many scalars it takes.
  let length: Int

  private static let digits: [Unicode.Scalar: Int] = [
    "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
  ]
  private static let counted = [Array("丁目".unicodeScalars), Array("条".unicodeScalars), Array("番町".unicodeScalars)]

  /// Nil where none begins at a place, or what stands behind it is not counted.
  init?(_ scalars: [Unicode.Scalar], at place: Int) {
    guard Self.isPart(scalars[place]), place == 0 || !Self.isPart(scalars[place - 1]) else { return nil }
    let end = scalars[place...].firstIndex { !Self.isPart($0) } ?? scalars.count
    guard Self.counted.contains(where: { scalars[end...].starts(with: $0) }),
      let value = Self.value(scalars[place..<end])
    else { return nil }
    (self.value, self.place, length) = (value, place, end - place)
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool { scalar == "十" || digits[scalar] != nil }

  /// "二十三" is 23.
  private static func value(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
    guard let ten = scalars.firstIndex(of: "十") else {
      return scalars.count == 1 ? scalars.first.flatMap { digits[$0] } : nil
    }
    let (before, behind) = (scalars[..<ten], scalars[(ten + 1)...])
    guard before.count <= 1, behind.count <= 1 else { return nil }
    let tens = before.isEmpty ? 1 : before.first.flatMap { digits[$0] }
    let units = behind.isEmpty ? 0 : behind.first.flatMap { digits[$0] }
    guard let tens, let units else { return nil }
    return 10 * tens + units
  }
}
