import Foundation

/// A multinomial logistic regression that tells which command was said, or none: weights by hashed n-gram and command.
///
/// Trained by `alight-lab train-commands` and stored in `Prompts/models/`; see `CommandModelFile`.
public struct CommandModel: Sendable, Hashable {
  /// The name of the class of everything that is no command.
  public static let none = "none"

  /// What the file says of the weights, in its first line.
  public struct Header: Sendable, Hashable, Codable {
    /// A set of sentences that went into the weights.
    public struct Source: Sendable, Hashable, Codable {
      public var name: String
      public var licence: String
      public var sentences: Int

      public init(name: String, licence: String, sentences: Int) {
        (self.name, self.licence, self.sentences) = (name, licence, sentences)
      }
    }

    public var format = "alight-commands-1"
    public var language: String
    public var classes: [String]
    public var buckets: Int
    /// By class: what a stored weight of 1 counts.
    public var scales: [Float]
    public var biases: [Float]
    public var calibration = Calibration()
    public var trainedOn: [Source]
    /// The phrases that sentences were drawn from, by their FNV-1a hashes; what is not among them is new to the model.
    public var phrases: [UInt32] = []
    /// What the weights were measured to do on sentences held out of the training, for a reader.
    public var heldOut: String
    /// FNV-1a of the weights, so that a damaged file is noticed.
    public var checksum: UInt64

    public init(
      language: String, classes: [String], buckets: Int, scales: [Float], biases: [Float], trainedOn: [Source]
    ) {
      self.language = language
      self.classes = classes
      self.buckets = buckets
      self.scales = scales
      self.biases = biases
      self.trainedOn = trainedOn
      heldOut = ""
      checksum = 0
    }
  }

  /// How the model's evidence and that of the templates become one probability, fitted on sentences held out.
  public struct Calibration: Sendable, Hashable, Codable {
    /// What the logits of the model are multiplied with.
    public var sharpness: Double = 1
    /// What a template adds to the logit of its command, by the share of the utterance that it explains.
    public var share: Double = 1
    /// What a template adds beyond that when it is the whole utterance.
    public var whole: Double = leastWhole
    /// The least that it adds: who writes a phrase into a language file decides what it means, trained or not.
    static let leastWhole = 5.0
    /// What it adds when the model was never told of the phrase: enough to overrule it.
    static let newPhrase = 15.0

    public init() {}
  }

  public var header: Header
  /// Bucket by bucket, one byte a class.
  let weights: Data

  /// - Throws: `CommandModelError` where header and weights do not fit each other.
  public init(header: Header, weights: Data) throws(CommandModelError) {
    let count = header.classes.count
    guard header.format == "alight-commands-1" else { throw .unknownFormat(header.format) }
    guard count > 1, header.classes.contains(Self.none), header.buckets > 0, header.buckets < 1 << 24,
      header.scales.count == count, header.biases.count == count
    else { throw .contradictory }
    guard weights.count == header.buckets * count else {
      throw .truncated(bytes: weights.count, expected: header.buckets * count)
    }
    self.header = header
    self.weights = weights
  }

  /// Whether sentences of the phrase were among those that it was trained on.
  func knows(phrase: String) -> Bool { header.phrases.contains(Self.hash(phrase)) }

  static func hash(_ phrase: String) -> UInt32 {
    phrase.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }

  var features: GramFeatures { GramFeatures(buckets: header.buckets) }

  /// The evidence for each class, in the order of `header.classes`, before calibration.
  func logits(_ words: [String]) -> [Float] {
    let count = header.classes.count
    var sums = [Float](repeating: 0, count: count)
    let features = features.features(words)
    weights.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      for feature in features {
        let row = feature.bucket * count
        for place in 0..<count { sums[place] += Float(Int8(bitPattern: bytes[row + place])) * feature.value }
      }
    }
    return sums.indices.map { sums[$0] * header.scales[$0] + header.biases[$0] }
  }

  /// The n-grams that speak most for a class against another, best first, without those that a longer one holds.
  func evidence(_ words: [String], for name: String, against other: String) -> [String] {
    guard let own = header.classes.firstIndex(of: name), let rival = header.classes.firstIndex(of: other) else {
      return []
    }
    let count = header.classes.count
    var grams: [(text: String, weight: Float)] = []
    features.visit(words) { bucket, gram in
      let row = bucket * count + weights.startIndex
      let weight =
        Float(Int8(bitPattern: weights[row + own])) * header.scales[own]
        - Float(Int8(bitPattern: weights[row + rival])) * header.scales[rival]
      grams.append((String(decoding: gram, as: UTF8.self).trimmingCharacters(in: .whitespaces), weight))
    }
    grams.sort { ($0.weight, $1.text) > ($1.weight, $0.text) }
    var chosen: [String] = []
    for gram in grams.prefix(20) where gram.weight > 0 && gram.text.count > 1 && chosen.count < 3 {
      if !chosen.contains(where: { $0.contains(gram.text) || gram.text.contains($0) }) { chosen.append(gram.text) }
    }
    return chosen
  }
}
