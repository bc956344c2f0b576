import Foundation

/// Fits the model of commands, and measures it on sentences that it has not seen.
package struct CommandTrainer: Sendable {
  /// A sentence that the model had not seen, as both kinds of evidence have it.
  package struct HeldOut: Sendable {
    package var words: [String]
    /// The name of its command.
    package var meaning: String
    var chances: CommandEvidence
  }

  package var buckets = 8192
  package var rounds = 12

  private let reader: CommandReader

  package init(_ lexicon: Lexicon) {
    let fillers = Set(lexicon.words.fillers.flatMap { Normalizer.tokens($0).map(\.word) })
    reader = CommandReader(lexicon.commands, rules: lexicon.words.rules, fillers: fillers)
  }

  /// The model of all sentences.
  package func train(_ corpus: CommandCorpus, language: String, sources: [CommandModel.Header.Source]) throws
    -> CommandModel
  {
    try fit(corpus.sentences, classes: corpus.classes, language: language, sources: sources)
  }

  /// What models say of sentences that were held out of their training, in `folds` parts: of the labelled ones where there are
  /// any, else of the templates'.
  package func crossValidate(_ corpus: CommandCorpus, folds: Int) throws -> [HeldOut] {
    let hasLabelled = corpus.sentences.contains(where: \.isLabelled)
    let isTested = { (sentence: CommandCorpus.Sentence, fold: Int) in
      // Neighbours in a file are alike: a multiplication spreads them over the folds.
      sentence.isLabelled == hasLabelled && (sentence.group &* 7919) % folds == fold
    }
    var result: [HeldOut] = []
    for fold in 0..<folds {
      let model = try fit(
        corpus.sentences.filter { !isTested($0, fold) }, classes: corpus.classes, language: "", sources: [])
      for sentence in corpus.sentences where isTested(sentence, fold) {
        result.append(heldOut(sentence.words, corpus.classes[sentence.meaning], model))
      }
    }
    return result
  }

  /// What a model says of a sentence that it was not trained on.
  package func heldOut(_ words: [String], _ meaning: String, _ model: CommandModel) -> HeldOut {
    HeldOut(words: words, meaning: meaning, chances: CommandEvidence(words.map(Token.init(bare:)), reader, model))
  }

  private func fit(
    _ sentences: [CommandCorpus.Sentence], classes: [String], language: String, sources: [CommandModel.Header.Source]
  ) throws -> CommandModel {
    var regression = LogisticRegression(classes: classes.count, buckets: buckets)
    let features = GramFeatures(buckets: buckets)
    regression.fit(
      sentences.map { LogisticRegression.Example(features: features.features($0.words), meaning: $0.meaning) },
      rounds: rounds)
    // A byte a weight: what is lost is far below what the calibration rounds to.
    var scales = [Float](repeating: 0, count: classes.count)
    for (place, weight) in regression.weights.enumerated() {
      scales[place % classes.count] = max(scales[place % classes.count], abs(weight) / 127)
    }
    let bytes = regression.weights.enumerated().map { place, weight in
      let scale = scales[place % classes.count]
      return scale > 0 ? UInt8(bitPattern: Int8((weight / scale).rounded())) : 0
    }
    var header = CommandModel.Header(
      language: language, classes: classes, buckets: buckets, scales: scales, biases: regression.biases,
      trainedOn: sources)
    header.phrases = Set(reader.texts.map(CommandModel.hash)).sorted()
    return try CommandModel(header: header, weights: Data(bytes))
  }
}
