import Foundation

/// When an answer begins and ends while it is being spoken.
///
/// ```swift
/// var endpointer = LiveEndpointer()
/// for samples in arriving {
///   if let event = endpointer.feed(samples) { ... }
/// }
/// ```
/// By the energy of frames over a noise floor that follows the surroundings, with one threshold to begin and a lower one to
/// go on, after Lamel et al., "An improved endpoint detector for isolated word recognition" (1981). It holds no clock: time
/// is the number of samples.
public struct LiveEndpointer: Sendable {
  /// Every constant of the end-pointing, each with its reason.
  public struct Policy: Sendable, Hashable {
    /// Seconds without speech after which nobody answers.
    public var noInput: Double
    /// Seconds of silence that end an answer. The pause after "no," in "no, I said Hagenberg" takes up to half a second.
    public var endSilence = 0.8
    /// The longest answer: a sentence with both stops takes 6 s, and whatever lasts three times as long is no answer.
    public var longest = 15.0
    /// Seconds kept before speech was noticed: breath and soft consonants come before the first loud frame.
    public var before = 0.4
    /// Loud frames within the last eight that make speech: a click or a key takes up to four.
    public var loudFrames = 5
    /// Seconds of loud frames below which a sound was no answer: "no" takes 0.2 s.
    public var shortest = 0.12
    /// Root mean square, of full scale, below which nothing is speech (-56 dBFS): the hiss of a cheap microphone is at -60.
    public var faintest: Float = 0.0015
    /// Over the noise floor, as a ratio of amplitudes, to begin: 11 dB.
    public var beginRatio: Float = 3.5
    /// To go on: 7 dB, for the soft ends of words.
    public var goOnRatio: Float = 2.2
    /// The loudest that a background may be (-34 dBFS): with speech from the first frame on the floor must not be the speech.
    public var loudestFloor: Float = 0.02

    public init(noInput: Double = 8) {
      self.noInput = noInput
    }
  }

  public enum Event: Sendable, Hashable {
    /// Somebody speaks.
    case began
    /// The answer is complete.
    case ended
    /// Nobody spoke for `Policy.noInput` seconds.
    case noInput
    /// The sound went on for `Policy.longest` seconds.
    case tooLong
  }

  /// Samples of a frame: 10 ms at 16 kHz.
  static let frame = 160
  private static let frameSeconds = 0.01

  private let policy: Policy
  /// Less than a frame.
  private var rest: [Int16] = []
  /// What was heard since shortly before speech began, or the last moments while nobody speaks.
  private var kept: [Int16] = []
  /// Whether each of the last eight frames was loud, the latest in the lowest bit.
  private var recent: UInt8 = 0
  private var floor: Float?
  private var frames = 0
  private var loud = 0
  private var quietSeconds = 0.0
  private var spokenSeconds = 0.0

  /// Whether somebody has begun to speak.
  public private(set) var isSpeaking = false
  /// The last frame's level in dBFS, -96 to 0.
  public private(set) var level = -96.0

  public init(policy: Policy = Policy()) {
    self.policy = policy
  }

  /// What was said, from shortly before its beginning on.
  public var recording: WaveFile {
    let clipped = kept.count { $0 == .max || $0 == .min }
    return WaveFile(
      samples: kept.map { Float($0) / 32_768 }, sampleRate: 16_000,
      clipped: Double(clipped) / Double(max(1, kept.count)))
  }

  /// Takes samples in; the first event in them is returned, and after an end nothing more happens.
  public mutating func feed(_ samples: [Int16]) -> Event? {
    rest += samples
    var offset = 0
    defer { rest.removeFirst(offset) }
    while rest.count - offset >= Self.frame {
      let frame = rest[offset..<offset + Self.frame]
      offset += Self.frame
      if let event = take(frame) { return event }
    }
    return nil
  }

  private mutating func take(_ frame: ArraySlice<Int16>) -> Event? {
    frames += 1
    kept += frame
    let level = SoundLevel.rootMeanSquare(of: frame)
    self.level = SoundLevel.decibels(level)
    let isLoud = level >= max(policy.faintest, (floor ?? level) * policy.beginRatio)
    adapt(to: level)
    recent = recent << 1 | (isLoud ? 1 : 0)
    return isSpeaking ? goOn(level, isLoud) : wait()
  }

  /// The floor falls fast and rises slowly, the more slowly while somebody speaks.
  private mutating func adapt(to level: Float) {
    let old = floor ?? min(level, policy.loudestFloor)
    // Half way down within 20 ms; up within half a second, or within 5 s of speech.
    let share: Float = level < old ? 0.3 : isSpeaking ? 0.001 : 0.015
    floor = min(policy.loudestFloor, old + (level - old) * share)
  }

  private mutating func wait() -> Event? {
    if recent.nonzeroBitCount >= policy.loudFrames {
      isSpeaking = true
      loud = recent.nonzeroBitCount
      spokenSeconds = Double(loud) * Self.frameSeconds
      quietSeconds = 0
      return .began
    }
    let most = Int(policy.before / Self.frameSeconds) * Self.frame
    // In blocks, so that the moments before are not moved with every frame.
    if kept.count > 2 * most { kept.removeFirst(kept.count - most) }
    return Double(frames) * Self.frameSeconds >= policy.noInput ? .noInput : nil
  }

  private mutating func goOn(_ level: Float, _ isLoud: Bool) -> Event? {
    spokenSeconds += Self.frameSeconds
    if isLoud { loud += 1 }
    let goesOn = level >= max(policy.faintest, (floor ?? 0) * policy.goOnRatio)
    quietSeconds = goesOn ? 0 : quietSeconds + Self.frameSeconds
    if spokenSeconds >= policy.longest { return .tooLong }
    guard quietSeconds >= policy.endSilence else { return nil }
    if Double(loud) * Self.frameSeconds >= policy.shortest { return .ended }
    // A knock: nobody has answered yet.
    isSpeaking = false
    recent = 0
    return nil
  }
}

/// How loud samples are.
public enum SoundLevel {
  /// The root mean square of full scale, without the direct-current offset.
  public static func rootMeanSquare(of samples: some Collection<Int16>) -> Float {
    guard !samples.isEmpty else { return 0 }
    let count = Float(samples.count)
    let mean = samples.reduce(Float(0)) { $0 + Float($1) } / count
    let power = samples.reduce(Float(0)) { $0 + (Float($1) - mean) * (Float($1) - mean) } / count
    return power.squareRoot() / 32_768
  }

  /// Of full scale, -96 at least.
  public static func decibels(_ level: Float) -> Double {
    level > 0 ? max(-96, 20 * log10(Double(level))) : -96
  }
}
