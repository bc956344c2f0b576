import Foundation

/// Where the means of the acoustic model lie for one speaker: for each of the three streams of features (cepstra, their differences, and
/// the differences of these) a matrix of 13 by 13 and a vector of 13.
///
/// Maximum likelihood linear regression, after C. J. Leggetter, P. C. Woodland, "Maximum likelihood linear regression for speaker
/// adaptation of continuous density hidden Markov models", 1995; one class for all sounds, since a speaker reads a minute at most.
public struct SpeakerTransform: Sendable, Hashable {
  /// As the decoder and SphinxTrain write it down.
  let text: String

  private static let streams = 3
  private static let size = 13
  /// Beyond this no speaker's sounds lie, in the units of the features.
  private static let largest = 1e4

  /// - Returns: Nil where the text is no transform of this model.
  public init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    // Classes, streams, and of each stream its size, the matrix, the vector and what the variances are multiplied by.
    let counts = 2 + Self.streams * (1 + Self.size * Self.size + 2 * Self.size)
    guard words.count == counts, words[0] == "1", words[1] == "\(Self.streams)",
      words.allSatisfy({ Double($0).map { abs($0) < Self.largest } ?? false })
    else { return nil }
    let step = (counts - 2) / Self.streams
    guard (0..<Self.streams).allSatisfy({ words[2 + $0 * step] == "\(Self.size)" }) else { return nil }
    self.text = text
  }
}
