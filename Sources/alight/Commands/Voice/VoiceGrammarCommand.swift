import ArgumentParser
import BatchTest
import Foundation
import Journey
import Listening
import Speech

/// `alight voice grammar`: what may be said to a question.
struct VoiceGrammarCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grammar", abstract: "List what may be said to a question, and what a recogniser finds hard in it.",
    discussion: """
      Prints how many sentences there are, some of them drawn by chance, the words whose pronunciation was guessed (by a \
      voice of espeak-ng, or from the letters where there is none), the words that sound the same, and the answers that \
      no recogniser can tell apart.

      Examples:
        alight voice grammar --question to
        alight voice grammar --question interval --mode stations --all
        alight voice grammar --question to --options stops.tsv --sample 5 --seed 7 --json
      """)

  @OptionGroup var asked: SpokenQuestionOptions

  @Option(help: "How many sentences are drawn.")
  var sample = 12

  @Option(help: "What they are drawn by; the same seed gives the same sentences.")
  var seed = 1

  @Flag(help: "List all sentences instead.")
  var all = false

  @Flag(help: "Print one object.")
  var json = false

  func validate() throws {
    guard (0...1_000_000).contains(sample) else { throw ValidationError("--sample \(sample): give 0 to 1000000.") }
  }

  func run() async throws {
    let output = Output()
    let listening = try asked.listening(output)
    let grammar = listening.question.grammar
    guard !grammar.isEmpty else { throw SpeechError.emptyGrammar }
    let survey = try await GrammarSurvey(grammar, pronunciations: PronunciationTable(model: .find()))
    let report = GrammarReport(asked, listening, survey, sentences: sentences(grammar))
    if json { return try output.json(report) }
    for line in report.lines { output.data(line) }
  }

  private func sentences(_ grammar: AnswerGrammar) -> [String] {
    let count = grammar.sentenceCount
    guard !all, sample < count else { return (0..<count).map(grammar.sentence) }
    var random = RepeatableRandom(seed: seed)
    var places: Set<Int> = []
    while places.count < sample { places.insert(random.below(count)) }
    return places.sorted().map(grammar.sentence)
  }
}

/// What may be said to a question, as it is printed.
private struct GrammarReport: Encodable {
  /// A value with what the rider calls it.
  struct Answer: Encodable {
    var value: String
    var name: String
  }

  let schema = "alight.grammar/1"
  var question: String
  var mode: Mode?
  var options: Int
  var commands: Int
  var sentenceCount: Int
  var sentences: [String]
  /// Words that no dictionary and no rider has.
  var guessed: [PronunciationLine]
  var alikeWords: [[String]]
  /// Answers that mean different things and share a sound.
  var alikeAnswers: [[Answer]]
  var unpronounceable: [String]
  /// Stops that the limit leaves out.
  var leftOut: [String]

  enum CodingKeys: String, CodingKey {
    case schema, question, mode, options, commands, sentences, guessed, unpronounceable
    case sentenceCount = "sentence_count"
    case alikeWords = "alike_words"
    case alikeAnswers = "alike_answers"
    case leftOut = "left_out"
  }

  init(_ asked: SpokenQuestionOptions, _ listening: SpokenListening, _ survey: GrammarSurvey, sentences: [String]) {
    let grammar = listening.question.grammar
    question = asked.question.rawValue
    mode = asked.mode
    options = grammar.names.count
    commands = grammar.phrases.count
    sentenceCount = grammar.sentenceCount
    self.sentences = sentences
    // How a name is spelled is known, and tells nothing of how it sounds.
    guessed = survey.words.filter { word in
      let whole = word.readings.filter { $0.source != .spelled }
      return !whole.isEmpty && whole.allSatisfy(\.source.isGuess)
    }
    .map(PronunciationLine.init)
    alikeWords = survey.alikeWords
    let places = Dictionary(grouping: listening.places, by: \.name)
    let namesakes = places.filter { $0.value.count > 1 }.keys.sorted().map { [$0] }
    let alike = (survey.alikeAnswers + namesakes).map { texts in
      texts.flatMap { text in listening.question.meaning(of: text).values.map { Answer(value: $0, name: text) } }
    }
    alikeAnswers = alike.filter { Set($0.map(\.value)).count > 1 }
    unpronounceable = survey.unpronounceable
    leftOut = listening.leftOut
  }

  var lines: [String] {
    var lines = ["\(question): \(sentenceCount) sentences of \(options) answers and \(commands) commands"]
    lines += sentences.map { "  \($0)" }
    func section(_ title: String, _ rows: [String]) {
      lines.append(rows.isEmpty ? "\(title): none" : "\(title): \(rows.count)")
      lines += rows.map { "  \($0)" }
    }
    section(
      "words whose pronunciation is guessed",
      guessed.map { word in
        let readings = word.readings.map { "\($0.voice ?? $0.source) \($0.phones)" }.joined(separator: "; ")
        return "\(word.word) (\(word.lang ?? "")): \(readings)"
      })
    section("words that may sound the same", alikeWords.map { $0.joined(separator: ", ") })
    section(
      "answers that no recogniser can tell apart",
      alikeAnswers.map { $0.map { "\($0.name) (\($0.value))" }.joined(separator: ", ") })
    if !unpronounceable.isEmpty { section("answers that nothing can pronounce", unpronounceable) }
    if !leftOut.isEmpty { section("stops that are left out", leftOut) }
    return lines
  }
}
