import BuiltFiles
import CXXHash

extension Digest {
  /// A quick hash of code units, for tables in memory and in an index.
  static func quick(_ units: UnsafeBufferPointer<UInt16>, salt: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: xxh3_64bits(units.baseAddress, units.count * 2, salt))
  }

  static func quick(_ numbers: [UInt32], salt: UInt64) -> UInt32 {
    numbers.withUnsafeBytes { UInt32(truncatingIfNeeded: xxh3_64bits($0.baseAddress, $0.count, salt)) }
  }
}
