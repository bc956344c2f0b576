import Foundation

/// Why a stored file cannot be used; it is built again then.
public enum SectionFileError: Error, CustomStringConvertible {
  case unreadable(path: String, code: Int32)
  case ofAnotherKind(path: String)
  case otherVersion(path: String)
  case damaged(path: String)

  public var description: String {
    switch self {
    case .unreadable(let path, let code): "cannot read \(path): \(String(cString: strerror(code)))"
    case .ofAnotherKind(let path): "\(path) is a file of another kind"
    case .otherVersion(let path): "\(path) was made by another version"
    case .damaged(let path): "\(path) is damaged"
    }
  }
}

/// Arrays of numbers in one stretch of bytes, mapped from a file or just built.
///
/// All integers are little-endian. The header of 64 bytes holds a magic number, the version, the number of sections, the
/// length, a checksum of all that follows the header, and the digest of what the file was built from; then come offset and
/// length of each section, then the sections, each at a multiple of eight.
public final class SectionFile<Section: FileSection>: @unchecked Sendable {
  static var headerSize: Int { 64 }

  public let bytes: UnsafeRawBufferPointer
  public let digest: Digest
  private let isMapped: Bool

  private init(_ bytes: UnsafeRawBufferPointer, isMapped: Bool, path: String) throws(SectionFileError) {
    self.bytes = bytes
    self.isMapped = isMapped
    digest = bytes.count >= Self.headerSize ? Self.digest(bytes) : Digest(low: 0, high: 0)
    try Self.check(bytes, path: path)
  }

  /// Takes over bytes that `SectionFileWriter` has made in this process.
  public convenience init(justBuilt bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    bytes.withUnsafeBytes { copy.copyMemory(from: $0) }
    do {
      try self.init(UnsafeRawBufferPointer(copy), isMapped: false, path: "what was just built")
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Maps a file. It may be replaced by another file meanwhile, never be written to in place.
  public convenience init(mapping path: String) throws(SectionFileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, code: errno) }
    let size = Int(status.st_size)
    guard size >= Self.headerSize else { throw .ofAnotherKind(path: path) }
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

  private static func check(_ bytes: UnsafeRawBufferPointer, path: String) throws(SectionFileError) {
    guard bytes.count >= headerSize, word(bytes, 0) == Section.magic else { throw .ofAnotherKind(path: path) }
    let sections = UInt32(Section.allCases.count)
    guard word(bytes, 8) == UInt64(Section.version) | UInt64(sections) << 32 else { throw .otherVersion(path: path) }
    let content = UnsafeRawBufferPointer(rebasing: bytes[headerSize...])
    guard word(bytes, 16) == UInt64(bytes.count), word(bytes, 24) == Digest(content).low else {
      throw .damaged(path: path)
    }
  }

  /// The numbers of one section. The checksum vouches for the table of sections.
  public func array<Element: BitwiseCopyable>(_ section: Section, of type: Element.Type) -> FlatArray<Element> {
    let entry = Self.headerSize + section.rawValue * 16
    let (offset, length) = (Int(Self.word(bytes, entry)), Int(Self.word(bytes, entry + 8)))
    let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
    return FlatArray(owner: self, part.assumingMemoryBound(to: type))
  }
}
