/// The fields of a JSON object that are plain: texts without escapes, numbers, true and false.
///
/// Phones say little else, by the thousand a second, and a library that reads all of JSON takes twenty times as long. Whatever is not plain,
/// or not right, is left to that: this takes nothing that it would not take.
struct PlainJSON {
  enum Value {
    case text(Slice<UnsafeBufferPointer<UInt8>>)
    case number(Double)
    case flag(Bool)
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  /// Calls for each field of an object, in order.
  /// - Returns: Whether it is one that is plain throughout, and `take` has taken each.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, take: (_ key: Slice<UnsafeBufferPointer<UInt8>>, _ value: Value) -> Bool
  ) -> Bool {
    var json = PlainJSON(bytes: bytes)
    guard json.take("{") else { return false }
    repeat {
      guard let key = json.text(), json.take(":"), let value = json.value(), take(key, value) else { return false }
    } while json.take(",")
    guard json.take("}") else { return false }
    json.skipSpace()
    return json.place == bytes.count
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

  private mutating func skipSpace() {
    while [0x20, 0x0A, 0x0D, 0x09].contains(next) { place += 1 }
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }

  private mutating func text() -> Slice<UnsafeBufferPointer<UInt8>>? {
    guard take("\"") else { return nil }
    let start = place
    while (0x20..<0x80).contains(next), next != UInt8(ascii: "\""), next != UInt8(ascii: "\\") { place += 1 }
    let text = bytes[start..<place]
    guard next == UInt8(ascii: "\"") else { return nil }
    place += 1
    return text
  }

  private mutating func value() -> Value? {
    skipSpace()
    switch next {
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "t"): return word("true") ? .flag(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .flag(false) : nil
    default: return number().map { .number($0) }
    }
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let end = place + word.utf8CodeUnitCount
    guard end <= bytes.count,
      bytes[place..<end].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    else { return false }
    place = end
    return true
  }

  /// By the grammar of JSON, which has no `+1`, `01`, `.5` nor `1.`.
  private mutating func number() -> Double? {
    let start = place
    if next == UInt8(ascii: "-") { place += 1 }
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[place - whole] != UInt8(ascii: "0") else { return nil }
    if next == UInt8(ascii: ".") {
      place += 1
      guard digits() > 0 else { return nil }
    }
    if next | 0x20 == UInt8(ascii: "e") {
      place += 1
      if [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(next) { place += 1 }
      guard digits() > 0 else { return nil }
    }
    // What is beyond all numbers is left to the library as well.
    return Double(String(decoding: bytes[start..<place], as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func digits() -> Int {
    let start = place
    while (0x30...0x39).contains(next) { place += 1 }
    return place - start
  }
}
