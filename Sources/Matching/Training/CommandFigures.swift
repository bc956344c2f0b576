import Foundation

/// How often commands were read rightly, among sentences that had been held out.
package struct CommandFigures: Sendable, CustomStringConvertible {
  package enum Reader: String, Sendable, CaseIterable {
    case templates, model, both
  }

  package var sentences = 0
  package var right = 0
  package var acceptedRight = 0
  package var acceptedWrong = 0
  package var others = 0
  package var othersAccepted = 0

  package init(
    _ heldOut: [CommandTrainer.HeldOut], by reader: Reader, _ calibration: CommandModel.Calibration,
    policy: MatchPolicy = MatchPolicy()
  ) {
    for sentence in heldOut {
      let chances = sentence.chances.chances(reader, calibration).filter { $0.name != CommandModel.none }
      guard sentence.meaning != CommandModel.none else {
        others += 1
        if let best = chances.first, policy.accepts(command: best.name, best.probability) { othersAccepted += 1 }
        continue
      }
      sentences += 1
      guard let best = chances.first else { continue }
      let isRight = best.name == sentence.meaning
      if isRight { right += 1 }
      if policy.accepts(command: best.name, best.probability) {
        if isRight { acceptedRight += 1 } else { acceptedWrong += 1 }
      }
    }
  }

  /// The sentences that were read wrongly or accepted though they are no command: a line each, what was meant first.
  package static func errors(_ heldOut: [CommandTrainer.HeldOut], _ calibration: CommandModel.Calibration) -> [String] {
    let policy = MatchPolicy()
    return heldOut.compactMap { sentence in
      let all = sentence.chances.probabilities(calibration)
      guard let best = all.first(where: { $0.name != CommandModel.none }) else { return nil }
      let isAccepted = policy.accepts(command: best.name, best.probability)
      guard sentence.meaning == CommandModel.none ? isAccepted : best.name != sentence.meaning else { return nil }
      let chance = String(format: "%.2f", best.probability)
      return [
        sentence.meaning, best.name, chance, isAccepted ? "accepted" : "-", sentence.words.joined(separator: " "),
      ]
      .joined(separator: "\t")
    }
  }

  package var description: String {
    func share(_ count: Int, of all: Int) -> String {
      all > 0 ? String(format: "%.3f", Double(count) / Double(all)) : "-"
    }
    return "right \(share(right, of: sentences)), accepted right \(share(acceptedRight, of: sentences)), "
      + "accepted wrong \(share(acceptedWrong, of: sentences)), others accepted \(share(othersAccepted, of: others))"
  }
}
