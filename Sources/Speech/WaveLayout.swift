/// Where the samples of a RIFF/WAVE file lie.
///
/// Tolerant where recorders are sloppy (sizes of a stream that was never closed, missing padding, any order of chunks),
/// strict where reading on would make noise of something that is no sound.
/// Layout: Multimedia Programming Interface and Data Specifications 1.0 (1991), WAVEFORMATEXTENSIBLE, and RF64 (EBU Tech 3306).
struct WaveLayout {
  var format: WaveFormat
  /// Offset of the first sample.
  var start: Int
  /// Frames of the whole file, of which only a part may be in memory.
  var frameCount: Int

  private struct Chunk {
    var start: Int
    var size: Int
  }

  private struct Chunks {
    var format: Chunk?
    var data: Chunk?
    /// The name of a chunk that says it is longer than the file.
    var beyondEnd: String?
  }

  /// Whether a file can be a WAV recording at all, by its first twelve bytes.
  /// - Throws: `SpeechError.notWave`, which tells what it is instead.
  static func check(_ bytes: [UInt8], named name: String) throws(SpeechError) {
    guard !bytes.isEmpty else { throw .notWave(name: name, reason: "it is empty") }
    guard bytes.count >= 12 else { throw .notWave(name: name, reason: "it ends after \(bytes.count) bytes") }
    guard ["RIFF", "RF64", "BW64"].contains(bytes.tag(at: 0)) else {
      let kind = SoundFileKind.name(of: bytes)
      throw .notWave(name: name, reason: kind.map { "it is \($0)" } ?? "it does not begin with RIFF")
    }
    guard bytes.tag(at: 8) == "WAVE" else {
      throw .notWave(name: name, reason: "its RIFF type is not WAVE")
    }
  }

  /// How many bytes from the beginning hold the header and so many seconds of sound; nil where no header is found in these.
  static func needed(_ bytes: [UInt8], seconds: Double) -> Int? {
    let chunks = chunks(of: bytes, fileSize: nil)
    guard let chunk = chunks.format, let data = chunks.data,
      let format = try? WaveFormat(bytes, at: chunk.start, size: chunk.size, named: "")
    else { return nil }
    return data.start + Int((seconds * format.sampleRate).rounded(.up)) * format.frameSize
  }

  /// - Parameter fileSize: Bytes of the whole file; nil where nobody knows.
  init(_ bytes: [UInt8], fileSize: Int?, named name: String) throws(SpeechError) {
    try Self.check(bytes, named: name)
    let chunks = Self.chunks(of: bytes, fileSize: fileSize)
    guard let format = chunks.format, let data = chunks.data else {
      if let chunk = chunks.beyondEnd {
        throw .badWave(name: name, reason: "its chunk \"\(chunk)\" says that it is longer than the file")
      }
      throw .badWave(
        name: name,
        reason: chunks.format == nil
          ? "it has no format chunk" : "it has no data chunk, so it was cut off or holds no sound")
    }
    self.format = try WaveFormat(bytes, at: format.start, size: format.size, named: name)
    start = data.start
    frameCount = data.size / self.format.frameSize
  }

  private static func chunks(of bytes: [UInt8], fileSize: Int?) -> Chunks {
    var found = Chunks()
    var longDataSize: Int?
    // Where nobody knows how long a pipe goes on, what it says of itself is believed.
    let end = fileSize ?? .max / 4
    var offset = 12
    while offset + 8 <= bytes.count, found.format == nil || found.data == nil {
      let tag = bytes.tag(at: offset)
      let start = offset + 8
      var size = bytes.unsigned(at: offset + 4, count: 4)
      if tag == "data" {
        if size == 0xFFFF_FFFF, let longDataSize { size = longDataSize }
        // A recorder that was killed, or that writes to a pipe, leaves the size 0 or as large as can be.
        let isOpenEnded = size == 0 && !bytes.looksLikeChunk(at: start) || fileSize == nil && size >= 0x7FFF_0000
        size = isOpenEnded ? (fileSize ?? bytes.count) - start : min(size, end - start)
        found.data = found.data ?? Chunk(start: start, size: max(0, size))
      } else if tag == "fmt " {
        found.format = found.format ?? Chunk(start: start, size: min(size, bytes.count - start))
      } else if tag == "ds64", size >= 16 {
        longDataSize = min(bytes.unsigned(at: start + 8, count: 8), .max / 4)
      } else if start + size > end {
        found.beyondEnd = tag.allSatisfy { $0.isASCII && !$0.isNewline } ? tag : "?"
      }
      let next = start + size
      offset = size % 2 == 1 && !bytes.isUnpadded(at: next) ? next + 1 : next
    }
    return found
  }
}

extension [UInt8] {
  fileprivate func tag(at offset: Int) -> String {
    guard offset >= 0, offset + 4 <= count else { return "" }
    return String(decoding: self[offset..<offset + 4], as: UTF8.self)
  }

  /// A little-endian number, at most `Int.max`; 0 where the bytes end before.
  func unsigned(at offset: Int, count width: Int) -> Int {
    guard offset >= 0, offset + width <= count else { return 0 }
    let value = (0..<width).reduce(UInt64(0)) { $0 | UInt64(self[offset + $1]) << (8 * UInt64($1)) }
    return Int(clamping: value)
  }

  /// Whether the next chunk follows one of odd size at once: they are padded to an even one, but not by every program.
  fileprivate func isUnpadded(at next: Int) -> Bool {
    looksLikeChunk(at: next)
      && (["data", "fmt ", "fact", "LIST"].contains(tag(at: next)) || !looksLikeChunk(at: next + 1))
  }

  /// Whether four characters of a chunk's name stand here, with a size that the file can hold.
  fileprivate func looksLikeChunk(at offset: Int) -> Bool {
    guard offset >= 0, offset + 8 <= count else { return false }
    return self[offset..<offset + 4].allSatisfy { (0x20...0x7E).contains($0) }
      && unsigned(at: offset + 4, count: 4) <= count - offset
  }
}
