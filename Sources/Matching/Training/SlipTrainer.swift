import Foundation

/// Learns how often each kind of slip happens from words as they were written and as they were meant, of which nobody says what
/// happened to which letter: by expectation maximisation over all ways to turn one into the other.
package struct SlipTrainer {
  private var counts: [SlipModel.Slip: Double] = [:]
  /// Letters that were meant, and those of them at which a letter can be left out in each way.
  private var places: [SlipModel.Slip: Double] = [:]
  private var letters = 0.0
  private var firstSlips = 0.0
  private var words = 0.0

  private init() {}

  /// - Parameter rounds: each makes the pairs likelier; after a dozen nothing moves any more.
  /// - Returns: the model under which the pairs are likeliest, or nearly.
  package static func fitted(to pairs: [SlipModel.Pair], rounds: Int = 12) -> SlipModel {
    var model = SlipModel()
    for _ in 0..<rounds {
      var trainer = SlipTrainer()
      for pair in pairs { trainer.count(SlipLattice(pair, model)) }
      model = trainer.model()
    }
    return model
  }

  /// The mean logarithm of how likely what was written is, given what was meant.
  package static func logLikelihood(of pairs: [SlipModel.Pair], _ model: SlipModel) -> Double {
    pairs.reduce(0) { $0 + log(SlipLattice($1, model).total) } / Double(max(pairs.count, 1))
  }

  private mutating func count(_ lattice: SlipLattice) {
    guard lattice.total > 0 else { return }
    words += 1
    for (step, share) in lattice.shares() {
      counts[step.slip, default: 0] += share
      letters += share * Double(step.taken)
      if let place = step.place { places[place, default: 0] += share }
      if step.isFirst { firstSlips += share }
    }
  }

  private func model() -> SlipModel {
    var model = SlipModel()
    for slip in SlipModel.Slip.allCases {
      let of =
        switch slip {
        case .dropped, .silent, .missing: places[slip] ?? 0
        default: letters
        }
      // What was never seen is rare, and not impossible.
      model.rates[slip] = max((counts[slip] ?? 0) / max(of, 1), 1e-5)
    }
    let slips = [SlipModel.Slip.alike, .beside, .other, .added, .silent, .missing].reduce(0) { $0 + (counts[$1] ?? 0) }
    let elsewhere = (slips - firstSlips) / max(letters - words, 1)
    model.first = elsewhere > 0 ? min(max(firstSlips / max(words, 1) / elsewhere, 1e-3), 1) : 1
    return model
  }
}

/// All ways to turn what was meant into what was written.
struct SlipLattice {
  struct Step {
    var slip: SlipModel.Slip
    var probability: Double
    /// Letters of what was written and of what was meant.
    var written: Int
    var taken: Int
    /// In which way the letter that was meant could have been left out.
    var place: SlipModel.Slip?
    /// Whether a slip is at the first letter.
    var isFirst = false
  }

  private let pair: SlipModel.Pair
  private let model: SlipModel
  private let width: Int
  private var forward: [Double]

  init(_ pair: SlipModel.Pair, _ model: SlipModel) {
    (self.pair, self.model) = (pair, model)
    width = pair.meant.count + 1
    forward = [Double](repeating: 0, count: (pair.written.count + 1) * width)
    forward[0] = 1
    for row in 0...pair.written.count {
      for column in 0..<width where forward[row * width + column] > 0 {
        for step in steps(row, column) {
          forward[(row + step.written) * width + column + step.taken] +=
            forward[row * width + column] * step.probability
        }
      }
    }
  }

  /// How likely what was written is.
  var total: Double { forward.last ?? 0 }

  /// Each step of each way, with the share of all ways that go by it.
  func shares() -> [(Step, Double)] {
    var backward = [Double](repeating: 0, count: forward.count)
    backward[forward.count - 1] = 1
    var shares: [(Step, Double)] = []
    for row in (0...pair.written.count).reversed() {
      for column in (0..<width).reversed() {
        let here = row * width + column
        for step in steps(row, column) {
          let on = step.probability * backward[here + step.written * width + step.taken]
          backward[here] += on
          let share = forward[here] * on / total
          if share > 1e-9 { shares.append((step, share)) }
        }
      }
    }
    return shares
  }

  private func steps(_ row: Int, _ column: Int) -> [Step] {
    let (written, meant) = (pair.written, pair.meant)
    let letter = row < written.count ? written[row] : nil
    let own = column < meant.count ? meant[column] : nil
    let before = column > 0 ? meant[column - 1] : nil
    var steps: [Step] = []
    let place = own.map { SlipModel.leavingOut($0, behind: before) }
    if let letter, let own {
      let (slip, probability) = model.standing(letter, for: own, isFirst: row == 0)
      steps.append(
        Step(
          slip: slip, probability: probability, written: 1, taken: 1, place: place, isFirst: row == 0 && slip != .same))
    }
    if let letter {
      let (slip, probability) = model.adding(letter, behind: row > 0 ? written[row - 1] : nil)
      steps.append(Step(slip: slip, probability: probability, written: 1, taken: 0, isFirst: row == 0))
    }
    if let own {
      let (slip, probability) = model.leavingOut(own, behind: before)
      steps.append(Step(slip: slip, probability: probability, written: 0, taken: 1, place: place, isFirst: column == 0))
    }
    if row + 1 < written.count, column + 1 < meant.count, written[row] != written[row + 1],
      written[row] == meant[column + 1], written[row + 1] == meant[column]
    {
      steps.append(Step(slip: .swapped, probability: model[.swapped], written: 2, taken: 2))
    }
    return steps
  }
}
