/// Collects the sections of an index and lays them out.
struct IndexImageWriter {
  private var sections = [[UInt8]](repeating: [], count: IndexSection.allCases.count)

  mutating func put<Element: BitwiseCopyable>(_ section: IndexSection, _ elements: [Element]) {
    sections[section.rawValue] = elements.withUnsafeBytes { [UInt8]($0) }
  }

  /// A list of lists as starts and entries.
  mutating func put<Element: BitwiseCopyable>(_ starts: IndexSection, _ entries: IndexSection, _ lists: [[Element]]) {
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

  /// Delta-coded lists as byte offsets and bytes.
  mutating func put(_ starts: IndexSection, _ bytes: IndexSection, _ lists: DeltaLists) {
    put(starts, lists.starts)
    put(bytes, lists.bytes)
  }

  /// The finished bytes, with header and checksum.
  func bytes(digest: Digest) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: IndexImage.headerSize)
    var offset = IndexImage.headerSize + sections.count * 16
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
    let sum = result.withUnsafeBytes { Digest(UnsafeRawBufferPointer(rebasing: $0[IndexImage.headerSize...])) }
    var header: [UInt8] = []
    append(IndexImage.magic, to: &header)
    append(UInt64(IndexImage.version) | UInt64(sections.count) << 32, to: &header)
    for word in [UInt64(result.count), sum.low, digest.low, digest.high] { append(word, to: &header) }
    result.replaceSubrange(0..<header.count, with: header)
    return result
  }

  private func append(_ word: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word.littleEndian) { bytes += $0 }
  }
}
