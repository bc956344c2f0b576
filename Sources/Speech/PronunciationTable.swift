/// The readings of words, found once for all recognisers of a program.
///
/// Every recogniser needs the readings of its grammar; the dictionary is searched and espeak-ng is started for the first only.
public actor PronunciationTable {
  private let pronouncer: Pronouncer
  private var known: [SpokenWord: [Reading]] = [:]
  private var isAsking = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Beyond so many words the table starts anew: a service that hears about whole countries must not grow for ever.
  private static let mostWords = 50_000

  init(_ pronouncer: Pronouncer) { self.pronouncer = pronouncer }

  nonisolated var overrides: PronunciationOverrides { pronouncer.overrides }

  /// Readings of each word, most likely first; words that nothing can pronounce are left out.
  func readings(of words: Set<SpokenWord>) async throws(SpeechError) -> [SpokenWord: [Reading]] {
    while isAsking { await withCheckedContinuation { waiting.append($0) } }
    let missing = words.filter { known[$0] == nil }
    if !missing.isEmpty {
      isAsking = true
      defer {
        isAsking = false
        waiting.forEach { $0.resume() }
        waiting = []
      }
      let found = try await pronouncer.readings(of: missing)
      if known.count > Self.mostWords { known = known.filter { words.contains($0.key) } }
      for word in missing { known[word] = found[word] ?? [] }
    }
    return known.filter { words.contains($0.key) && !$0.value.isEmpty }
  }
}
