import Foundation

/// A recording made ready for the recogniser, or the reason why there is nothing to recognise.
enum SpeechSignal: Sendable {
  case speech(Ready)
  /// A sentence for the rider, and whether nobody spoke at all.
  case refused(String, isSilent: Bool)

  /// What the recogniser is given.
  struct Ready: Sendable {
    /// 16 kHz samples of the speech with a little around it.
    var samples: [Int16]
    /// The second of the recording at which they start; below zero where silence was put before.
    var start: Double
    var channel: Channel
  }

  static let sampleRate = 16_000.0

  init(_ recording: WaveFile, policy: RecognitionPolicy) {
    guard !recording.samples.isEmpty else {
      self = .refused("the recording is empty: it has no samples", isSilent: true)
      return
    }
    guard recording.seconds <= policy.longestRecording else {
      let length = String(format: "%.0f", recording.seconds)
      let limit = String(format: "%.0f", policy.longestRecording)
      self = .refused("the recording is \(length) s long: an answer takes \(limit) s at most", isSilent: false)
      return
    }
    var samples = Resampler(from: recording.sampleRate, to: Self.sampleRate)(Self.centred(recording.samples))
    samples = Self.centred(samples)
    let peak = samples.reduce(0) { max($0, abs($1)) }
    let level = peak > 0 ? 20 * log10(Double(peak)) : -.infinity
    guard level >= policy.silencePeak else {
      let told = level.isFinite ? "peak \(Int(level.rounded())) dBFS" : "every sample is 0"
      self = .refused("the recording is silent: \(told)", isSilent: true)
      return
    }
    // What is too short and what is steady is told before noise is taken down, which changes both.
    let sound = Endpointer.speech(in: samples, sampleRate: Self.sampleRate)
    guard policy.isLongEnough(sound) else {
      self = .short(sound)
      return
    }
    guard Endpointer.dynamics(of: samples, sampleRate: Self.sampleRate) >= policy.leastDynamics else {
      self = .refused("the recording holds a steady noise and no speech: say the answer again", isSilent: true)
      return
    }
    let reduced = NoiseReduction(samples)
    samples = reduced.samples
    let speech = Endpointer.speech(in: samples, sampleRate: Self.sampleRate)
    guard policy.isLongEnough(speech) else {
      self = .short(speech)
      return
    }
    let margin = Int(policy.surround * Self.sampleRate)
    let kept = samples[max(0, speech.lowerBound - margin)..<min(samples.count, speech.upperBound + margin)]
    self = .speech(
      Ready(
        samples: Self.levelled(kept, policy: policy),
        start: Double(kept.startIndex) / Self.sampleRate - policy.surround, channel: reduced.channel))
  }

  private static func short(_ speech: Range<Int>) -> SpeechSignal {
    let length = String(format: "%.2f", Double(speech.count) / sampleRate)
    return .refused("the recording holds only \(length) s of sound: say the answer again", isSilent: true)
  }

  /// Without its direct-current offset.
  private static func centred(_ samples: [Float]) -> [Float] {
    let mean = Float(samples.reduce(0.0) { $0 + Double($1) } / Double(max(1, samples.count)))
    return abs(mean) < 1e-6 ? samples : samples.map { $0 - mean }
  }

  /// Scaled to the policy's peak over a floor of white noise, the same for the same length.
  private static func levelled(_ samples: ArraySlice<Float>, policy: RecognitionPolicy) -> [Int16] {
    let peak = samples.reduce(0) { max($0, abs($1)) }
    let scale = peak > 0 ? Float(policy.peak) * 32_767 / peak : 0
    var noise = WhiteNoise(rootMeanSquare: policy.noiseFloor)
    let pad = Int(policy.surround * sampleRate)
    let edge = [Float](repeating: 0, count: pad)
    return (edge + samples + edge).map { sample in
      Int16(max(-32_768, min(32_767, (sample * scale + noise.next()).rounded())))
    }
  }
}

extension RecognitionPolicy {
  /// Of samples.
  fileprivate func isLongEnough(_ speech: Range<Int>) -> Bool {
    Double(speech.count) / SpeechSignal.sampleRate >= shortestSpeech
  }
}

/// Noise that is the same in each run, so that a recording is always heard alike.
struct WhiteNoise {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  private let amplitude: Float

  init(rootMeanSquare: Double) {
    // An even distribution between -a and a has a root mean square of a / sqrt(3).
    amplitude = Float(rootMeanSquare * 3.0.squareRoot())
  }

  mutating func next() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (Float(state >> 40) / Float(1 << 23) - 1) * amplitude
  }
}
