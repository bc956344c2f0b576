extension WaveLayout {
  /// How many frames there are to decode.
  /// - Parameter maximumSeconds: Later frames are left out.
  func frames(in bytes: [UInt8], maximumSeconds: Double) -> Int {
    let present = max(0, bytes.count - start) / format.frameSize
    return min(frameCount, present, Int(maximumSeconds * format.sampleRate))
  }

  /// The share of the samples that are no numbers, or beyond what any program calls loud; 0 to 1.
  func shareWithoutValue(_ bytes: [UInt8], frames: Int) -> Double {
    guard format.encoding.isFloat, frames > 0 else { return 0 }
    let count = frames * format.channelCount
    let strange = bytes.withUnsafeBytes { raw in
      (0..<count).reduce(0) {
        Self.isSample(float(raw, at: start + $1 * format.encoding.byteCount)) ? $0 : $0 + 1
      }
    }
    return Double(strange) / Double(count)
  }

  /// The samples of the first frames as one channel.
  func decode(_ bytes: [UInt8], frames: Int) -> WaveFile {
    var channels: [Channel] = []
    bytes.withUnsafeBytes { raw in
      for channel in 0..<format.channelCount {
        let decoded = Channel(frames: frames) { frame in
          sample(raw, at: start + (frame * format.channelCount + channel) * format.encoding.byteCount)
        }
        // Of thousands of channels that a broken header may tell, only those with sound are kept.
        if decoded.energy > 0 { channels.append(decoded) }
      }
    }
    let rate = format.sampleRate
    let seconds = Double(frameCount) / rate
    let loudest = channels.map(\.energy).max() ?? 0
    // A channel without a microphone has hum at most: 40 dB below the other is nothing to average.
    let sounding = channels.filter { $0.energy >= loudest * 1e-4 }
    guard let first = sounding.max(by: { $0.energy < $1.energy }) else {
      return WaveFile(
        samples: [Float](repeating: 0, count: frames), sampleRate: rate, seconds: seconds, clipped: 0)
    }
    var mixed = first
    if sounding.count > 1 {
      let share = 1 / Float(sounding.count)
      let average = Channel(frames: frames) { frame in sounding.reduce(0) { $0 + $1.samples[frame] } * share }
      // Channels of opposite polarity cancel each other; then one of them is the better recording.
      if average.energy > first.energy * 0.01 { mixed = average }
    }
    return WaveFile(samples: mixed.samples, sampleRate: rate, seconds: seconds, clipped: clipped(first.samples))
  }

  /// The share of samples at full scale, 0 to 1.
  private func clipped(_ samples: [Float]) -> Double {
    guard !samples.isEmpty else { return 0 }
    let peak = samples.reduce(0) { max($0, abs($1)) }
    // Floats may go beyond 1, where nothing is cut: then it is their own peak that they stay at.
    let limit = max(1, peak) * format.encoding.fullScale
    return Double(samples.reduce(0) { $0 + (abs($1) >= limit ? 1 : 0) }) / Double(samples.count)
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
    switch format.encoding {
    case .unsigned8: return (Float(raw[offset]) - 128) / 128
    case .signed16: return Float(raw.loadUnaligned(fromByteOffset: offset, as: Int16.self).littleEndian) / 32768
    case .signed24:
      let bits = UInt32(raw[offset]) << 8 | UInt32(raw[offset + 1]) << 16 | UInt32(raw[offset + 2]) << 24
      return Float(Int32(bitPattern: bits)) / 2_147_483_648
    case .signed32:
      return Float(raw.loadUnaligned(fromByteOffset: offset, as: Int32.self).littleEndian) / 2_147_483_648
    case .float32, .float64:
      let value = float(raw, at: offset)
      // Floats may hold anything; what can be no sample counts as silence.
      return Self.isSample(value) ? Float(value) : 0
    case .aLaw: return G711.aLaw[Int(raw[offset])]
    case .muLaw: return G711.muLaw[Int(raw[offset])]
    }
  }

  private func float(_ raw: UnsafeRawBufferPointer, at offset: Int) -> Double {
    format.encoding == .float32
      ? Double(Float(bitPattern: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian))
      : Double(bitPattern: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
  }

  /// Whether a number can be a sample, be it of a file scaled to 32 bits.
  private static func isSample(_ value: Double) -> Bool { value.isFinite && abs(value) <= 4_294_967_296 }
}
