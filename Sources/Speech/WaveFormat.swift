/// How the samples of a RIFF/WAVE file are written: its format chunk.
struct WaveFormat: Hashable {
  /// How one sample is written, all little-endian.
  enum Encoding: Hashable {
    case unsigned8, signed16, signed24, signed32, float32, float64, aLaw, muLaw

    var byteCount: Int {
      switch self {
      case .unsigned8, .aLaw, .muLaw: 1
      case .signed16: 2
      case .signed24: 3
      case .signed32, .float32: 4
      case .float64: 8
      }
    }

    /// The least of what both ends of the scale come to.
    var fullScale: Float {
      switch self {
      case .unsigned8: 127 / 128
      case .aLaw: 32_256 / 32_768
      case .muLaw: 32_124 / 32_768
      case .signed16, .signed24, .signed32, .float32, .float64: 0.999
      }
    }

    var isFloat: Bool { self == .float32 || self == .float64 }
  }

  var encoding: Encoding
  var channelCount: Int
  var sampleRate: Double

  var frameSize: Int { encoding.byteCount * channelCount }

  /// Reads a format chunk.
  /// - Throws: `SpeechError` where it cannot be true, or is of a kind that is not read.
  init(_ bytes: [UInt8], at start: Int, size: Int, named name: String) throws(SpeechError) {
    guard size >= 16 else {
      throw .badWave(name: name, reason: "its format chunk has \(size) bytes, where 16 are needed")
    }
    func field(_ offset: Int, _ count: Int) -> Int { bytes.unsigned(at: start + offset, count: count) }
    var codec = field(0, 2)
    if codec == 0xFFFE {
      guard size >= 26 else { throw .badWave(name: name, reason: "its extensible format chunk has only \(size) bytes") }
      codec = field(24, 2)
    }
    channelCount = field(2, 2)
    sampleRate = Double(field(4, 4))
    guard channelCount > 0 else { throw .badWave(name: name, reason: "it says that it has no channels") }
    guard sampleRate > 0 else { throw .badWave(name: name, reason: "it says that it has no samples a second") }
    guard WaveFile.sampleRates.contains(sampleRate) else {
      throw .notWave(
        name: name, reason: "it has \(Int(sampleRate)) samples a second, where 8000 to 192000 are read")
    }
    if let compression = Self.compression(codec) {
      throw .notWave(name: name, reason: "its sound is compressed (\(compression)), not PCM")
    }
    let size = Self.sampleSize(
      bits: field(14, 2), blockSize: field(12, 2), byteRate: field(8, 4), channels: channelCount,
      rate: Int(sampleRate))
    guard let encoding = Self.encoding(codec, byteCount: size) else {
      throw .badWave(
        name: name, reason: "it says \(field(14, 2)) bits a sample, where 8 to 32, or floats of 32 or 64, can be")
    }
    self.encoding = encoding
  }

  private static func encoding(_ codec: Int, byteCount: Int) -> Encoding? {
    switch (codec, byteCount) {
    case (1, 1): .unsigned8
    case (1, 2): .signed16
    case (1, 3): .signed24
    case (1, 4): .signed32
    case (3, 4): .float32
    case (3, 8): .float64
    case (6, 1): .aLaw
    case (7, 1): .muLaw
    default: nil
    }
  }

  /// Bytes of one sample in its container.
  ///
  /// Samples lie in the upper bits of their container, which the block size tells (24 bit in 32, say): unless it is the bits
  /// that the bytes a second agree with.
  private static func sampleSize(bits: Int, blockSize: Int, byteRate: Int, channels: Int, rate: Int) -> Int {
    let own = (bits + 7) / 8
    let container = blockSize / channels
    guard blockSize % channels == 0, container > own, container <= 8 else { return own }
    let agreesWithBits = bits > 0 && byteRate == rate * channels * own
    return container > 4 && own <= 4 && bits > 0 || agreesWithBits ? own : container
  }

  /// What a format that is not read is called.
  private static func compression(_ codec: Int) -> String? {
    switch codec {
    case 1, 3, 6, 7: nil
    case 2: "Microsoft ADPCM"
    case 0x11: "IMA ADPCM"
    case 0x31: "GSM 6.10"
    case 0x50: "MPEG"
    case 0x55: "MP3"
    case 0x161: "WMA"
    case 0xFF, 0x1600, 0x1610: "AAC"
    default: "format \(codec)"
    }
  }
}
