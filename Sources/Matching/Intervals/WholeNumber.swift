/// Adds up the words of a whole number: "two hundred and fifty four", 三千二百十七.
///
/// Each part must be smaller than the place that the part before left open, so that "twenty five" is one number and "two
/// thirty" is two.
struct WholeNumber {
  private var parts: [Double] = []
  /// What is added next must be below this.
  private var room = Double.infinity
  private var wasAdded = false
  private var hasFraction = false
  private var words = 0
  /// No number that is said has more parts; a longer text only wants to take time.
  private static let longest = 24

  var isStarted: Bool { !parts.isEmpty }
  var value: Double { parts.reduce(0, +) }
  /// Whether the last part was a multiplier, after which digits may go on: 3千9.
  var endsInMultiplier: Bool { isStarted && !wasAdded }
  /// Whether a tens may follow the ones, as in "fünfundzwanzig".
  var endsInOnes: Bool { wasAdded && (1..<10).contains(parts.last ?? 0) && parts.last?.rounded() == parts.last }

  /// Adds a part if it fits: 5 after 20, 30 after 100, a fraction after anything.
  mutating func add(_ value: Double, isDigits: Bool = false) -> Bool {
    let isFraction = value > 0 && value < 1
    guard words < Self.longest, !hasFraction, isFraction || value < room else { return false }
    parts.append(value)
    hasFraction = isFraction && parts.count > 1
    if value > 0 || parts.count == 1 { room = isDigits ? 0 : Self.place(value) }
    wasAdded = true
    words += 1
    return true
  }

  /// Adds tens to the ones said before them.
  mutating func addTens(_ tens: Double) {
    parts.append(tens)
    room = 0
    words += 1
  }

  /// Multiplies the parts that are smaller: the 2 and 50 of "two hundred fifty thousand", not the million before them.
  mutating func multiply(_ factor: Double) -> Bool {
    guard words < Self.longest else { return false }
    var multiplied = 0.0
    while let last = parts.last, last < factor || wasAdded {
      multiplied += last
      parts.removeLast()
      wasAdded = false
    }
    let product = max(multiplied, multiplied > 0 ? 0 : 1) * factor
    if let before = parts.last, before <= product {
      // "a thousand two thousand" is two numbers.
      parts.append(multiplied)
      words = Self.longest
      return false
    }
    parts.append(product)
    (room, wasAdded, hasFraction) = (factor, false, false)
    words += 1
    return product < 1e15
  }

  /// The place of the last digit that counts: 10 for 20, 100 for 300, 0 where nothing can follow.
  private static func place(_ value: Double) -> Double {
    guard value >= 20 else { return 0 }
    var place = 1.0
    while value.truncatingRemainder(dividingBy: place * 10) == 0, place < 1e9 { place *= 10 }
    return place > 1 ? place : 0
  }
}
