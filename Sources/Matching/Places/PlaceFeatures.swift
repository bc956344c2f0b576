/// What is measured of an answer and a name before it is decided how well they fit.
package struct PlaceFeatures: Sendable, Hashable {
  package enum Feature: Int, CaseIterable, Sendable {
    /// The share of the answer's words that the name explains, and its logarithm.
    case explained, logExplained
    /// The share of the name's words that the answer says, and its logarithm.
    case said, logSaid
    /// The weight of what is not explained and of what is not said, in parts of the weight of a word that only one name has.
    case missing, unsaid
    /// The share of neighbouring words that stand the other way round.
    case disorder
    /// Numbers that the name does not have, and numbers of the name that the answer leaves out while it has others.
    case wrongNumbers, leftNumbers
    /// How alike both are without spaces.
    case joined
    /// How alike the least alike word is.
    case weakest
    /// The slips in all words, by cost.
    case slips
    /// 1 where the answer begins with the name's first word.
    case sameStart
    /// 1 for the option's own name.
    case isName
    /// How often the option is served.
    case served
    /// 1 where every word that was said is in the name as it is.
    case holdsAll
    /// 1 where the words that were read as the name are just the name.
    case isJustName
    /// Words that were said beside those that were read as the name: right next to them, elsewhere, and behind a word or a
    /// mark that ends names.
    case leftNear, leftFar, leftBehind
    /// The share of the words that were said which are such.
    case leftShare
    /// How much such words look like words of names, by weight.
    case leftNames

    /// The name in the model's file.
    package var name: String { "\(self)" }

    /// 1 where more of it can only speak for the option, -1 where it can only speak against it, 0 where either is possible.
    package var direction: Double {
      switch self {
      case .explained, .logExplained, .said, .logSaid, .joined, .weakest, .sameStart, .holdsAll, .served, .isJustName: 1
      case .missing, .unsaid, .disorder, .wrongNumbers, .leftNumbers, .slips, .leftNear, .leftFar, .leftBehind,
        .leftShare, .leftNames:
        -1
      case .isName: 0
      }
    }
  }

  package private(set) var values = [Double](repeating: 0, count: Feature.allCases.count)

  package init() {}

  package subscript(feature: Feature) -> Double {
    get { values[feature.rawValue] }
    set { values[feature.rawValue] = newValue }
  }
}
