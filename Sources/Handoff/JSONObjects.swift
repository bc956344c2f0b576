/// The objects that a JSON text consists of, each as it is written: one alone, a list of them, or one after the other.
///
/// Only braces and strings are told apart here; what stands between them is for whoever decodes an object.
struct JSONObjects {
  enum Flaw: Error {
    /// The text ends inside an object or a list.
    case truncated
    /// Something stands where only objects may.
    case stray(line: Int)
  }

  let texts: [String]

  init(_ text: String) throws(Flaw) {
    var scan = Scan(bytes: Array(text.utf8))
    texts = try scan.objects()
  }

  private struct Scan {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func objects() throws(Flaw) -> [String] {
      skipSpace()
      let isList = take("[")
      var found: [String] = []
      skipSpace()
      while position < bytes.count, !(isList && bytes[position] == UInt8(ascii: "]")) {
        if isList, !found.isEmpty {
          guard take(",") else { throw stray }
          skipSpace()
        }
        guard position < bytes.count else { throw .truncated }
        guard bytes[position] == UInt8(ascii: "{") else { throw stray }
        found.append(try object())
        skipSpace()
      }
      if isList {
        guard take("]") else { throw .truncated }
        skipSpace()
        guard position == bytes.count else { throw stray }
      }
      return found
    }

    /// The text from an opening brace to the one that closes it.
    private mutating func object() throws(Flaw) -> String {
      let start = position
      var depth = 0
      var isString = false
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        if isString {
          if byte == UInt8(ascii: "\\") { position += 1 }
          if byte == UInt8(ascii: "\"") { isString = false }
          continue
        }
        switch byte {
        case UInt8(ascii: "\""): isString = true
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"):
          depth -= 1
          if depth == 0 { return String(decoding: bytes[start..<position], as: UTF8.self) }
        default: break
        }
      }
      throw .truncated
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    private mutating func skipSpace() {
      while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private var stray: Flaw { .stray(line: 1 + bytes[..<position].count { $0 == UInt8(ascii: "\n") }) }
  }
}
