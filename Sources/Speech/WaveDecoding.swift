extension WaveLayout {
  /// The samples as one channel.
  /// - Parameter maximumSeconds: Later samples are left out.
  func decode(_ bytes: [UInt8], maximumSeconds: Double) -> WaveFile {
    let present = max(0, bytes.count - start) / frameSize
    let frames = min(frameCount, present, Int(maximumSeconds * sampleRate))
    var channels: [Channel] = []
    bytes.withUnsafeBytes { raw in
      for channel in 0..<channelCount {
        let decoded = Channel(frames: frames) { frame in
          sample(raw, at: start + (frame * channelCount + channel) * encoding.byteCount)
        }
        // Of thousands of channels that a broken header may tell, only those with sound are kept.
        if decoded.energy > 0 { channels.append(decoded) }
      }
    }
    let seconds = Double(frameCount) / sampleRate
    let loudest = channels.map(\.energy).max() ?? 0
    // A channel without a microphone has hum at most: 40 dB below the other is nothing to average.
    let sounding = channels.filter { $0.energy >= loudest * 1e-4 }
    guard let first = sounding.max(by: { $0.energy < $1.energy }) else {
      return WaveFile(
        samples: [Float](repeating: 0, count: frames), sampleRate: sampleRate, seconds: seconds, clipped: 0)
    }
    var mixed = first
    if sounding.count > 1 {
      let share = 1 / Float(sounding.count)
      let average = Channel(frames: frames) { frame in sounding.reduce(0) { $0 + $1.samples[frame] } * share }
      // Channels of opposite polarity cancel each other; then one of them is the better recording.
      if average.energy > first.energy * 0.01 { mixed = average }
    }
    let clipped = first.samples.reduce(0) { $0 + (abs($1) >= 0.999 ? 1 : 0) }
    return WaveFile(
      samples: mixed.samples, sampleRate: sampleRate, seconds: seconds,
      clipped: frames > 0 ? Double(clipped) / Double(frames) : 0)
  }

  private struct Channel {
    var samples: [Float]
    /// Sum of squares about the mean, so that an offset is not taken for sound.
    var energy: Double

    init(frames: Int, _ sample: (Int) -> Float) {
      samples = [Float](unsafeUninitializedCapacity: frames) { buffer, count in
        for frame in 0..<frames { buffer[frame] = sample(frame) }
        count = frames
      }
      let mean = samples.reduce(0.0) { $0 + Double($1) } / Double(max(1, frames))
      energy = samples.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    }
  }

  private func sample(_ raw: UnsafeRawBufferPointer, at offset: Int) -> Float {
    switch encoding {
    case .unsigned8: return (Float(raw[offset]) - 128) / 128
    case .signed16: return Float(raw.loadUnaligned(fromByteOffset: offset, as: Int16.self).littleEndian) / 32768
    case .signed24:
      let bits = UInt32(raw[offset]) << 8 | UInt32(raw[offset + 1]) << 16 | UInt32(raw[offset + 2]) << 24
      return Float(Int32(bitPattern: bits)) / 2_147_483_648
    case .signed32:
      return Float(raw.loadUnaligned(fromByteOffset: offset, as: Int32.self).littleEndian) / 2_147_483_648
    case .float32:
      return Self.sane(
        Double(Float(bitPattern: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian)))
    case .float64:
      return Self.sane(Double(bitPattern: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian))
    }
  }

  /// Floats may hold anything; what cannot be a sample even of a file scaled to 32 bits counts as silence.
  private static func sane(_ value: Double) -> Float {
    value.isFinite && abs(value) <= 4_294_967_296 ? Float(value) : 0
  }
}
