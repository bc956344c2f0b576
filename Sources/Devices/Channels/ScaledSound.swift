import Foundation

/// A WAV file made softer, for players that cannot be told how loud.
enum ScaledSound {
  /// The file with its samples multiplied; nil where it is no WAV file of 16 bit PCM, as all of ours are.
  static func data(of file: String, by volume: Double) -> Data? {
    guard var bytes = FileManager.default.contents(atPath: file).map(Array.init), bytes.count > 44,
      bytes[0..<4].elementsEqual("RIFF".utf8), let format = chunk("fmt ", in: bytes), format.count >= 16,
      bytes[format.lowerBound] == 1, bytes[format.lowerBound + 14] == 16, let samples = chunk("data", in: bytes)
    else { return nil }
    for low in stride(from: samples.lowerBound, to: samples.upperBound - 1, by: 2) {
      let sample = Int16(bitPattern: UInt16(bytes[low + 1]) << 8 | UInt16(bytes[low]))
      let scaled = UInt16(bitPattern: Int16((Double(sample) * volume).rounded()))
      (bytes[low], bytes[low + 1]) = (UInt8(scaled & 0xff), UInt8(scaled >> 8))
    }
    return Data(bytes)
  }

  /// Where a chunk's content lies, as far as the file goes.
  private static func chunk(_ name: String, in bytes: [UInt8]) -> Range<Int>? {
    var place = 12
    while place + 8 <= bytes.count {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
      let content = place + 8
      if bytes[place..<place + 4].elementsEqual(name.utf8) { return content..<min(content + size, bytes.count) }
      // Chunks begin at even places.
      place = content + size + size % 2
    }
    return nil
  }
}
