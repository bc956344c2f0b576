import Foundation

/// What sound says about the best answer to a question: the numbers from which its probability is made.
///
/// Scores are logarithms to the decoder's own base, per frame of 10 ms; the phone loop, any sequence of phones, tells what
/// they are worth for this very sound.
public struct AnswerEvidence: Sendable, Hashable {
  /// In the order of `values`.
  public enum Feature: String, Sendable, CaseIterable {
    /// The answer's score over the phone loop's, for the whole utterance.
    case fit
    /// The same for the word that fits worst: a name that was never said shows there.
    case weakestWord
    /// Share of the answer's phones that the phone loop heard too, in their order.
    case agreement
    /// How far a phone's mean length is from the usual 80 ms, as a logarithm without sign.
    case pace
    /// The answer's score over that of the best answer that means something else, as far as the fit bears it out.
    case lead
    /// Phones in the answer, as a logarithm: a short one fits more sounds.
    case length
    /// Answers that the question allows, as a logarithm: among many one fits by chance.
    case choices
    /// Of the speech that either hears, the share in which the phone loop hears phones and the answer silence.
    case unheard
    /// The other way round, as a share of the answer.
    case overheard
    /// The whole way's score over that of the language's usual words in any order: other speech is more like these. 0 where they are not
    /// known.
    case background
    /// How much noise the recording has: 0 where the speech is 40 dB above it, 1 at 20 dB.
    case noise
    /// Of free wording: 1 where the grammar heard an answer of the same meaning, -1 where it heard another, 0 where none.
    case seconded
    /// Of free wording: the share of the likely sentences that mean this, by how likely each is.
    case votes
    /// Of free wording: the odds of the grammar's answer as a logarithm, negative where it means something else.
    case listed
  }

  /// Each scaled to about one.
  public var values: [Double]

  public subscript(feature: Feature) -> Double {
    get { values[Self.places[feature] ?? 0] }
    set { values[Self.places[feature] ?? 0] = newValue }
  }

  private static let places = Dictionary(
    uniqueKeysWithValues: Feature.allCases.enumerated().map { ($0.element, $0.offset) })

  /// Without evidence of anything.
  public init() { values = [Double](repeating: 0, count: Feature.allCases.count) }

  /// - Parameters:
  ///   - fit: Score of the grammar less that of the phone loop, per frame.
  ///   - answer: The grammar's best way.
  ///   - phones: The phone loop's.
  ///   - lead: Over the best answer that means something else, per frame; nil where none was heard.
  ///   - background: Of usual speech; nil where it is not known.
  ///   - choices: How many answers the question allows.
  ///   - channel: What the recording came through.
  init(
    fit: Double, answer: PocketSphinx.Pass, phones: PocketSphinx.Pass, lead: Double?, background: Double?, choices: Int,
    channel: Channel
  ) {
    self.init()
    let spoken = answer.segments.filter { $0.word != nil }
    let said = answer.phones
    let frames = spoken.reduce(0) { $0 + $1.frames.count }
    let pace = Double(max(1, frames)) / Double(max(1, said.count)) / 8
    self[.fit] = Self.limited(fit / 10, 4)
    self[.weakestWord] = Self.limited(Self.weakest(spoken, phones.segments) / 10, 6)
    self[.agreement] = 1 - PhoneAlignment.distance(said, phones.phones) / Double(max(1, said.count))
    self[.pace] = abs(log(max(pace, 0.1)))
    // What hardly fits the sound may be far ahead of what fits it less.
    self[.lead] = min(min(lead ?? Self.farLead, Self.farLead) / 4, max(0, 1 + self[.fit]))
    self[.length] = log(Double(max(1, said.count)) / 8)
    self[.choices] = Self.choices(choices)
    let heard = phones.segments.filter { $0.word != nil }
    let shared = Self.shared(spoken, heard)
    let unheard = heard.reduce(0) { $0 + $1.frames.count } - shared
    self[.unheard] = Double(unheard) / Double(max(1, frames + unheard))
    self[.overheard] = Double(frames - shared) / Double(max(1, frames))
    if let background, let score = answer.score {
      self[.background] = max(-6, min(0.3, (score - background) / Double(max(1, answer.frames)) / 10))
    }
    self[.noise] = max(0, min(2, (40 - channel.signalToNoise) / 20))
  }

  /// Of an answer in free wording.
  /// - Parameters:
  ///   - wording: The best way of its search.
  ///   - votes: The share of its likely sentences that mean the answer.
  ///   - phones: The phone loop's.
  ///   - listed: The best way through the grammar; nil where there is none.
  ///   - isSame: Whether that means the same; nil where there is none.
  ///   - evidence: For the grammar's answer.
  ///   - probability: The one of the grammar's answer.
  ///   - background: Of usual speech; nil where it is not known.
  init(
    wording: PocketSphinx.Pass, votes: Double, phones: PocketSphinx.Pass, listed: PocketSphinx.Pass?, isSame: Bool?,
    evidence: AnswerEvidence?, probability: Double, background: Double?, channel: Channel
  ) {
    let sound = wording.soundScore
    let frames = Double(max(1, wording.frames))
    let fit = (sound - (phones.score ?? sound)) / frames
    let lead = listed.map { (sound - $0.soundScore) / frames }
    self.init(
      fit: fit, answer: wording, phones: phones, lead: lead, background: background, choices: 60, channel: channel)
    // Over what means something else: where both mean the same, that is the grammar's next answer.
    self[.lead] = isSame == true ? evidence?[.lead] ?? 0 : max(-3, self[.lead])
    self[.votes] = votes
    self[.seconded] = isSame.map { $0 ? 1 : -1 } ?? 0
    self[.listed] = Self.listed(probability, seconded: self[.seconded])
  }

  /// The feature of a grammar's answer so probable, which means the same (1), something else (-1), or is none (0).
  public static func listed(_ probability: Double, seconded: Double) -> Double { seconded * probability.logOdds / 4 }

  /// The feature of so many answers.
  public static func choices(_ count: Int) -> Double { log(Double(max(1, count)) / 60) }

  /// From this lead on, per frame, more of it says nothing new.
  private static let farLead = 12.0
  /// Frames below which a word's score is mostly that of its neighbours.
  private static let fewestFrames = 6

  private static func limited(_ value: Double, _ bound: Double) -> Double { max(-bound, min(bound, value)) }

  /// The frames that lie in pieces of both.
  private static func shared(_ one: [PocketSphinx.Segment], _ other: [PocketSphinx.Segment]) -> Int {
    one.reduce(0) { sum, piece in other.reduce(sum) { $0 + $1.frames.clamped(to: piece.frames).count } }
  }

  private static func weakest(_ words: [PocketSphinx.Segment], _ phones: [PocketSphinx.Segment]) -> Double {
    words.filter { $0.frames.count >= fewestFrames }.map { $0.evidence(over: phones) }.min() ?? 0
  }
}

extension PocketSphinx.Segment {
  /// How much better than any phones this word fits its frames, per frame.
  ///
  /// A phone that reaches beyond the word counts by the frames that lie in it; what each costs by itself counts as it does
  /// in the evidence of the whole.
  func evidence(over phones: [PocketSphinx.Segment]) -> Double {
    let anything = phones.reduce(0.0) { sum, phone in
      let shared = phone.frames.clamped(to: frames)
      return sum + (phone.score + phone.grammarScore) * Double(shared.count) / Double(max(1, phone.frames.count))
    }
    return (score - anything) / Double(max(1, frames.count))
  }
}
