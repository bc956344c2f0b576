import Foundation

/// GTFS Realtime as bytes, written by hand: also what no library would write.
struct LiveBytes {
  static func varint(_ value: UInt64) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), value)
    while rest > 127 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// A whole number; negative ones as the wire has them, in ten bytes.
  static func number(_ field: Int, _ value: Int) -> [UInt8] {
    varint(UInt64(field << 3)) + varint(UInt64(bitPattern: Int64(value)))
  }

  static func float(_ field: Int, _ value: Float) -> [UInt8] {
    varint(UInt64(field << 3 | 5)) + WaveBytes.number(Int(value.bitPattern), 4)
  }

  static func piece(_ field: Int, _ bytes: [UInt8]) -> [UInt8] {
    varint(UInt64(field << 3 | 2)) + varint(UInt64(bytes.count)) + bytes
  }

  static func text(_ field: Int, _ text: String) -> [UInt8] { piece(field, Array(text.utf8)) }
}
