import Foundation
import Journey

extension CSVReader {
  /// What a field holds where a number or time is expected.
  enum Field<Value> {
    case missing
    case invalid
    case value(Value)

    var value: Value? {
      if case .value(let value) = self { return value }
      return nil
    }

    var isInvalid: Bool {
      if case .invalid = self { return true }
      return false
    }
  }

  /// Where a field stands in the row's bytes, without the blanks round it; empty where the column is missing.
  func range(_ column: Int?) -> Range<Int> {
    guard let column, column < ends.count else { return 0..<0 }
    var start = column > 0 ? ends[column - 1] + 1 : 0
    var end = ends[column]
    while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
    return start..<end
  }

  /// The text of a field, in UTF-8 or else taken for Windows-1252; nil where it is empty or the column is missing.
  func text(_ column: Int?) -> String? {
    let range = range(column)
    guard !range.isEmpty else { return nil }
    if let text = String(validating: bytes[range], as: UTF8.self) { return plain(text) }
    latinRows.note(line: line)
    return plain(Self.windows1252(bytes[range]))
  }

  /// What a feed says without what steers a terminal or turns letters round; nil where nothing is left.
  private func plain(_ text: String) -> String? {
    if PlainText.isPlain(text) { return text }
    steeringRows.note(line: line)
    let plain = PlainText.of(text).trimmingCharacters(in: .whitespaces)
    return plain.isEmpty ? nil : plain
  }

  /// Latin-1 with letters and signs where that has control characters: what is called Latin-1 is mostly this.
  private static func windows1252(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let scalar = (0x80...0x9f).contains(byte) ? windowsSigns[Int(byte) - 0x80] : UInt32(byte)
      text.append(Unicode.Scalar(scalar) ?? "\u{fffd}")
    }
    return String(text)
  }

  /// What the bytes 0x80 to 0x9f stand for, by the WHATWG's Encoding Standard.
  private static let windowsSigns: [UInt32] = [
    0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d,
    0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,
    0x017e, 0x0178,
  ]

  /// Whether a field holds exactly these bytes.
  func holds(_ other: [UInt8], _ column: Int) -> Bool { bytes[range(column)].elementsEqual(other) }

  /// A whole number.
  func integer(_ column: Int?) -> Field<Int> {
    let range = range(column)
    guard !range.isEmpty else { return .missing }
    var value = 0
    // So many digits fit whatever they are; what is longer, or has a sign, is read by the library.
    guard range.count <= 18 else {
      return Int(String(decoding: bytes[range], as: UTF8.self)).map { .value($0) } ?? .invalid
    }
    for place in range {
      let digit = bytes[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return Int(String(decoding: bytes[range], as: UTF8.self)).map { .value($0) } ?? .invalid }
      value = value * 10 + Int(digit)
    }
    return .value(value)
  }

  /// A finite decimal number.
  func number(_ column: Int?) -> Field<Double> {
    let range = range(column)
    guard !range.isEmpty else { return .missing }
    if let value = plainNumber(range) { return .value(value) }
    // Swift reads 0x30 as well, and "inf": no feed means that.
    let isDecimal = bytes[range].allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    guard isDecimal, let value = Double(String(decoding: bytes[range], as: UTF8.self)), value.isFinite else {
      return .invalid
    }
    return .value(value)
  }

  /// A number of at most fifteen digits without an exponent. It and the power of ten are exact, so that their quotient is the
  /// nearest number there is (Clinger 1990).
  private func plainNumber(_ range: Range<Int>) -> Double? {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    let digits = isNegative ? range.dropFirst() : range
    guard !digits.isEmpty, digits.count <= 16 else { return nil }
    var value = 0
    var pointPlace: Int?
    for place in digits {
      let digit = bytes[place] &- UInt8(ascii: "0")
      if digit < 10 {
        value = value * 10 + Int(digit)
      } else if bytes[place] == UInt8(ascii: "."), pointPlace == nil {
        pointPlace = place
      } else {
        return nil
      }
    }
    guard digits.count - (pointPlace == nil ? 0 : 1) <= 15, digits.count > (pointPlace == nil ? 0 : 1) else {
      return nil
    }
    let scaled = Double(value) / Self.powersOfTen[pointPlace.map { digits.upperBound - 1 - $0 } ?? 0]
    return isNegative ? -scaled : scaled
  }

  private static let powersOfTen: [Double] = (0...16).map { pow(10, Double($0)) }

  /// Seconds from the start of the service day, from `H:MM:SS` or `HH:MM:SS`; hours may pass 24, up to ten days.
  func time(_ column: Int?) -> Field<Int> {
    let range = range(column)
    guard !range.isEmpty else { return .missing }
    guard (7...9).contains(range.count), bytes[range.upperBound - 3] == UInt8(ascii: ":"),
      bytes[range.upperBound - 6] == UInt8(ascii: ":"), let hours = digits(range.lowerBound..<range.upperBound - 6),
      let minutes = digits(range.upperBound - 5..<range.upperBound - 3),
      let seconds = digits(range.upperBound - 2..<range.upperBound), hours < 240, minutes < 60, seconds < 60
    else { return .invalid }
    return .value(hours * 3600 + minutes * 60 + seconds)
  }

  private func digits(_ range: Range<Int>) -> Int? {
    var value = 0
    for place in range {
      let digit = bytes[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  /// A service day, from `20261201`.
  func day(_ column: Int?) -> Field<ServiceDay> {
    switch integer(column) {
    case .missing: .missing
    case .invalid: .invalid
    // 991231 is no day of the year 99.
    case .value(let number): number < 10_000_000 ? .invalid : ServiceDay(gtfs: number).map { .value($0) } ?? .invalid
    }
  }
}

extension CSVReader {
  /// 1 for yes and 2 for no, as GTFS answers whether something is possible; nil where it does not say.
  func yesOrNo(_ name: String) -> Int8? {
    switch integer(column(name)).value {
    case 1: 1
    case 2: 2
    default: nil
    }
  }

  func text(_ name: String) -> String? { text(column(name)) }
  func integer(_ name: String) -> Field<Int> { integer(column(name)) }
  func number(_ name: String) -> Field<Double> { number(column(name)) }
  func time(_ name: String) -> Field<Int> { time(column(name)) }
  func day(_ name: String) -> Field<ServiceDay> { day(column(name)) }
}
