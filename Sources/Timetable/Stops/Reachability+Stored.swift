import Foundation
import Matching

extension Reachability {
  /// To be raised with every change of what is stored.
  private static let format: UInt64 = 1
  private static let headerSize = 48

  /// The bytes of a file: format, version of the timetable, a checksum of what follows the header, and the number of stops,
  /// all in words of 64 bits as this machine has them; then keys, numbers and calls.
  func stored(_ version: Digest) -> [UInt8] {
    let content =
      keys.withUnsafeBytes { [UInt8]($0) } + numbers.withUnsafeBytes { [UInt8]($0) }
      + calls.withUnsafeBytes { [UInt8]($0) }
    let sum = content.withUnsafeBytes { Digest($0) }
    let header = [Self.format, version.low, version.high, sum.low, sum.high, UInt64(count)]
    return header.withUnsafeBytes { [UInt8]($0) } + content
  }

  /// Nil where the bytes are damaged, or of another version.
  init?(stored data: Data, version: Digest) {
    guard data.count >= Self.headerSize, data.count % 4 == 0 else { return nil }
    let (header, sum) = data.withUnsafeBytes { bytes in
      (
        stride(from: 0, to: Self.headerSize, by: 8).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) },
        Digest(UnsafeRawBufferPointer(rebasing: bytes[Self.headerSize...]))
      )
    }
    guard header[..<5] == [Self.format, version.low, version.high, sum.low, sum.high],
      let stops = Int(exactly: header[5]), stops <= data.count / 12
    else { return nil }
    // The checksum vouches for what they hold.
    var rest = data.dropFirst(Self.headerSize)
    func take<Number>(_ count: Int, of type: Number.Type) -> [Number] {
      let bytes = count * MemoryLayout<Number>.stride
      defer { rest = rest.dropFirst(bytes) }
      return [Number](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized =
          rest.prefix(bytes).copyBytes(to: UnsafeMutableRawBufferPointer(buffer))
          / MemoryLayout<Number>.stride
      }
    }
    let (keys, numbers) = (take(stops, of: Int64.self), take(stops, of: UInt32.self))
    guard keys.count == stops, numbers.count == stops else { return nil }
    self.init(calls: take(rest.count / 4, of: UInt32.self), keys: keys, numbers: numbers)
  }
}
