import Foundation

/// A number in digits with its marks: 1.5, 1,500, 5.000,00, 1 500.
struct DigitRun {
  /// In scalars.
  private(set) var length: Int
  private(set) var value: Double

  /// - Parameter decimal: the mark before decimals, which three digits tell from groups of thousands.
  /// - Parameter groups: further marks that stand between groups of three.
  init(_ scalars: [Unicode.Scalar], at start: Int, decimal: Unicode.Scalar, groups: Set<Unicode.Scalar>) {
    var chunks = [Self.digits(scalars, from: start)]
    var marks: [Unicode.Scalar] = []
    length = chunks[0].count
    while chunks.count < 8, start + length + 1 < scalars.count {
      let mark = Self.plain(scalars[start + length])
      let isPoint = mark == "." || mark == ","
      guard isPoint || groups.contains(mark) else { break }
      let following = Self.digits(scalars, from: start + length + 1)
      guard !following.isEmpty, isPoint || following.count == 3 && chunks.allSatisfy({ $0.count <= 3 }) else { break }
      let wasDecimal = marks.last.map { Self.isDecimal($0, chunks, marks.dropLast(), decimal) } ?? false
      guard !wasDecimal else { break }
      chunks.append(following)
      marks.append(mark)
      length += 1 + following.count
    }
    var text = chunks[0]
    for (place, mark) in marks.enumerated() {
      let before = marks.prefix(place)
      text += Self.isDecimal(mark, Array(chunks.prefix(place + 2)), before, decimal) ? "." : ""
      text += chunks[place + 1]
    }
    // ".5" has nothing before its point.
    value = Double(text.hasPrefix(".") ? "0" + text : text) ?? 0
  }

  /// Whether the last mark stands before decimals.
  private static func isDecimal(
    _ mark: Unicode.Scalar, _ chunks: [String], _ before: some Collection<Unicode.Scalar>, _ decimal: Unicode.Scalar
  ) -> Bool {
    guard mark == "." || mark == "," else { return false }
    if chunks.last?.count != 3 || !(1...3).contains(chunks[0].count) || chunks[0] == "0" { return true }
    guard let earlier = before.first else { return mark == decimal }
    return earlier != mark
  }

  private static func digits(_ scalars: [Unicode.Scalar], from start: Int) -> String {
    var text = ""
    var place = start
    while place < scalars.count, let digit = digit(scalars[place]) {
      text.append(Character(Unicode.Scalar(UInt8(48 + digit))))
      place += 1
    }
    return text
  }

  /// The value of a digit of any script.
  static func digit(_ scalar: Unicode.Scalar) -> Int? {
    if scalar.isASCII { return ("0"..."9").contains(scalar) ? Int(scalar.value) - 48 : nil }
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
    return Int(value)
  }

  /// Full-width marks are the plain ones.
  private static func plain(_ mark: Unicode.Scalar) -> Unicode.Scalar {
    switch mark {
    case "．": "."
    case "，": ","
    case "’": "'"
    default: mark
    }
  }
}
