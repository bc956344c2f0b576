import Speech

extension VoiceSession {
  /// What came of a question.
  enum Answer {
    case typed(String)
    case spoken(WaveFile)
    /// Nobody spoke in time.
    case nothing
    /// The input ended, and nothing else is there to answer by.
    case end
    case interrupted
  }

  enum Event: Sendable {
    case keys([UInt8])
    case keyboardEnded
    case interrupted
    case promptBegan(Int, PromptLoudness?)
    case promptEnded(Int)
    case promptFailed(Int, SpeechError)
    case sound(Int, [Int16])
    /// What was said so far in the recording of that number; nil where it is no answer yet.
    case preview(Int, String?)
    case microphoneFailed(Int, SpeechError)
  }
}
