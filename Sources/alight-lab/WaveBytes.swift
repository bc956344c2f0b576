import Foundation

/// RIFF/WAVE files as bytes, well formed unless told otherwise.
enum WaveBytes {
  /// What the format chunk says.
  struct Format {
    var codec = 1
    var channels = 1
    var rate = 16_000
    var bits = 16
    /// Bits of the container, where it is wider.
    var container: Int?
    var isExtensible = false

    var blockSize: Int { channels * ((container ?? bits) + 7) / 8 }

    var chunk: [UInt8] {
      var body = number(isExtensible ? 0xFFFE : codec, 2) + number(channels, 2) + number(rate, 4)
      body += number(rate * blockSize, 4) + number(blockSize, 2) + number(container ?? bits, 2)
      if isExtensible {
        // The valid bits, the speakers, and the codec as the beginning of a GUID.
        body += number(22, 2) + number(bits, 2) + number(channels == 2 ? 3 : 4, 4) + number(codec, 2)
        body += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
      }
      return WaveBytes.chunk("fmt ", body)
    }
  }

  /// Little-endian bytes of a number.
  static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func chunk(_ tag: String, _ body: [UInt8]) -> [UInt8] {
    Array(tag.utf8) + number(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  static func riff(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = Array(chunks.joined())
    return Array("RIFF".utf8) + number(4 + body.count, 4) + Array("WAVE".utf8) + body
  }

  /// A recording of one channel of 16 bit.
  static func file(_ samples: [Float], sampleRate: Int) -> [UInt8] {
    let data = samples.flatMap { number(Int((max(-1, min(1, $0)) * 32_767).rounded()), 2) }
    return riff([Format(rate: sampleRate).chunk, chunk("data", data)])
  }
}
