import Programs
import Subprocess

/// Plays a recording through PulseAudio, PipeWire or ALSA, whichever answers first.
public enum RecordingPlayer {
  private static let players = ["paplay", "pw-play", "aplay"]

  /// Plays to the end.
  /// - Parameter samples: Of one channel at 16 kHz.
  /// - Throws: `SpeechError.noVoice` where nothing plays.
  public static func play(_ samples: [Int16]) async throws {
    let sound = WaveFile.bytes(samples, sampleRate: 16_000)
    var causes: [String] = []
    for program in players {
      do {
        let result = try await Subprocess.run(
          .name(program), arguments: ["/dev/stdin"], input: PipedInput(sound), output: .discarded,
          error: .string(limit: 1 << 16))
        if result.terminationStatus.isSuccess { return }
        let said = result.standardError.split(separator: "\n").first.map(String.init)
        causes.append("\(program): \(said ?? "it failed")")
      } catch let error as SubprocessError where error.code == .executableNotFound {
        causes.append("\(program): it is not installed")
      }
    }
    throw SpeechError.noVoice(causes: causes)
  }
}
