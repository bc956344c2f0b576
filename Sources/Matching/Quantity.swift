import Journey

/// An amount found in a text.
struct Quantity: Sendable {
  /// One meaning, or several: "two or three stops". The largest first, because it warns earliest.
  var intervals: [Interval]
  /// Where it stands in the text, in UTF-8 bytes.
  var range: Range<Int>
}

/// What the amounts in a text come to.
struct QuantityReading: Sendable {
  var quantities: [Quantity] = []
  /// Numbers that stand alone, largest meanings first as above.
  var bare: [(values: [Double], range: Range<Int>)] = []
  /// An amount of something else ("ten gallons"), which is no interval.
  var refused: String?
}
