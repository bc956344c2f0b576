import Testing

@testable import Matching

@Suite("What slips cost is learned from words as they were written")
struct SlipTrainingTests {
  private static let words = [
    "landstrasse", "hauptbahnhof", "hagenberg", "softwarepark", "pregarten", "gallneukirchen", "universitaet",
    "kefermarkt", "freistadt", "unterweitersdorf", "mozartkreuzung", "taubenmarkt", "herrenstrasse", "wagram",
    "hillerstrasse", "bulgariplatz", "schlossmuseum", "neumarkt", "lasberg", "donaulaende",
  ]

  /// Words of which every third has the letter after its second one left out, and every ninth two letters swapped.
  private func pairs() -> [SlipModel.Pair] {
    (0..<180).compactMap { number in
      let meant = Array(Self.words[number % Self.words.count])
      var written = meant
      if number % 3 == 0 { written.remove(at: 2 + number % 4) }
      if number % 9 == 1 { written.swapAt(3, 4) }
      return SlipModel.Pair(written: String(written), meant: String(meant))
    }
  }

  @Test("what happens often is cheap, and what never happens dear")
  func learned() {
    let costs = SlipTrainer.fitted(to: pairs()).costs.slips
    let missing = costs[.missing] ?? 0
    #expect(missing < 0.5)
    #expect(missing < costs[.swapped] ?? 0, "left out more often than swapped")
    #expect(costs[.swapped] ?? 9 < costs[.added] ?? 0, "nothing was added")
    #expect(costs[.other] == 1)
  }

  @Test("the rates are those of the pairs, whichever way each came about")
  func rates() {
    let pairs = pairs()
    let model = SlipTrainer.fitted(to: pairs)
    let letters = Double(pairs.reduce(0) { $0 + $1.meant.count })
    let swapped = Double(pairs.count { $0.written.count == $0.meant.count && $0.written != $0.meant })
    #expect(abs(model[.swapped] - swapped / letters) < 0.2 * swapped / letters)
    #expect(model.first < 0.1, "no first letter was wrong")
  }

  @Test("other pairs of the kind are likelier than by a model that knows nothing")
  func heldOut() {
    let pairs = pairs()
    let (learning, others) = (Array(pairs.prefix(120)), Array(pairs.suffix(60)))
    let before = SlipTrainer.logLikelihood(of: others, SlipModel())
    #expect(SlipTrainer.logLikelihood(of: others, SlipTrainer.fitted(to: learning)) > before + 0.2)
  }

  @Test("all ways together are as likely from the front as from the back")
  func shares() throws {
    let pair = try #require(SlipModel.Pair(written: "hagnebreg", meant: "hagenberg"))
    let lattice = SlipLattice(pair, SlipModel())
    let taken = lattice.shares().reduce(0) { $0 + $1.1 * Double($1.0.taken) }
    #expect(abs(taken - 9) < 1e-6, "each letter that was meant is gone through once")
  }

  @Test("words that are not of ASCII's letters teach nothing", arguments: ["", "st.", "函館", "Linz", "über"])
  func others(word: String) {
    #expect(SlipModel.Pair(written: word, meant: "linz") == nil)
  }
}
