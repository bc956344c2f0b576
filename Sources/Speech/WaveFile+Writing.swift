extension WaveFile {
  /// A RIFF/WAVE file of one channel with 16 bits a sample.
  /// - Parameter sampleRate: Samples a second.
  public static func bytes(_ samples: [Int16], sampleRate: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + 2 * samples.count)
    func append(_ value: Int, _ width: Int) {
      for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    bytes += Array("RIFF".utf8)
    append(36 + 2 * samples.count, 4)
    bytes += Array("WAVEfmt ".utf8)
    append(16, 4)
    append(1, 2)
    append(1, 2)
    append(sampleRate, 4)
    append(2 * sampleRate, 4)
    append(2, 2)
    append(16, 2)
    bytes += Array("data".utf8)
    append(2 * samples.count, 4)
    for sample in samples { append(Int(sample), 2) }
    return bytes
  }
}
