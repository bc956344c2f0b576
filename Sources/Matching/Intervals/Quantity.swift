import Journey

/// An amount found in a text.
struct Quantity: Sendable {
  /// One meaning, or several: "two or three stops". The largest first, because it warns earliest.
  var intervals: [Interval]
  /// Where it stands in the text, in UTF-8 bytes.
  var range: Range<Int>
  /// The numbers and units that it was made of.
  var parts: [QuantityPart] = []
  /// Whether its number is a word that mostly means something else: "a", or "to" heard for two.
  var isFaint = false
  /// Whether its number is an article that points at a stop: "the stop".
  var isPointed = false
}

/// A number with its unit, as they stand in a text.
struct QuantityPart: Sendable {
  var value: Double
  /// In UTF-8 bytes of the text.
  var number: Range<Int>
  /// In UTF-8 bytes of the text; nil where the unit was left out: "one hour thirty".
  var unit: Range<Int>?
  /// How the unit is spelled, where a slip was forgiven.
  var meant: String?
  /// Whether that slip may as well be another word: five shops.
  var isDoubtful = false
}

/// What the amounts in a text come to.
struct QuantityReading: Sendable {
  /// An amount that is no interval.
  enum Refusal: Sendable, Equatable {
    /// Of something else: "ten gallons".
    case dimension(String)
    case negative
    /// "After two stops".
    case tooLate
    case partOfStop
    case tooLarge
  }

  /// A number that stands alone.
  struct Bare: Sendable {
    /// One, or several: "two or three". The largest first.
    var values: [Double]
    var range: Range<Int>
    /// Whether a word follows that may be a unit which nobody here knows: "five bananas".
    var hasStrangeUnit = false
  }

  var tokens: [QuantityToken] = []
  var quantities: [Quantity] = []
  var bare: [Bare] = []
  var refused: Refusal?
}
