import ArgumentParser
import Conversation
import Foundation
import Matching

/// `alight-lab train-commands`: fits the weights that tell commands apart, and measures them on sentences held out.
struct TrainCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train-commands", abstract: "Train the model of commands, and measure it on held-out sentences.",
    discussion: """
      Learns from the phrases of a language file, from the longer ones in models/commands-LANGUAGE.yaml beside it, and \
      from labelled answers where they are named: TSV files with the columns question, lang, utterance, expected and \
      source. Rows whose source is unknown, or is licensed so that it may not enter shared weights, are left out; the \
      finished model is measured on them. The same input gives the same bytes.
      """)

  @Option(help: "The language file.")
  var language = "Prompts/en.yaml"

  @Option(parsing: .upToNextOption, help: "TSV files of labelled answers.")
  var labelled: [String] = []

  @Option(help: "In how many parts labelled answers are held out in turn.")
  var folds = 5

  @Option(help: "What the drawing of sentences begins from.")
  var seed: UInt64 = 1

  @Option(help: "Where the weights are written; beside the language file without it.")
  var output: String?

  @Option(help: "Write every held-out sentence that was read wrongly to this TSV.")
  var errors: String?

  func validate() throws {
    guard (2...50).contains(folds) else { throw ValidationError("--folds must be 2 to 50, it is \(folds)") }
  }

  func run() throws {
    let file = URL(filePath: language)
    let name = file.deletingPathExtension().lastPathComponent
    let models = file.deletingLastPathComponent().appending(path: "models")
    let lexicon = try Prompts.lexicon(from: file, weights: false)
    let phrases = try Prompts.trainingPhrases(from: models.appending(path: "commands-\(name).yaml"))
    var corpus = CommandCorpus(lexicon, phrases, seed: seed)
    var sources = [
      CommandModel.Header.Source(
        name: "phrases and examples of Prompts/\(name).yaml and Prompts/models/commands-\(name).yaml",
        licence: "that of Alight", sentences: corpus.sentences.count)
    ]
    let rows = try labelled.flatMap { try LabelledAnswers.read($0, language: name, phrases) }
    sources += add(rows, to: &corpus)
    let trainer = CommandTrainer(lexicon)
    let heldOut = try trainer.crossValidate(corpus, folds: folds)
    let calibration = CommandModel.Calibration.fitted(to: heldOut)
    var model = try trainer.train(corpus, language: name, sources: sources)
    model.header.calibration = calibration
    let figures = CommandFigures(heldOut, by: .both, calibration)
    model.header.heldOut = "\(folds) folds of \(heldOut.count) sentences: \(figures)"
    report("held out, \(heldOut.count) sentences in \(folds) folds", heldOut, calibration)
    var wrong = CommandFigures.errors(heldOut, calibration)
    let barred = rows.filter { !$0.mayEnter && !$0.utterance.isEmpty }
    if !barred.isEmpty {
      let tested = barred.map { row in
        trainer.heldOut(Normalizer.tokens(row.utterance).map(\.word), row.meaning, model)
      }
      report("never trained on, \(barred.count) sentences", tested, calibration)
      wrong += CommandFigures.errors(tested, calibration)
    }
    if let errors { try Data((wrong.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: errors)) }
    let target = output.map { URL(filePath: $0) } ?? models.appending(path: "commands-\(name).weights")
    let data = try model.encoded()
    try data.write(to: target)
    print("\(target.relativePath): \(data.count) bytes, \(corpus.classes.count) classes")
  }

  /// Takes the rows that may enter, and tells what was left out and why.
  private func add(_ rows: [LabelledAnswers.Row], to corpus: inout CommandCorpus) -> [CommandModel.Header.Source] {
    var sources: [CommandModel.Header.Source] = []
    var left: [String: Int] = [:]
    for row in rows {
      guard row.mayEnter, corpus.add(labelled: row.utterance, meaning: row.meaning) else {
        left[row.mayEnter ? "\(row.name): no such command" : "\(row.name) (\(row.licence))", default: 0] += 1
        continue
      }
      if let known = sources.firstIndex(where: { $0.name == row.name }) {
        sources[known].sentences += 1
      } else {
        sources.append(.init(name: row.name, licence: row.licence, sentences: 1))
      }
    }
    for source in sources { print("learns from \(source.sentences) rows of \(source.name) (\(source.licence))") }
    for (reason, count) in left.sorted(by: { $0.key < $1.key }) { print("left out \(count) rows of \(reason)") }
    return sources
  }

  private func report(
    _ title: String, _ sentences: [CommandTrainer.HeldOut], _ calibration: CommandModel.Calibration
  ) {
    print("\(title):")
    for reader in CommandFigures.Reader.allCases {
      print("  \(reader.rawValue): \(CommandFigures(sentences, by: reader, calibration))")
    }
  }
}
