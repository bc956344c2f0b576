import Foundation

/// Cuts what comes in pieces into lines, none of which can exhaust the memory.
struct LineSplitter {
  struct TooLong: Error {}

  private let longest: Int
  private var rest = Data()

  /// - Parameter longest: Bytes that a line may have.
  init(longest: Int) {
    self.longest = longest
  }

  /// Takes bytes in.
  /// - Returns: The lines that are whole now, without their ends; empty ones are left out.
  mutating func take(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [Data] {
    rest.append(contentsOf: bytes)
    var lines: [Data] = []
    var start = rest.startIndex
    while let end = rest[start...].firstIndex(of: 0x0A) {
      guard end - start <= longest else { throw TooLong() }
      if end > start { lines.append(Data(rest[start..<end])) }
      start = end + 1
    }
    rest = Data(rest[start...])
    guard rest.count <= longest else { throw TooLong() }
    return lines
  }

  /// The last line, which has no end.
  mutating func finish() -> Data? {
    defer { rest = Data() }
    return rest.isEmpty ? nil : rest
  }
}
