/// How a grammar sounds: its words with their readings, and what a recogniser cannot tell apart in it.
public struct GrammarSurvey: Sendable {
  /// All words that may be said, by spelling.
  public private(set) var words: [PronouncedWord] = []
  /// Words that share a reading, such as "hundred" and another that sounds like it.
  public private(set) var alikeWords: [[String]] = []
  /// Names and phrases that share a reading as a whole.
  public private(set) var alikeAnswers: [[String]] = []
  /// Names and phrases with a word that nothing can pronounce: they are not listened for.
  public private(set) var unpronounceable: [String] = []

  /// A name of ten words with three readings each has 59,049 ways to sound: so many tell what it sounds like.
  private static let mostWays = 128

  /// - Throws: `SpeechError` where the readings cannot be found.
  public init(_ grammar: AnswerGrammar, pronunciations: PronunciationTable) async throws(SpeechError) {
    let overrides = pronunciations.overrides
    func phrase(_ text: String) -> [SpokenWord] { SpokenWord.words(of: text, language: grammar.language) }
    let answers =
      grammar.names.map { ($0.text, $0.words(in: grammar.language)) } + grammar.phrases.map { ($0, phrase($0)) }
    let around = (grammar.carriers + grammar.trailers).map(phrase)
    let spoken = Set((answers.map(\.1) + around).flatMap { overrides.paths($0).joined() })
    let readings = try await pronunciations.readings(of: spoken)
    words = spoken.map { PronouncedWord(text: $0.spelling, language: $0.language, readings: readings[$0] ?? []) }
      .sorted { ($0.text, $0.language) < ($1.text, $1.language) }
    var sounds = SharedSounds()
    for word in words { for reading in word.readings { sounds.add(word.text, reading.phones) } }
    alikeWords = sounds.groups
    sounds = SharedSounds()
    for (text, own) in answers {
      let paths = overrides.paths(own)
      if paths.allSatisfy({ $0.contains { (readings[$0] ?? []).isEmpty } }) { unpronounceable.append(text) }
      for path in paths {
        for way in Self.ways(path.map { (readings[$0] ?? []).filter { $0.source != .spelled }.map(\.phones) }) {
          sounds.add(text, way)
        }
      }
    }
    alikeAnswers = sounds.groups
  }

  /// The ways to say words one after the other.
  private static func ways(_ words: [[String]]) -> [String] {
    words.reduce([""]) { ways, readings in
      let taken = ways.count * readings.count <= mostWays ? readings : Array(readings.prefix(1))
      return taken.flatMap { reading in ways.map { $0 + " " + reading } }
    }
  }
}

/// Texts put together by the sounds that they share.
private struct SharedSounds {
  private var bySound: [String: [String]] = [:]

  mutating func add(_ text: String, _ sound: String) {
    if bySound[sound]?.contains(text) != true { bySound[sound, default: []].append(text) }
  }

  /// Each once, in order.
  var groups: [[String]] {
    Set(bySound.values.filter { $0.count > 1 }.map { $0.sorted() }).sorted { $0.lexicographicallyPrecedes($1) }
  }
}
