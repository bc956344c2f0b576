import Foundation

/// Why a stored index cannot be used; it is built again then.
enum IndexImageError: Error, CustomStringConvertible {
  case unreadable(path: String, code: Int32)
  case notAnIndex(path: String)
  case otherVersion(path: String)
  case damaged(path: String)

  var description: String {
    switch self {
    case .unreadable(let path, let code):
      "cannot read the stored index \(path): \(String(cString: strerror(code)))"
    case .notAnIndex(let path): "\(path) is no index"
    case .otherVersion(let path): "\(path) was made by another version"
    case .damaged(let path): "\(path) is damaged"
    }
  }
}

/// The bytes of an index, mapped from a file or just built, and where its sections are.
///
/// All integers are little-endian. The header of 64 bytes holds a magic number, the version, the number of sections, the
/// length, a checksum of all that follows the header, and the digest of what the index was built from; then come offset and
/// length of each section, then the sections, each at a multiple of eight.
final class IndexImage: @unchecked Sendable {
  static let magic: UInt64 = 0x5844_4954_4847_4C41
  /// To be raised with every change of what a section holds.
  static let version: UInt32 = 1
  static let headerSize = 64

  let bytes: UnsafeRawBufferPointer
  let digest: Digest
  private let isMapped: Bool

  private init(_ bytes: UnsafeRawBufferPointer, isMapped: Bool, path: String) throws(IndexImageError) {
    self.bytes = bytes
    self.isMapped = isMapped
    digest = bytes.count >= Self.headerSize ? Self.digest(bytes) : Digest(low: 0, high: 0)
    try Self.check(bytes, path: path)
  }

  /// Takes over bytes that `IndexImageWriter` has made.
  convenience init(built: [UInt8]) throws(IndexImageError) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: built.count, alignment: 64)
    built.withUnsafeBytes { copy.copyMemory(from: $0) }
    try self.init(UnsafeRawBufferPointer(copy), isMapped: false, path: "the built index")
  }

  /// Maps a file. It may be replaced by another file meanwhile, never be written to in place.
  convenience init(mapping path: String) throws(IndexImageError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, code: errno) }
    let size = Int(status.st_size)
    guard size >= Self.headerSize else { throw .notAnIndex(path: path) }
    let start = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0)
    guard let start, start != MAP_FAILED else { throw .unreadable(path: path, code: errno) }
    try self.init(UnsafeRawBufferPointer(start: start, count: size), isMapped: true, path: path)
  }

  deinit {
    guard let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress) else { return }
    if isMapped { munmap(start, bytes.count) } else { start.deallocate() }
  }

  private static func digest(_ bytes: UnsafeRawBufferPointer) -> Digest {
    Digest(low: word(bytes, 32), high: word(bytes, 40))
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func check(_ bytes: UnsafeRawBufferPointer, path: String) throws(IndexImageError) {
    guard bytes.count >= headerSize, word(bytes, 0) == magic else { throw .notAnIndex(path: path) }
    let sections = UInt32(IndexSection.allCases.count)
    guard word(bytes, 8) == UInt64(version) | UInt64(sections) << 32 else { throw .otherVersion(path: path) }
    let content = UnsafeRawBufferPointer(rebasing: bytes[headerSize...])
    guard word(bytes, 16) == UInt64(bytes.count), word(bytes, 24) == Digest(content).low else {
      throw .damaged(path: path)
    }
  }

  /// The numbers of one section. The checksum vouches for the table of sections.
  func array<Element: BitwiseCopyable>(_ section: IndexSection, of type: Element.Type) -> FlatArray<Element> {
    let entry = Self.headerSize + section.rawValue * 16
    let (offset, length) = (Int(Self.word(bytes, entry)), Int(Self.word(bytes, entry + 8)))
    let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
    return FlatArray(owner: self, part.assumingMemoryBound(to: type))
  }
}

/// Numbers in the bytes of an index.
struct FlatArray<Element: BitwiseCopyable>: RandomAccessCollection, @unchecked Sendable {
  /// Keeps the bytes alive.
  private let owner: IndexImage
  let buffer: UnsafeBufferPointer<Element>

  init(owner: IndexImage, _ buffer: UnsafeBufferPointer<Element>) {
    self.owner = owner
    self.buffer = buffer
  }

  var startIndex: Int { 0 }
  var endIndex: Int { buffer.count }

  @inline(__always)
  subscript(place: Int) -> Element {
    precondition(place >= 0 && place < buffer.count, "outside the index")
    return buffer[place]
  }
}
