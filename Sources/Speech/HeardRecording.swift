import Journey

/// A transcript with all that led to it.
public struct HeardRecording: Sendable {
  /// A word of the best hypothesis, and where in the recording it lies.
  public struct Word: Sendable, Hashable {
    /// In lower case.
    public var text: String
    /// The phones that were heard, of the several readings that a word may have.
    public var reading: String
    /// Seconds from the beginning of the recording.
    public var start: Double
    public var end: Double
    /// Log score of the sound as this word, per frame of 10 ms. It depends on the sound: compare it within a word only.
    public var score: Double
    /// That score less the one of the best phones for the same frames: how well this word fits its place.
    public var evidence: Double
  }

  /// What was heard in words that the grammar does not list.
  public struct Wording: Sendable {
    public var text: String
    /// In the terms of `AnswerGrammar.meanings`.
    public var meaning: String
    public var evidence: AnswerEvidence
    public var probability: Double
  }

  /// What the grammar heard by itself.
  public struct Listed: Sendable {
    public var text: String
    public var probability: Double
  }

  public var transcript: Transcript
  /// What the decoder was given, 16 kHz mono; empty where the recording was refused before.
  public var samples: [Int16] = []
  /// How long the speech in it lasts.
  public var speechSeconds = 0.0
  /// Empty where nothing was recognised.
  public var words: [Word] = []
  /// Phones that the sound is most like where nothing is expected, with spaces between.
  public var phones = ""
  /// nil where the grammar heard nothing.
  public var listed: Listed?
  /// For what the grammar heard.
  public var evidence: AnswerEvidence?
  /// nil where none was listened for, or what was heard means nothing.
  public var wording: Wording?
  /// nil where the recording was refused before.
  public var channel: Channel?
  /// The part of the work that was done for all recordings to come, such as building the grammar, in seconds.
  public var preparationSeconds = 0.0

  /// Samples a second of `samples`.
  public static let sampleRate = 16_000

  init(
    _ transcript: Transcript, samples: [Int16] = [], speechSeconds: Double = 0, words: [Word] = [],
    preparationSeconds: Double = 0
  ) {
    self.transcript = transcript
    self.samples = samples
    self.speechSeconds = speechSeconds
    self.words = words
    self.preparationSeconds = preparationSeconds
  }
}

extension HeardRecording {
  /// What was heard by the means of anybody or of the speaker, whichever is the more probable.
  ///
  /// Two that are clear and mean something else are doubtful, whichever is put first.
  func joined(bySpeaker other: HeardRecording, in grammar: AnswerGrammar) -> HeardRecording {
    let odds = [self, other].map { ($0.transcript.confidence ?? 0).logOdds }
    var chosen = odds[1] > odds[0] + RecognitionPolicy.speakerLead ? other : self
    if transcript.zone == .clear, other.transcript.zone == .clear, meaning(in: grammar) != other.meaning(in: grammar) {
      chosen.transcript.zone = .doubtful
    }
    chosen.preparationSeconds = max(preparationSeconds, other.preparationSeconds)
    return chosen
  }

  /// What the first hypothesis means.
  private func meaning(in grammar: AnswerGrammar) -> String? {
    guard let text = transcript.hypotheses.first?.text else { return nil }
    if let wording, wording.text == text { return wording.meaning }
    return grammar.answer(in: text).map(grammar.meaning)
  }
}

extension HeardRecording.Word {
  /// The words of the best way through a grammar.
  /// - Parameters:
  ///   - pieces: The best way, with silence.
  ///   - phones: The best way through any phones, over the same frames.
  ///   - spellings: Of the words that are no silence, in their order.
  ///   - start: The second of the recording at which frame 0 lies.
  static func words(
    _ pieces: [PocketSphinx.Segment], phones: [PocketSphinx.Segment], spellings: [String], start: Double
  ) -> [HeardRecording.Word] {
    let spoken = pieces.filter { $0.word != nil }
    guard spoken.count == spellings.count else { return [] }
    return zip(spoken, spellings).map { piece, spelling in
      let count = Double(max(1, piece.frames.count))
      return .init(
        text: spelling, reading: piece.reading ?? "", start: max(0, start + Double(piece.frames.lowerBound) / 100),
        end: max(0, start + Double(piece.frames.upperBound) / 100), score: piece.score / count,
        evidence: piece.evidence(over: phones))
    }
  }
}
