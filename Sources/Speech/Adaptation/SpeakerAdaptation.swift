import Foundation

/// How the recogniser was fitted to one speaker's voice, as it is kept.
public struct SpeakerAdaptation: Sendable, Hashable, Codable {
  public static let currentSchema = "alight.speaker-adaptation/1"

  public var schema = currentSchema
  /// What the speaker is called in the table of recordings.
  public var speaker: String
  public var made: Date
  /// How many recordings it was made from.
  public var recordings: Int
  /// The model that the transform belongs to, by the digest of its means.
  public var model: String
  /// What is added to the log odds of every answer.
  public var offset: Double
  /// The text of a `SpeakerTransform`; nil where none helped.
  public var transform: String?
  /// On phrases that it was not made from, each judged by what was made from the others.
  public var before: HeldOutHearing
  public var after: HeldOutHearing

  public init(
    speaker: String, made: Date, recordings: Int, model: String, offset: Double, transform: SpeakerTransform?,
    before: HeldOutHearing, after: HeldOutHearing
  ) {
    (self.speaker, self.made, self.recordings, self.model) = (speaker, made, recordings, model)
    (self.offset, self.transform, self.before, self.after) = (offset, transform?.text, before, after)
  }

  /// How a speaker's phrases are heard.
  public struct HeldOutHearing: Sendable, Hashable, Codable {
    public var phrases = 0
    /// The right answer came first.
    public var first = 0
    public var accepted = 0
    /// Another answer than the right one was taken, or speech that answers another question.
    public var wrong = 0

    public init() {}
  }

  /// Why what is kept cannot be used.
  public enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
    case damaged(path: String)
    case otherModel(path: String)

    public var description: String {
      switch self {
      case .damaged(let path): "\(path) is damaged"
      case .otherModel(let path): "\(path) was made for another acoustic model than the one that is installed"
      }
    }
  }

  /// What is kept in a file.
  /// - Parameter model: The digest of the means of the model in use, asked for only where something is kept; nil where it is not known.
  /// - Returns: Nil where nothing is kept.
  public static func read(_ file: URL, for model: @autoclosure () -> String?) throws(Problem) -> SpeakerAdaptation? {
    guard let data = FileManager.default.contents(atPath: file.path) else { return nil }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    guard let kept = try? decoder.decode(SpeakerAdaptation.self, from: data), kept.schema == currentSchema,
      abs(kept.offset) <= SpeakerOffset.largest, kept.transform.map({ SpeakerTransform($0) != nil }) ?? true
    else { throw .damaged(path: file.path) }
    if let model = model(), kept.model != model { throw .otherModel(path: file.path) }
    return kept
  }

  /// Keeps it, instead of what was kept before.
  /// - Throws: `SpeechError.cannotStore`.
  public func write(to file: URL) throws(SpeechError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      // A voice is nobody else's business.
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try encoder.encode(self).write(to: file, options: .atomic)
    } catch { throw .cannotStore(path: file.path, reason: (error as NSError).localizedDescription) }
  }
}

/// What is added to the log odds of a speaker's answers, fitted to phrases whose meaning is known.
public enum SpeakerOffset {
  /// So far a speaker's log odds may be moved: 40 phrases tell little of what is never said.
  public static let largest = 1.5
  /// How far speakers differ, as the standard deviation of the offsets before anything was heard of one.
  private static let spread = 0.5

  /// The offset that makes what was heard likeliest, by Newton's method.
  /// - Parameter heard: The log odds that an answer was said, and whether it was.
  public static func fitted(to heard: [(logOdds: Double, isRight: Bool)]) -> Double {
    var offset = 0.0
    for _ in 0..<50 {
      var (slope, curvature) = (-offset / (spread * spread), -1 / (spread * spread))
      for answer in heard {
        let probability = Double(logOdds: answer.logOdds + offset)
        slope += (answer.isRight ? 1 : 0) - probability
        curvature -= probability * (1 - probability)
      }
      let step = slope / curvature
      offset = min(largest, max(-largest, offset - step))
      if abs(step) < 1e-9 { break }
    }
    return offset
  }
}
