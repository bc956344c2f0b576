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
  var holdsAll: Bool { features[.holdsAll] == 1 && features[.leftOver] == 0 }

  /// Counts what was said outside the stretch that was read as the name.
  mutating func leave(_ words: Double, model: PlaceModel) {
    features[.leftOver] = words
    utility = model.utility(features)
    if words >= 1 { isExact = false }
  }
}
