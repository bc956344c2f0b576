import ArgumentParser
import Foundation
import Speech

/// `alight-lab calibrate-voice`: fits what acoustic evidence is worth, and from which probability on an answer is taken.
struct CalibrateVoice: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate-voice", abstract: "Fit the probability of spoken answers to labelled recordings.",
    discussion: """
      Recordings are lines of TSV files with the columns question, path (or utterance, beside the table) and expected, which \
      is empty where the recording is no answer, and perhaps mode, options and lang; "measure-voice --keep" and "alight \
      voice record" make such tables. Each kind of channel (wide, telephone, noisy) has weights of its own, pulled towards those of all. Prints \
      what comes of it on fifths that were kept aside, and writes the model fitted to all.

      Example:
        alight-lab measure-voice --voice flite:slt --foreign other/*.wav --keep spoken
        alight-lab calibrate-voice spoken/manifest.tsv --output Prompts/models/voice.json
      """)

  @Argument(help: "Tables of labelled recordings.")
  var tables: [String]

  @Option(help: "Where the fitted model goes; nothing is written without it.")
  var output: String?

  @Option(help: "What the recordings are and under which licence, to be noted in the file; may be given several times.")
  var source: [String] = []

  @Option(help: "Share of the answers that may be taken wrongly, at a place.")
  var wrong = 0.005

  @Option(
    help:
      "The same where answers may be given in other words than those that are listed: of others yet more are misread.")
  var wrongWorded = 0.006

  @Option(help: "Share of other speech that may be taken for a place.")
  var foreign = 0.015

  @Option(help: "The same where answers may be given in other words than those that are listed.")
  var foreignWorded = 0.003

  @Option(
    help: "A fitted model whose weights of listed answers are kept, so that only those of free wording are fitted.")
  var keeping: String?

  @Option(help: "Keeps what was heard in this file, and takes it from there when it exists.")
  var heard: String?

  @Option(help: "Writes what comes of it as a page with charts of what the probabilities mean.")
  var html: String?

  func run() async throws {
    let cases = try tables.flatMap { try SpokenCase.read($0) }
    let examples = try await self.examples(of: cases)
    guard examples.contains(where: \.isRight), examples.contains(where: { !$0.isRight }) else {
      throw ValidationError("there must be recordings that are answered rightly and others that are not")
    }
    let kept = try keeping.map {
      try JSONDecoder().decode(VoiceModelFile.self, from: Data(contentsOf: URL(filePath: $0)))
    }
    let fit = VoiceFit(examples, wrong: (wrong, wrongWorded), foreign: (foreign, foreignWorded), keeping: kept?.model)
    let model = fit.model()
    print(fit.heldOutReport(of: model))
    if let html { try Data(fit.heldOutPage(of: model).utf8).write(to: URL(filePath: html), options: .atomic) }
    guard let output else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let file = VoiceModelFile(model: model, fittedOn: (kept?.fittedOn ?? []) + source, recordings: examples.count)
    try (encoder.encode(file) + Data("\n".utf8)).write(to: URL(filePath: output), options: .atomic)
  }

  /// What `alight transcribe` makes of the recordings.
  private func examples(of cases: [SpokenCase]) async throws -> [VoiceExample] {
    if let heard, let data = FileManager.default.contents(atPath: heard) {
      return try JSONDecoder().decode([VoiceExample].self, from: data)
    }
    var examples: [VoiceExample] = []
    let groups = Dictionary(grouping: cases, by: \.question).sorted {
      $0.key.arguments.description < $1.key.arguments.description
    }
    for (question, asked) in groups {
      for start in stride(from: 0, to: asked.count, by: 200) {
        let batch = Array(asked[start..<min(start + 200, asked.count)])
        let outcome = try await LabProgram.alight.outcome(
          ["transcribe"] + batch.map(\.path) + question.arguments + ["--json", "--explain", "--quiet"])
        let lines = outcome.output.split(separator: "\n")
        guard lines.count == batch.count else {
          throw ValidationError(
            "alight transcribe answered \(lines.count) of \(batch.count): \(outcome.talk.suffix(300))")
        }
        for (spoken, line) in zip(batch, lines) {
          if let example = try VoiceExample(line: Data(line.utf8), of: spoken) { examples.append(example) }
        }
        FileHandle.standardError.write(Data("\(examples.count) of \(cases.count) recordings\n".utf8))
      }
    }
    if let heard { try JSONEncoder().encode(examples).write(to: URL(filePath: heard)) }
    return examples
  }
}

/// The evidence for the best answer to a recording, and whether it is right.
struct VoiceExample: Codable {
  var channel: Channel.Kind
  var features: [String: Double]
  var isRight: Bool
  /// Whether the recording is an answer to the question at all.
  var isAnswer: Bool
  /// Whether a person says it.
  var isPerson: Bool
  /// What is held back together: what the same person says, and the same words by another synthesizer or channel, must not teach
  /// what they are tested on.
  var group: Int
  /// Whether the question may be answered in words that are not listed: at a place only names are heard.
  var isWorded: Bool
  /// The suite of recordings that it belongs to.
  var suite: String
  /// What was heard in words that are not listed; nil where that means nothing.
  var wording: Wording?

  struct Wording: Codable {
    var features: [String: Double]
    var isRight: Bool
    /// 1 where the grammar heard the same, -1 where it heard something else, 0 where it heard nothing.
    var seconded: Double { features[AnswerEvidence.Feature.seconded.rawValue] ?? 0 }

    /// - Parameter listed: The probability of the grammar's answer.
    func values(listed: Double) -> [Double] {
      AnswerEvidence.Feature.allCases.map { feature in
        feature == .listed
          ? AnswerEvidence.listed(listed, seconded: seconded) : features[feature.rawValue] ?? 0
      }
    }
  }

  private struct Line: Decodable {
    struct Explanation: Decodable {
      var features: [String: Double]
      var channel: String?
      var listed: Listed?
      var wording: Wording?
    }
    struct Listed: Decodable { var meaning: String? }
    struct Wording: Decodable {
      var features: [String: Double]
      var meaning: String?
    }
    struct Candidate: Decodable {
      var value: String
      var name: String
    }
    var explanation: Explanation?
    var candidates: [Candidate]
  }

  /// nil where nothing was recognised, which needs no probability.
  init?(line: Data, of spoken: SpokenCase) throws {
    let line = try JSONDecoder().decode(Line.self, from: line)
    guard let heard = line.explanation, !heard.features.isEmpty || heard.wording != nil,
      let kind = heard.channel.flatMap(Channel.Kind.init)
    else { return nil }
    channel = kind
    features = heard.features
    isAnswer = !spoken.expected.isEmpty
    suite = spoken.suite
    isWorded = !["from", "to"].contains(spoken.question.question)
    isPerson = spoken.suite == "foreign" || !spoken.speaker.isEmpty
    // A stop may be expected by its id or by its name.
    let meaning = heard.listed?.meaning
    let named = line.candidates.first { $0.value == meaning }?.name
    isRight = isAnswer && [meaning, named].contains(spoken.expected)
    wording = heard.wording.map { wording in
      Wording(
        features: wording.features, isRight: !spoken.expected.isEmpty && wording.meaning == spoken.expected)
    }
    let name =
      !spoken.speaker.isEmpty
      ? spoken.speaker : isAnswer ? spoken.question.question + spoken.expected : Self.recording(spoken.path)
    group = Int(name.utf8.reduce(UInt32(17)) { $0 &* 31 &+ UInt32($1) } % 5)
  }

  /// The name of a recording without its condition, which stands behind the last dash: "foreign-12-noise20.wav".
  private static func recording(_ path: String) -> String {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    return name.lastIndex(of: "-").map { String(name[..<$0]) } ?? name
  }

  /// Whether the question allowed more answers than usual.
  var isAmongMany: Bool {
    features[AnswerEvidence.Feature.choices.rawValue] ?? 0 > AnswerEvidence.choices(VoiceModel.many)
  }

  var values: [Double] { AnswerEvidence.Feature.allCases.map { features[$0.rawValue] ?? 0 } }
}
