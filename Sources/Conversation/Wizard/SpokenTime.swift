import Foundation

/// A time of travel said along with an answer: "to Hagenberg arriving at ten past six".
struct SpokenTime {
  var clock: ClockTime
  var isArrival: Bool
  /// The answer without it.
  var rest: String

  /// Nil where no words for arriving or leaving are followed by a time.
  init?(in text: String, words: ClockWords) {
    let tokens = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let plain = tokens.map { $0.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: ",;")) }
    let cues = (words.arriving.map { ($0, true) } + words.leaving.map { ($0, false) })
      .map { (words: $0.0.split(separator: " ").map(String.init), isArrival: $0.1) }
      .sorted { $0.words.count > $1.words.count }
    for start in tokens.indices {
      for cue in cues where plain[start...].starts(with: cue.words) {
        let begin = start + cue.words.count
        // A comma ends what belongs to the time.
        let comma = tokens[min(begin, tokens.count)...].firstIndex { $0.hasSuffix(",") } ?? tokens.count - 1
        for end in stride(from: min(comma + 1, begin + 6), to: begin, by: -1) {
          guard let clock = ClockTime(plain[begin..<end].joined(separator: " "), words: words) else { continue }
          self.clock = clock
          isArrival = cue.isArrival
          rest = (tokens[..<start] + tokens[end...]).joined(separator: " ")
          return
        }
      }
    }
    return nil
  }
}
