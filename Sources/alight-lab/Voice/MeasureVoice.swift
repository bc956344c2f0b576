import ArgumentParser
import Foundation

/// `alight-lab measure-voice`: how much of what synthetic voices say in a language is understood.
struct MeasureVoice: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure-voice", abstract: "Speak answers with synthetic voices and tell how many are understood.",
    discussion: """
      Phrases are lines of a TSV with the columns question, mode, phrase and expected; stops one with id, name and lang. \
      Each is spoken by each voice, put through each condition, and given to alight transcribe. top-1: the right answer \
      is the best one; right and wrong: accepted without asking back; foreign: accepted of recordings that are no answer.

      Examples:
        alight-lab measure-voice --lang de --voice pico:de-DE --voice espeak:mb-de6@140
        alight-lab measure-voice --voice flite:slt --condition clean --condition narrow --condition noise20
        alight-lab measure-voice --lang de --voice pico:de-DE --keep spoken --foreign recordings/*.wav
      """)

  @Option(help: "The language of the answers.")
  var lang = "en"

  @Option(help: "A voice: espeak:VOICE@WORDS-A-MINUTE, flite:VOICE@STRETCH or pico:LANGUAGE@PER-CENT; several times.")
  var voice: [SyntheticVoice]

  @Option(help: "clean, narrow (telephone) or noise20 (pink noise 20 dB below the speech); several times.")
  var condition: [SoundCondition] = [.clean]

  @Option(help: "The phrases (default: Tests/Spoken/LANG.tsv).")
  var phrases: String?

  @Option(help: "The stops (default: Tests/Spoken/LANG-stops.tsv).")
  var stops: String?

  @Option(help: "A larger table of stops, among which the same names are to be recognised as well; several times.")
  var crowd: [String] = []

  @Option(
    help: "A table of recordings of people, as voice record makes it, to be put through the conditions; several times.")
  var recorded: [String] = []

  @Option(parsing: .upToNextOption, help: "WAV recordings that are no answer to any question.")
  var foreign: [String] = []

  @Option(help: "Keep the recordings in this folder, with a table of them as bench-voice-peers reads it.")
  var keep: String?

  @Flag(help: "Only make the recordings and their table, for another command to hear them.")
  var onlySpeak = false

  @Flag(
    help: """
      Leave out phrases that mean something else typed: how they are heard tells nothing of what is understood by their sound.
      """)
  var understood = false

  @Flag(help: "Print every answer that was not accepted rightly.")
  var list = false

  @Flag(help: "Print an object a row.")
  var json = false

  func validate() throws {
    if onlySpeak, keep == nil { throw ValidationError("--only-speak needs a folder for the recordings: --keep FOLDER") }
  }

  func run() async throws {
    let temporary = FileManager.default.temporaryDirectory.appending(path: "alight-voice-\(UUID().uuidString)")
    let folder = keep.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? temporary
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if keep == nil { try? FileManager.default.removeItem(at: folder) } }
    let cases = try await SpokenCaseMaker(
      language: lang, phrases: phrases ?? "Tests/Spoken/\(lang).tsv", stops: stops ?? "Tests/Spoken/\(lang)-stops.tsv",
      crowds: crowd, folder: folder, onlyUnderstood: understood
    ).cases(
      voices: voice, conditions: condition, recorded: recorded.flatMap { try SpokenCase.read($0) }, foreign: foreign)
    if keep != nil { try SpokenCase.write(cases, to: folder.appending(path: "manifest.tsv")) }
    if onlySpeak { return }
    var table = HearingTable()
    let groups = Dictionary(grouping: cases, by: \.question)
    for (question, asked) in groups.sorted(by: { $0.key.arguments.description < $1.key.arguments.description }) {
      let answers = try await TranscribeListener().hear(asked.map(\.path), question: question)
      for (spoken, answer) in zip(asked, answers) {
        table.count(
          answer, expected: spoken.expected,
          in: [
            [spoken.suite, spoken.label, spoken.voice, spoken.condition],
            [spoken.suite, "all", "all", spoken.condition],
            [spoken.suite, "all", spoken.voice, spoken.condition],
          ])
        if list, answer.accepted != (spoken.expected.isEmpty ? nil : spoken.expected) { tell(spoken, answer) }
      }
    }
    try print(table)
  }

  private func print(_ table: HearingTable) throws {
    if json {
      struct Row: Encodable {
        var suite: String
        var label: String
        var voice: String
        var condition: String
        var figures: HearingTally
      }
      for (name, tally) in table.rows {
        let row = Row(suite: name[0], label: name[1], voice: name[2], condition: name[3], figures: tally)
        Swift.print(String(decoding: try JSONEncoder().encode(row), as: UTF8.self))
      }
    } else {
      Swift.print(table.text(["suite", "label", "voice", "condition"]))
    }
  }

  private func tell(_ spoken: SpokenCase, _ answer: HeardAnswer) {
    let verdict = answer.accepted.map { "accepted \($0)" } ?? (answer.isAsked ? "asked" : "refused")
    let line =
      "# \(spoken.label) \(spoken.voice) \(spoken.condition): expected \(spoken.expected), \(verdict), "
      + "heard \(answer.text ?? "nothing"), best \(answer.values.prefix(3).joined(separator: " "))\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}
