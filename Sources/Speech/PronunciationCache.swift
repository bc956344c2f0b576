import Foundation

/// What espeak-ng said about words, kept between runs since starting it for each word takes long.
///
/// Losing it costs time only, so that nothing about it is an error. A line is a voice, a word and what the voice says,
/// between tabs and in order of their bytes, so that a word is found without reading the others; the first line holds a
/// check of all that follows, so that a file that was cut or changed is not believed.
struct PronunciationCache: Sendable {
  /// Version of the file: another first line makes it worthless.
  private static let header = "alight.phonemes/1 "
  /// All words of a country's feed read by two voices take 3 MB.
  static let largestFile = 8 << 20
  /// A word's longest line: more is no word of a stop's name.
  private static let longestLine = 1000

  let path: String
  var largestFile = PronunciationCache.largestFile

  /// `$XDG_CACHE_HOME/alight/phonemes.tsv`, or below `~/.cache`; relative values are ignored.
  init(environment: [String: String]) {
    var folder = environment["XDG_CACHE_HOME"] ?? ""
    if !folder.hasPrefix("/") { folder = (environment["HOME"] ?? NSHomeDirectory()) + "/.cache" }
    path = folder + "/alight/phonemes.tsv"
  }

  init(path: String) { self.path = path }

  /// What the voices say about those words that are known, in the International Phonetic Alphabet.
  func load(_ wanted: [String: Set<String>]) -> [String: [String: String]] {
    guard let content = content() else { return [:] }
    var table: [String: [String: String]] = [:]
    content.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      for (voice, words) in wanted {
        for word in words {
          if let ipa = Self.find(Array("\(voice)\t\(word)\t".utf8), in: bytes) {
            table[voice, default: [:]][word] = ipa
          }
        }
      }
    }
    return table
  }

  /// Adds what voices said. What another process has stored meanwhile stays; words that do not fit any more are left out.
  func add(_ table: [String: [String: String]]) {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let lock = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    // Whoever cannot have the lock soon leaves the words to be asked for another time.
    guard lock >= 0, Self.isLocked(lock) else { return }
    var lines: [ArraySlice<UInt8>] = []
    for (voice, words) in table {
      lines += words.map { Array("\(voice)\t\($0)\t\($1)".utf8)[...] }.filter(Self.isFit)
    }
    let added = Set(lines.map(Self.key))
    var size = lines.reduce(64) { $0 + $1.count + 1 }
    for line in [UInt8](content() ?? Data()).split(separator: 10) where !added.contains(Self.key(line)) {
      if size + line.count + 1 > largestFile { break }
      size += line.count + 1
      lines.append(line)
    }
    guard size <= largestFile else { return }
    lines.sort { $0.lexicographicallyPrecedes($1) }
    var body: [UInt8] = []
    body.reserveCapacity(size)
    for line in lines {
      body += line
      body.append(10)
    }
    let head = Array("\(Self.header)\(body.withUnsafeBytes(Self.check))\n".utf8)
    try? Data(head + body).write(to: file, options: .atomic)
  }

  private static func isLocked(_ folder: Int32) -> Bool {
    for _ in 0..<50 {
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(5_000)
    }
    return false
  }

  /// The lines, if the file is whole.
  private func content() -> Data? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largestFile,
      let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
      let end = data.prefix(100).firstIndex(of: 10)
    else { return nil }
    let body = data[(end + 1)...]
    let wanted = Array("\(Self.header)\(body.withUnsafeBytes(Self.check))".utf8)
    return data[..<end].elementsEqual(wanted) ? body : nil
  }

  /// Two tabs, no other control characters, and not too long.
  private static func isFit(_ line: ArraySlice<UInt8>) -> Bool {
    line.count <= longestLine && line.count { $0 == 9 } == 2 && line.allSatisfy { $0 >= 32 || $0 == 9 }
  }

  /// Voice and word with the tab after each.
  private static func key(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.lastIndex(of: 9).map { line[...$0] } ?? line
  }

  /// The rest of the line that begins with the key, by halving the file again and again.
  private static func find(_ key: [UInt8], in bytes: UnsafeRawBufferPointer) -> String? {
    var (low, high) = (0, bytes.count)
    while low < high {
      let middle = (low + high) / 2
      let start = bytes[low..<middle].lastIndex(of: 10).map { $0 + 1 } ?? low
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      let line = bytes[start..<end]
      if line.starts(with: key) { return String(validating: line.dropFirst(key.count), as: UTF8.self) }
      if line.lexicographicallyPrecedes(key) { low = end + 1 } else { high = start }
    }
    return nil
  }

  /// The hash of Fowler, Noll and Vo over words of eight bytes: enough to tell damage, which nobody does on purpose.
  private static func check(_ bytes: UnsafeRawBufferPointer) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash =
        (hash ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))) &* 0x100_0000_01B3
      hash ^= hash >> 32
      offset += 8
    }
    for byte in bytes[offset...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
