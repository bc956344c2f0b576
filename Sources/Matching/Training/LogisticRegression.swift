import Foundation

/// Multinomial logistic regression over sparse features, fitted by stochastic gradient descent with a rate for each weight
/// (AdaGrad: Duchi, Hazan and Singer, 2011). The same examples in the same order give the same weights.
struct LogisticRegression {
  struct Example {
    var features: [GramFeatures.Feature]
    var meaning: Int
  }

  let classes: Int
  let buckets: Int
  /// Bucket by bucket.
  private(set) var weights: [Float]
  private(set) var biases: [Float]
  private var squares: [Float]
  private var biasSquares: [Float]

  private static let rate: Float = 0.5
  /// Keeps weights of rare features small.
  private static let decay: Float = 2e-5

  init(classes: Int, buckets: Int) {
    self.classes = classes
    self.buckets = buckets
    weights = [Float](repeating: 0, count: classes * buckets)
    biases = [Float](repeating: 0, count: classes)
    squares = [Float](repeating: 1e-3, count: classes * buckets)
    biasSquares = [Float](repeating: 1e-3, count: classes)
  }

  /// Goes through the examples `rounds` times, each time in another fixed order.
  mutating func fit(_ examples: [Example], rounds: Int) {
    var order = Array(examples.indices)
    var state: UInt64 = 20_261
    for _ in 0..<rounds {
      for place in order.indices.dropFirst().reversed() {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        order.swapAt(place, Int((state >> 33) % UInt64(place + 1)))
      }
      for number in order { learn(examples[number]) }
    }
  }

  private mutating func learn(_ example: Example) {
    var errors = biases
    let classes = classes
    weights.withUnsafeMutableBufferPointer { weights in
      squares.withUnsafeMutableBufferPointer { squares in
        errors.withUnsafeMutableBufferPointer { errors in
          for feature in example.features {
            let row = feature.bucket * classes
            for place in 0..<classes { errors[place] += weights[row + place] * feature.value }
          }
          Self.softmax(errors)
          errors[example.meaning] -= 1
          for feature in example.features {
            let row = feature.bucket * classes
            for place in 0..<classes {
              let slope = errors[place] * feature.value + Self.decay * weights[row + place]
              squares[row + place] += slope * slope
              weights[row + place] -= Self.rate * slope / squares[row + place].squareRoot()
            }
          }
        }
      }
    }
    for place in 0..<classes {
      biasSquares[place] += errors[place] * errors[place]
      biases[place] -= 0.1 * Self.rate * errors[place] / biasSquares[place].squareRoot()
    }
  }

  private static func softmax(_ values: UnsafeMutableBufferPointer<Float>) {
    let highest = values.max() ?? 0
    var sum: Float = 0
    for place in values.indices {
      values[place] = exp(values[place] - highest)
      sum += values[place]
    }
    for place in values.indices { values[place] /= sum }
  }
}
