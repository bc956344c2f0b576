import ArgumentParser
import Foundation
import Speech

/// `alight-lab bench-voice-peers`: the same recordings through Alight, a general model and a plain grammar.
struct BenchVoicePeers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-voice-peers", abstract: "Compare what Alight hears with what pocketsphinx alone hears.",
    discussion: """
      Recordings are lines of a TSV with the columns suite, question, path and expected, and perhaps mode, options, lang, \
      voice and condition; expected is empty where nothing may be accepted. Each recording, made 16 kHz, goes through \
      pocketsphinx_continuous with its general language model, its words read by alight match; through a plain grammar of \
      the same phrases with default settings, whose best hypothesis is accepted; and through alight transcribe. rtf is \
      the time of the search over the time of the sound, for Alight that of the whole answer; starting up is not in it.

      Examples:
        alight-lab measure-voice --voice flite:slt --keep spoken
        alight-lab bench-voice-peers spoken/manifest.tsv
        alight-lab bench-voice-peers manifest.tsv --condition clean --voice flite-slt --json
      """)

  @Argument(help: "A TSV that lists recordings.")
  var table: String

  @Option(help: "Only recordings of this condition.")
  var condition: String?

  @Option(help: "Only recordings whose voice has this in its name; several times.")
  var voice: [String] = []

  @Option(help: "The folder of language files.")
  var prompts = "Prompts"

  @Flag(help: "Print an object a row.")
  var json = false

  func run() async throws {
    let cases = try SpokenCase.read(table).filter { spoken in
      (condition == nil || spoken.condition == condition)
        && (voice.isEmpty || voice.contains { spoken.voice.contains($0) })
    }
    guard !cases.isEmpty else { throw ValidationError("\(table) lists no such recording") }
    let listeners: [any AnswerListener] = [
      DictationListener(), PlainGrammarListener(prompts: URL(filePath: prompts), model: try SpeechModel.find()),
      TranscribeListener(),
    ]
    var results = HearingTable()
    let groups = Dictionary(grouping: cases, by: \.question)
      .sorted { $0.key.arguments.description < $1.key.arguments.description }
    for listener in listeners {
      for (question, asked) in groups {
        let answers = try await listener.hear(asked.map(\.path), question: question)
        for (spoken, answer) in zip(asked, answers) {
          results.count(answer, expected: spoken.expected, in: [[spoken.suite, listener.name]])
        }
      }
      FileHandle.standardError.write(Data("\(listener.name): \(cases.count) recordings heard\n".utf8))
    }
    guard json else { return print(results.text(["suite", "recogniser"])) }
    struct Row: Encodable {
      var suite: String
      var recogniser: String
      var figures: HearingTally
    }
    for (name, tally) in results.rows {
      let row = Row(suite: name[0], recogniser: name[1], figures: tally)
      print(String(decoding: try JSONEncoder().encode(row), as: UTF8.self))
    }
  }
}
