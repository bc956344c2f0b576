/// Whether somebody speaks while a prompt is being spoken, which the microphone may hear as well.
///
/// Its echo is not subtracted, only bounded: how loud the prompt is heard follows from what was heard so far against what was
/// played so far, and the loudest frame that the prompt will ever have, at that ratio, is the loudest echo to expect. What is
/// well above it is a person. With headphones that is any word; with a loud speaker beside the microphone it may take a shout,
/// and a key does the same. Nothing is decided before the ratio is known, nor where the prompt's own sound is not: then only
/// a key interrupts.
public struct BargeIn: Sendable {
  /// Every constant, each with its reason.
  public struct Policy: Sendable, Hashable {
    /// Seconds in which only the echo is learnt: players start up to 0.3 s late, and the first word must be among it.
    public var learning = 0.6
    /// Seconds by which the sound may come later than it was sent.
    public var delay = 0.3
    /// Over the loudest echo, as a ratio of amplitudes: 8 dB, which a room's reflections do not add.
    public var ratio: Float = 2.5
    /// Root mean square below which nothing is speech (-50 dBFS): softer sounds are not meant for a machine that speaks.
    public var faintest: Float = 0.003
    /// Seconds for which a frame waits before it counts as echo. A voice that swells must be found by then, or its own first
    /// frames would raise what it has to exceed.
    public var wait = 0.4
    /// Loud frames within the last sixteen: a clatter is over sooner.
    public var loudFrames = 10

    public init() {}
  }

  private let policy: Policy
  private let loudest: Float
  /// The loudest frame of the prompt up to each of its frames.
  private let loudestUntil: [Float]
  private var frames = 0
  private var heard: Float = 0
  private var recent: UInt16 = 0
  /// Levels that may yet turn out to be the beginning of a voice, the oldest first.
  private var waiting: [Float] = []
  private var rest: [Int16] = []

  public init(prompt: PromptLoudness, policy: Policy = Policy()) {
    self.policy = policy
    loudest = prompt.frames.max() ?? 0
    var most: Float = 0
    loudestUntil = prompt.frames.map { frame in
      most = max(most, frame)
      return most
    }
  }

  /// Takes in what the microphone hears from the prompt's beginning on.
  /// - Returns: Whether somebody has begun to speak.
  public mutating func feed(_ samples: [Int16]) -> Bool {
    rest += samples
    while rest.count >= LiveEndpointer.frame {
      let frame = rest.prefix(LiveEndpointer.frame)
      let level = SoundLevel.rootMeanSquare(of: frame)
      rest.removeFirst(LiveEndpointer.frame)
      if take(level) { return true }
    }
    return false
  }

  private mutating func take(_ level: Float) -> Bool {
    defer { frames += 1 }
    let seconds = Double(frames) * 0.01
    guard seconds >= policy.learning else {
      heard = max(heard, level)
      return false
    }
    // What was surely played by now; in the pause before the first word there is nothing to compare with.
    let played = loudestUntil[max(0, min(loudestUntil.count - 1, frames - Int(policy.delay * 100)))...].first ?? 0
    let echo = played > 0 ? heard * loudest / played : .infinity
    let isLoud = level >= max(policy.faintest, echo * policy.ratio)
    waiting.append(isLoud ? 0 : level)
    if Double(waiting.count) * 0.01 > policy.wait { heard = max(heard, waiting.removeFirst()) }
    recent = recent << 1 | (isLoud ? 1 : 0)
    return recent.nonzeroBitCount >= policy.loudFrames
  }
}
