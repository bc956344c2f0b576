/// Collects the sections of a `SectionFile` and lays them out.
public struct SectionFileWriter<Section: FileSection> {
  private var sections = [[UInt8]](repeating: [], count: Section.allCases.count)

  public init() {}

  public mutating func put<Element: BitwiseCopyable>(_ section: Section, _ elements: [Element]) {
    sections[section.rawValue] = elements.withUnsafeBytes { [UInt8]($0) }
  }

  /// A list of lists as starts and entries.
  public mutating func put<Element: BitwiseCopyable>(_ starts: Section, _ entries: Section, _ lists: [[Element]]) {
    var offsets: [UInt32] = [0]
    offsets.reserveCapacity(lists.count + 1)
    var all: [Element] = []
    for list in lists {
      all += list
      offsets.append(UInt32(all.count))
    }
    put(starts, offsets)
    put(entries, all)
  }

  /// The finished bytes, with header and checksum.
  /// - Parameter digest: names what the file is built from.
  public func bytes(digest: Digest) -> [UInt8] {
    let header = SectionFile<Section>.headerSize
    var result = [UInt8](repeating: 0, count: header)
    var offset = header + sections.count * 16
    for section in sections {
      offset = (offset + 7) & ~7
      append(UInt64(offset), to: &result)
      append(UInt64(section.count), to: &result)
      offset += section.count
    }
    for section in sections {
      while result.count % 8 != 0 { result.append(0) }
      result += section
    }
    let sum = result.withUnsafeBytes { Digest(UnsafeRawBufferPointer(rebasing: $0[header...])) }
    var head: [UInt8] = []
    append(Section.magic, to: &head)
    append(UInt64(Section.version) | UInt64(sections.count) << 32, to: &head)
    for word in [UInt64(result.count), sum.low, digest.low, digest.high] { append(word, to: &head) }
    result.replaceSubrange(0..<head.count, with: head)
    return result
  }

  private func append(_ word: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word.littleEndian) { bytes += $0 }
  }
}
