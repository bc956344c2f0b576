import Foundation
import Journey

/// Every threshold of the recogniser, each with its reason.
public struct RecognitionPolicy: Sendable, Hashable {
  // MARK: What counts as an answer at all

  /// Shorter sounds hold no word: "no" takes 0.2 s.
  public var shortestSpeech = 0.15
  /// Longer recordings are no answer to a question; a whole sentence with both stops takes 6 s.
  public var longestRecording = 20.0
  /// Peak in dBFS below which even a far microphone has not heard anybody.
  public var silencePeak = -50.0
  /// Share of samples at full scale from which distortion changes what is heard.
  public var clippedShare = 0.02

  /// The loud frames over the quiet ones as a ratio of amplitudes: words rise and fall, hiss and hum do not.
  public var leastDynamics = 1.6

  // MARK: Preparation

  /// Root mean square of the added noise, of 32,768: runs of zero samples break the front end.
  public var noiseFloor = 20.0
  /// Seconds kept around speech, where plosives and breath begin words.
  public var surround = 0.1
  /// Of full scale; with the noise floor it sets the ratio of speech to noise that the model hears best.
  public var peak = 0.25

  // MARK: Grammar

  /// Of a carrier or trailer against none: most people say the name alone.
  public var carrierProbability = 0.1
  /// Of a command against a name.
  public var phraseProbability = 0.1
  /// Of words that correct an answer before, against an answer to the question: few riders were misheard and go back to it.
  public var correctionProbability = 0.01
  /// Of an answer that hardly anybody gives, such as 52 minutes, against any other.
  public var rareProbability = 0.03
  public var hypothesisCount = 8
  /// How many answers that sound like the recording are searched for once the best is known.
  public var rivalCount = 16
  /// Up to how many answers to the question itself a correction is held against.
  public var plainCount = 200
  /// How far below its rival, per frame, an answer is put that was not searched for by itself.
  public var unscoredLag = 1.0

  // MARK: What may be taken

  /// From evidence to the probability of an answer.
  public var model: VoiceModel
  /// By language, what is usually said in it.
  public var backgrounds: [String: BackgroundSpeech]
  /// Lead of the best answer over the second, per frame, below which both are asked where the best is not certain.
  public var margin = 2.0
  /// With a lead below this nothing is taken, whatever else speaks for it.
  public var leastLead = 0.5

  // MARK: The speaker

  /// Where the model's means lie for the one who speaks, and what is added to the log odds of what is heard by them; nil where that is
  /// anybody.
  private(set) var speaker: Speaker?

  struct Speaker: Sendable, Hashable {
    var transform: SpeakerTransform
    var offset: Double
  }

  /// So much more, in log odds, what is heard by the speaker's means must be probable to be preferred: others speak, too.
  static let speakerLead = 1.0

  public init(model: VoiceModel = .unfitted, backgrounds: [String: BackgroundSpeech] = [:]) {
    (self.model, self.backgrounds) = (model, backgrounds)
  }

  /// Fitted to one speaker.
  /// - Parameters:
  ///   - transform: Of the model's means; nil where the thresholds alone are fitted.
  ///   - offset: What is added to the log odds of every answer.
  public func adapted(_ transform: SpeakerTransform?, offset: Double) -> RecognitionPolicy {
    var policy = self
    if let transform {
      policy.speaker = Speaker(transform: transform, offset: offset)
    } else {
      policy.model = model.moved(by: offset)
    }
    return policy
  }

  /// As what is heard by the speaker's means is judged.
  var bySpeaker: RecognitionPolicy {
    var policy = self
    policy.model = model.moved(by: speaker?.offset ?? 0)
    return policy
  }

  /// The probability from which one of so many answers may be taken: that of few answers, that of a crowd, or in between, by the
  /// logarithm of how many there are.
  public func accept(over channel: Channel.Kind, among choices: Int) -> Double {
    let limits = model[channel]
    let share = log(Double(max(1, choices)) / Double(VoiceModel.many)) / log(VoiceModel.crowd / Double(VoiceModel.many))
    if share <= 0 { return limits.accept }
    if share >= 1 { return limits.acceptAmongMany }
    let odds = [limits.accept, limits.acceptAmongMany].map(\.logOdds)
    return Double(logOdds: odds[0] + share * (odds[1] - odds[0]))
  }

  /// How far two searches support an answer that may be given in free wording.
  /// - Parameter listed: The probability of the grammar's answer, where that is the same.
  func zone(
    wording probability: Double, listed: Double?, over channel: Channel.Kind
  ) -> Transcript.Zone {
    let limits = model.wording(over: channel)
    if probability >= limits.accept { return .clear }
    let isAnswer = probability >= limits.refuse || listed.map { $0 >= model[channel].refuse } ?? false
    return isAnswer ? .doubtful : .rejected
  }

  /// How far sound alone supports an answer.
  /// - Parameter choices: How many answers the question allows.
  public func zone(
    probability: Double, lead: Double?, over channel: Channel.Kind, among choices: Int
  ) -> Transcript.Zone {
    let limits = model[channel]
    if probability < limits.refuse { return .rejected }
    return probability >= accept(over: channel, among: choices) && (lead ?? .infinity) >= leastLead ? .clear : .doubtful
  }
}
