import ArgumentParser
import Foundation
import Matching

/// `alight-lab train-slips`: how often each kind of slip happens, and so what it should cost.
struct TrainSlips: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train-slips", abstract: "Learn what slips of the finger and of the ear cost.",
    discussion: """
      Answers are lines of TSV files with the columns question, utterance and expected. Each word that is not in the \
      name that was meant is put beside the word of it that is nearest; what happened to the letters is learned by \
      expectation maximisation. Prints what is learned with a part of the pairs held out in turn, how likely those are \
      then, and what the matcher uses: half way between what is learned and its first values, since such pairs are \
      mostly made by generators.

      Example:
        alight-lab train-slips --options stops.tsv --cases queries.tsv
      """)

  @Option(help: "A TSV with the stops that answers may mean; may be repeated.")
  var options: [String]

  @Option(help: "A TSV with labelled answers; may be given several times.")
  var cases: [String]

  @Option(help: "In how many parts pairs are held out in turn.")
  var folds = 5

  func validate() throws {
    guard (2...50).contains(folds) else { throw ValidationError("--folds must be 2 to 50, it is \(folds)") }
  }

  func run() throws {
    let sets = try OptionSets(options)
    let answers = try cases.flatMap { try LabelledAnswer.read($0) }
    let pairs = SlipPairs(sets).pairs(of: answers)
    guard pairs.count >= folds else {
      throw ValidationError("there are \(pairs.count) slips in \(answers.count) answers: at least \(folds) are needed")
    }
    print("\(pairs.count) slips in \(answers.count) answers")
    print(
      "held out  likelihood  " + SlipModel.Slip.allCases.dropFirst().map { column($0.rawValue) }.joined() + "   first")
    for fold in 0..<folds {
      let model = SlipTrainer.fitted(to: part(of: pairs) { $0 % folds != fold })
      let likelihood = SlipTrainer.logLikelihood(of: part(of: pairs) { $0 % folds == fold }, model)
      print("part \(fold + 1)    " + String(format: "%9.3f", likelihood) + "  " + row(model.costs))
    }
    print("learned   " + column("") + "   " + row(SlipTrainer.fitted(to: pairs).costs))
    print("in use    " + column("") + "   " + row(SlipModel.inUse))
  }

  private func part(of pairs: [SlipModel.Pair], _ isIn: (Int) -> Bool) -> [SlipModel.Pair] {
    pairs.indices.filter(isIn).map { pairs[$0] }
  }

  private func column(_ text: String) -> String { String(repeating: " ", count: max(0, 8 - text.count)) + text }

  private func row(_ costs: (slips: [SlipModel.Slip: Double], first: Double)) -> String {
    let all = SlipModel.Slip.allCases.dropFirst().map { costs.slips[$0] ?? 0 } + [costs.first]
    return all.map { String(format: "%8.2f", $0) }.joined()
  }
}

/// Finds the words of answers that were written otherwise than in the names that they mean.
struct SlipPairs {
  private let names: [String: String]
  /// Farther away than that share of its letters a word is another one.
  private static let farthest = 0.4
  /// By so much nearer than any other word of the name.
  private static let apart = 0.15
  private static let shortest = 3

  init(_ sets: OptionSets) {
    let options = sets.byName.values.joined()
    names = Dictionary(options.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  func pairs(of answers: [LabelledAnswer]) -> [SlipModel.Pair] {
    answers.flatMap { answer -> [SlipModel.Pair] in
      guard answer.meant.count == 1, let name = names[answer.meant[0]] else { return [] }
      let meant = Normalizer.tokens(name).map(\.word)
      return Normalizer.tokens(answer.utterance).map(\.word).compactMap { pair(of: $0, in: meant) }
    }
  }

  private func pair(of word: String, in meant: [String]) -> SlipModel.Pair? {
    guard word.count >= Self.shortest, !meant.contains(word) else { return nil }
    let pattern = EditPattern(word)
    let near = meant.filter { $0.count >= Self.shortest }
      .map { (word: $0, share: 1 - pattern.similarity(to: $0.unicodeScalars.map(\.value))) }
      .sorted { $0.share < $1.share }
    guard let nearest = near.first, nearest.share <= Self.farthest,
      near.dropFirst().first.map({ $0.share > nearest.share + Self.apart }) ?? true
    else { return nil }
    return SlipModel.Pair(written: word, meant: nearest.word)
  }
}
