/// Finds where speech begins and ends in a recording, by its energy in frames of 10 ms.
enum Endpointer {
  /// Root mean square, of full scale, below which nothing is speech (-70 dBFS).
  private static let faintest: Float = 0.0003

  /// The samples from the first to the last frame that stands out; empty where none does.
  static func speech(in samples: [Float], sampleRate: Double) -> Range<Int> {
    let frame = max(1, Int(sampleRate / 100))
    let count = samples.count / frame
    guard count > 0 else { return 0..<0 }
    let levels = levels(of: samples, frame: frame)
    let sorted = levels.sorted()
    let floor = sorted[count / 10]
    // A click lifts the loudest frame, not the level that a word's frames reach.
    let loud = sorted[max(0, min(count - 1, count - 5))]
    // 10 dB above the background; in a tight recording, where there is none, 26 dB below the loud frames.
    let threshold = max(min(floor * 3, loud * 0.2), loud * 0.02, faintest)
    // Two frames in a row: one alone is a click.
    let standsOut = levels.indices.filter { index in
      levels[index] >= threshold
        && (index + 1 < count && levels[index + 1] >= threshold || index > 0 && levels[index - 1] >= threshold)
    }
    guard let first = standsOut.first, let last = standsOut.last else { return 0..<0 }
    return first * frame..<(last + 1) * frame
  }

  /// How far the loud frames of a signal rise above the quiet ones, as a ratio of amplitudes.
  static func dynamics(of samples: [Float], sampleRate: Double) -> Double {
    let sorted = levels(of: samples, frame: max(1, Int(sampleRate / 100))).sorted()
    guard let loudest = sorted.last, loudest > 0 else { return 1 }
    let quiet = sorted[sorted.count / 10]
    let loud = sorted[sorted.count * 9 / 10]
    return quiet > 0 ? Double(loud / quiet) : .infinity
  }

  private static func levels(of samples: [Float], frame: Int) -> [Float] {
    (0..<samples.count / frame).map { index in
      let sum = samples[index * frame..<(index + 1) * frame].reduce(Float(0)) { $0 + $1 * $1 }
      return (sum / Float(frame)).squareRoot()
    }
  }
}
