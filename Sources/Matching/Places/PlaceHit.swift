/// One option as the meaning of some words.
package struct PlaceHit: Sendable {
  package var option: Int
  var key: Int
  package var features: PlaceFeatures
  /// How well it fits, in nats above the case that nothing that is known was meant.
  var utility: Double
  /// Whether the words are just the name.
  package var isExact: Bool
  /// Whether the key is the option's own name and not another name for it.
  var isName: Bool

  /// How likely it is that this was meant and not nothing that is known, were there no other options: 0...1.
  var score: Double { isExact ? 1 : PlaceModel.likelihood(utility) }

  /// The share of the answer's words, by weight, that the name explains.
  var explained: Double { features[.explained] }
  /// The share of the name's words, by weight, that the answer says.
  var said: Double { features[.said] }

  /// Whether every word that was said is in the name as it is.
  var holdsAll: Bool { features[.holdsAll] == 1 && !leavesWords }

  /// Whether words were said beside those that were read as the name.
  var leavesWords: Bool { features[.leftShare] > 0 }

  /// Counts what was said outside the stretch that was read as the name.
  mutating func leave(_ words: WordsLeft, model: PlaceModel) {
    features[.leftNear] = words.near
    features[.leftFar] = words.far
    features[.leftBehind] = words.behind
    features[.leftShare] = words.share
    features[.leftNames] = words.names
    utility = model.utility(features)
    if words.share > 0 { isExact = false }
  }
}

extension PlaceHit {
  /// A name of the rider's own, which is no option's of an index: its number counts down from -1.
  init(ownName number: Int) {
    var features = PlaceFeatures()
    for feature in [PlaceFeatures.Feature.explained, .said, .isJustName, .holdsAll] { features[feature] = 1 }
    self.init(option: -1 - number, key: -1, features: features, utility: .infinity, isExact: true, isName: true)
  }
}

/// The words of an answer that are outside the stretch that was read as a name and say something.
struct WordsLeft {
  /// Right next to it.
  var near = 0.0
  /// Elsewhere before a word or a mark that ends names.
  var far = 0.0
  /// Behind one.
  var behind = 0.0
  /// How much they look like words of names.
  var names = 0.0
  /// All of them in parts of all words that say something.
  var share = 0.0
}
