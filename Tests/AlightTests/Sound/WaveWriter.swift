import Foundation

/// WAV files for tests, with every field of the header at will.
struct WaveWriter {
  var codec = 1
  var channels = 1
  var rate = 16_000
  var bits = 16
  /// Bytes of one frame; nil for what bits and channels come to.
  var blockSize: Int?
  var byteRate: Int?
  /// The codec is told by the GUID of an extensible header, with these valid bits.
  var validBits: Int?

  static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func chunk(_ tag: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
    Array(tag.utf8) + number(size ?? body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  static func riff(_ chunks: [[UInt8]], magic: String = "RIFF") -> [UInt8] {
    let body = Array(chunks.joined())
    return Array(magic.utf8) + number(4 + body.count, 4) + Array("WAVE".utf8) + body
  }

  var format: [UInt8] {
    let block = blockSize ?? channels * ((bits + 7) / 8)
    var body = Self.number(validBits == nil ? codec : 0xFFFE, 2) + Self.number(channels, 2) + Self.number(rate, 4)
    body += Self.number(byteRate ?? rate * block, 4) + Self.number(block, 2) + Self.number(bits, 2)
    if let validBits {
      body += Self.number(22, 2) + Self.number(validBits, 2) + Self.number(0, 4) + Self.number(codec, 2)
      body += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    }
    return Self.chunk("fmt ", body)
  }

  /// Samples between -1 and 1 in the encoding of the header, the same in each channel unless `channel` says otherwise.
  func data(_ samples: [Double], channel: (Int, Double) -> Double = { $1 }) -> [UInt8] {
    samples.flatMap { sample in (0..<channels).flatMap { encoded(channel($0, sample)) } }
  }

  private func encoded(_ sample: Double) -> [UInt8] {
    let width = (blockSize ?? channels * ((bits + 7) / 8)) / channels
    switch codec {
    case 3 where bits == 64: return Self.number(Int(bitPattern: UInt(sample.bitPattern)), 8)
    case 3: return Self.number(Int(Float(sample).bitPattern), 4)
    case 6: return [Self.aLaw(sample)]
    case 7: return [Self.muLaw(sample)]
    default:
      let limited = max(-1, min(1, sample))
      if width == 1 { return [UInt8(Int((limited * 127).rounded()) + 128)] }
      return Self.number(Int((limited * (Double(1 << (8 * width - 1)) - 1)).rounded()), width)
    }
  }

  func file(_ samples: [Double], channel: (Int, Double) -> Double = { $1 }) -> [UInt8] {
    Self.riff([format, Self.chunk("data", data(samples, channel: channel))])
  }

  /// By search in the code's own definition, so that no table of the reader is needed to write it.
  private static func muLaw(_ sample: Double) -> UInt8 {
    let magnitude = min(8158, Int(abs(sample) * 8159)) + 33
    let segment = Int.bitWidth - magnitude.leadingZeroBitCount - 6
    let code = segment << 4 | (magnitude >> (segment + 1) & 15)
    return UInt8(~(code | (sample < 0 ? 0x80 : 0)) & 0xFF)
  }

  private static func aLaw(_ sample: Double) -> UInt8 {
    let magnitude = min(4095, Int(abs(sample) * 4096))
    let segment = max(0, Int.bitWidth - magnitude.leadingZeroBitCount - 5)
    let code = segment << 4 | (magnitude >> max(1, segment) & 15)
    return UInt8((code | (sample < 0 ? 0 : 0x80)) ^ 0x55)
  }
}
