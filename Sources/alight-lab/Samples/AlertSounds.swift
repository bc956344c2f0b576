import Foundation

/// The sounds of the three levels, drawn from sines: each step is louder, higher and longer than the last.
enum AlertSounds {
  static let sampleRate = 22_050

  static var all: [(file: String, samples: [Float])] {
    [
      // Level 1: one soft falling third, which nobody else on the bus turns round for.
      ("notice.wav", tones([(659, 0.18), (523, 0.32)], loudness: 0.35)),
      // Level 2: two rising calls.
      ("attention.wav", tones([(587, 0.14), (784, 0.22), (0, 0.12), (587, 0.14), (784, 0.3)], loudness: 0.6)),
      // Level 3: ends as it begins, in silence, so that it can be played over and over. Two pitches an octave apart, for
      // ears that have lost the upper one.
      (
        "alarm.wav",
        tones(
          [(880, 0.16), (1760, 0.16), (880, 0.16), (1760, 0.16), (0, 0.16), (880, 0.16), (1760, 0.16), (0, 0.48)],
          loudness: 0.9)
      ),
    ]
  }

  /// Tones of a frequency in hertz (0 is a rest) and a length in seconds.
  private static func tones(_ notes: [(frequency: Double, seconds: Double)], loudness: Double) -> [Float] {
    notes.flatMap { note -> [Float] in
      let count = Int(note.seconds * Double(sampleRate))
      return (0..<count).map { index in
        guard note.frequency > 0 else { return 0 }
        let time = Double(index) / Double(sampleRate)
        // Ten milliseconds of fading at each end keep a tone from clicking.
        let fade = min(1, min(time, note.seconds - time) / 0.01)
        let angle = 2 * Double.pi * note.frequency * time
        // A third harmonic carries further through a small speaker than a pure tone.
        return Float(loudness * max(0, fade) * (0.8 * sin(angle) + 0.2 * sin(3 * angle)))
      }
    }
  }
}
