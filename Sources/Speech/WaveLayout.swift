/// Where the samples of a RIFF/WAVE file lie and how they are written.
///
/// Tolerant where recorders are sloppy (sizes of a stream that was never closed, missing padding, any order of chunks),
/// strict where reading on would make noise of something that is no sound.
/// Layout: Multimedia Programming Interface and Data Specifications 1.0 (1991), and WAVEFORMATEXTENSIBLE.
struct WaveLayout {
  /// How one sample is written, all little-endian.
  enum Encoding: Hashable {
    case unsigned8, signed16, signed24, signed32, float32, float64

    var byteCount: Int {
      switch self {
      case .unsigned8: 1
      case .signed16: 2
      case .signed24: 3
      case .signed32, .float32: 4
      case .float64: 8
      }
    }
  }

  var encoding: Encoding
  var channelCount: Int
  var sampleRate: Double
  /// Offset of the first sample.
  var start: Int
  /// Frames of the whole file, of which only a part may be in memory.
  var frameCount: Int

  var frameSize: Int { encoding.byteCount * channelCount }

  private struct Chunk {
    var start: Int
    var size: Int
  }

  init(_ bytes: [UInt8], fileSize: Int, named name: String) throws(SpeechError) {
    guard !bytes.isEmpty else { throw .notWave(name: name, reason: "it is empty") }
    let magic = bytes.tag(at: 0)
    guard ["RIFF", "RF64", "BW64"].contains(magic) else {
      throw .notWave(name: name, reason: magic == "RIFX" ? "its numbers are big-endian" : "it does not begin with RIFF")
    }
    guard bytes.tag(at: 8) == "WAVE" else {
      throw .notWave(
        name: name, reason: bytes.count < 12 ? "it ends after \(bytes.count) bytes" : "its RIFF type is not WAVE")
    }
    let (format, data) = Self.chunks(of: bytes, fileSize: fileSize)
    guard let format else { throw .badWave(name: name, reason: "it has no format chunk") }
    guard let data else {
      throw .badWave(name: name, reason: "it has no data chunk, so it was cut off or holds no sound")
    }
    let fields = try Self.fields(bytes, format, named: name)
    encoding = fields.encoding
    channelCount = fields.channels
    sampleRate = fields.rate
    start = data.start
    frameCount = data.size / (encoding.byteCount * channelCount)
  }

  private static func chunks(of bytes: [UInt8], fileSize: Int) -> (format: Chunk?, data: Chunk?) {
    var format: Chunk?
    var data: Chunk?
    var offset = 12
    while offset + 8 <= bytes.count, format == nil || data == nil {
      let tag = bytes.tag(at: offset)
      let start = offset + 8
      var size = bytes.unsigned(at: offset + 4, count: 4)
      if tag == "data" {
        // A recorder that was killed, or that writes to a pipe, leaves the size 0 or as large as can be.
        let isOpenEnded = size == 0 && !bytes.looksLikeChunk(at: start)
        size = isOpenEnded ? fileSize - start : min(size, fileSize - start)
        data = data ?? Chunk(start: start, size: max(0, size))
      } else if tag == "fmt " {
        format = format ?? Chunk(start: start, size: min(size, bytes.count - start))
      }
      let next = start + size
      // Chunks of odd size are padded to an even one, but not by every program.
      offset =
        size % 2 == 1 && !(bytes.looksLikeChunk(at: next) && !bytes.looksLikeChunk(at: next + 1)) ? next + 1 : next
    }
    return (format, data)
  }

  private static func fields(_ bytes: [UInt8], _ chunk: Chunk, named name: String) throws(SpeechError) -> (
    encoding: Encoding, channels: Int, rate: Double
  ) {
    guard chunk.size >= 16 else { throw .badWave(name: name, reason: "its format chunk has \(chunk.size) bytes") }
    func field(_ offset: Int, _ count: Int) -> Int { bytes.unsigned(at: chunk.start + offset, count: count) }
    var codec = field(0, 2)
    let channels = field(2, 2)
    let rate = Double(field(4, 4))
    let blockSize = field(12, 2)
    let bits = field(14, 2)
    if codec == 0xFFFE, chunk.size >= 26 { codec = field(24, 2) }
    guard channels > 0 else { throw .badWave(name: name, reason: "it says that it has no channels") }
    guard WaveFile.sampleRates.contains(rate) else {
      throw .badWave(name: name, reason: "it says \(Int(rate)) samples a second, where 8000 to 192000 can be")
    }
    guard codec == 1 || codec == 3 else {
      throw .notWave(name: name, reason: "its sound is compressed (format \(codec)), not PCM")
    }
    // Samples lie in the upper bits of their container, which the block size tells (24 bit in 32, say).
    var byteCount = (bits + 7) / 8
    let container = blockSize / channels
    if blockSize % channels == 0, container >= byteCount, container <= 8 { byteCount = container }
    switch (codec, byteCount) {
    case (1, 1): return (.unsigned8, channels, rate)
    case (1, 2): return (.signed16, channels, rate)
    case (1, 3): return (.signed24, channels, rate)
    case (1, 4): return (.signed32, channels, rate)
    case (3, 4): return (.float32, channels, rate)
    case (3, 8): return (.float64, channels, rate)
    default:
      throw .badWave(name: name, reason: "it says \(bits) bits a sample, where 8 to 32, or floats of 32 or 64, can be")
    }
  }
}

extension [UInt8] {
  fileprivate func tag(at offset: Int) -> String {
    guard offset >= 0, offset + 4 <= count else { return "" }
    return String(decoding: self[offset..<offset + 4], as: UTF8.self)
  }

  fileprivate func unsigned(at offset: Int, count width: Int) -> Int {
    guard offset >= 0, offset + width <= count else { return 0 }
    return (0..<width).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }

  /// Whether four characters of a chunk's name stand here, with a size that the file can hold.
  fileprivate func looksLikeChunk(at offset: Int) -> Bool {
    guard offset >= 0, offset + 8 <= count else { return false }
    return self[offset..<offset + 4].allSatisfy { (0x20...0x7E).contains($0) }
      && unsigned(at: offset + 4, count: 4) <= count - offset
  }
}
