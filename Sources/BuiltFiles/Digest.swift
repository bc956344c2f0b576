import CXXHash
import Foundation

/// A name for contents: the same bytes always give the same digest, other bytes practically never (XXH3 of 128 bits,
/// Y. Collet). It finds what was built before and what is damaged; it defends against nobody.
public struct Digest: Sendable, Hashable, CustomStringConvertible {
  public var low: UInt64
  public var high: UInt64

  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The digest of one stretch of bytes.
  public init(_ bytes: UnsafeRawBufferPointer) {
    let hash = xxh3_128bits(bytes.baseAddress, bytes.count)
    self.init(low: hash.low64, high: hash.high64)
  }

  /// The digest of what a file holds; nil where it is no file that can be read, or one that can be read only once.
  ///
  /// It is read in pieces into the same memory, which takes a fraction of the time that fresh memory for all of it would.
  public init?(contentsOf path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let state = xxh3_start() else {
      return nil
    }
    var count = 0
    withUnsafeTemporaryAllocation(byteCount: 1 << 17, alignment: 64) { buffer in
      repeat {
        count = read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 { xxh3_update(state, buffer.baseAddress, count) }
      } while count > 0 || (count < 0 && errno == EINTR)
    }
    let hash = xxh3_end(state)
    guard count == 0 else { return nil }
    self.init(low: hash.low64, high: hash.high64)
  }

  /// The digest of several parts in their order; where one ends matters.
  public init(parts: [Digest]) {
    self = parts.flatMap { [$0.low, $0.high] }.withUnsafeBytes { Digest($0) }
  }

  public init(_ text: String) {
    var text = text
    self = text.withUTF8 { Digest(UnsafeRawBufferPointer($0)) }
  }

  public var description: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
