import Foundation
import Journey

/// A command, or none, with how probable it is that it was meant.
struct CommandChance: Sendable, Hashable {
  var name: String
  var probability: Double
  /// The share of the words that templates explain, where this command comes first.
  var share: Double
}

/// What templates and the model say of one utterance, not yet weighed against each other.
struct CommandEvidence: Sendable {
  let hits: [CommandHit]
  private let classes: [String]
  private let logits: [Float]
  /// The commands of which a phrase that is new to the model is the whole utterance.
  private let isNew: Set<String>

  /// - Parameter model: nil where a language has none: templates alone then decide.
  init(_ tokens: [Token], _ reader: CommandReader, _ model: CommandModel?, at slot: Slot? = nil) {
    hits = reader.read(tokens, at: slot)
    classes = model?.header.classes ?? []
    let new = hits.filter { hit in hit.isWhole && hit.phrases.contains { model?.knows(phrase: $0) == false } }
    isNew = Set(new.map(\.name))
    logits = model?.logits(hits.contains(where: \.isWhole) ? reader.spelling(tokens) : tokens.map(\.word)) ?? []
  }

  /// The chances by both, likeliest first: the logits pooled, and a softmax over them.
  func probabilities(_ calibration: CommandModel.Calibration) -> [CommandChance] {
    guard !classes.isEmpty else { return byTemplates() }
    let lowest = Double(logits.min() ?? 0)
    var evidence = zip(classes, logits).map { (name: $0, logit: Double($1) * calibration.sharpness, share: 0.0) }
    for hit in hits {
      let place =
        evidence.firstIndex { $0.name == hit.name }
        ?? {
          // A command that the model was never told of has its templates only.
          evidence.append((hit.name, lowest * calibration.sharpness, 0))
          return evidence.count - 1
        }()
      evidence[place].share = hit.share
      evidence[place].logit += calibration.share * hit.share
      if hit.isWhole {
        evidence[place].logit += isNew.contains(hit.name) ? CommandModel.Calibration.newPhrase : calibration.whole
      }
    }
    let highest = evidence.map(\.logit).max() ?? 0
    let sum = evidence.reduce(0) { $0 + exp($1.logit - highest) }
    return evidence.map {
      CommandChance(name: $0.name, probability: exp($0.logit - highest) / sum, share: $0.share)
    }.sorted { ($0.probability, $1.name) > ($1.probability, $0.name) }
  }

  func chances(_ reader: CommandFigures.Reader, _ calibration: CommandModel.Calibration) -> [CommandChance] {
    switch reader {
    case .templates: return byTemplates()
    case .both: return probabilities(calibration)
    case .model:
      var alone = calibration
      (alone.share, alone.whole) = (0, 0)
      return probabilities(alone)
    }
  }

  /// Without a model the share of the words explained stands for the probability.
  private func byTemplates() -> [CommandChance] {
    hits.enumerated().map { place, hit in
      // What else was said counts less the later it stands in the order of precedence.
      CommandChance(name: hit.name, probability: hit.share / Double(place + 1), share: hit.share)
    }.sorted { $0.probability > $1.probability }
  }
}
