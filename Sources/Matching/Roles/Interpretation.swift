import Journey

/// All that was understood from one utterance, which may answer more than the open question.
public struct Interpretation: Sendable, Hashable, Codable {
  public var utterance: String
  /// A command, said as the whole utterance or, where the command allows it, as its last words.
  public var command: Match?
  public var affirmation: Affirmation?
  /// What each slot was told; a slot of which nothing was said is absent.
  public var slots: [Slot: Match]
  /// Whether words such as "from" and "to" told the ends apart. Two places without them are from and to, to be confirmed.
  public var hadCues: Bool
  /// Words that nothing explains.
  public var unexplained: String
  /// When the rider wants to leave or to arrive, as far as it was said.
  public var times: [TravelTime]
  /// The whole utterance in order: what each stretch of words was read as.
  public var parts: [InterpretationPart]

  public init(
    utterance: String, command: Match? = nil, affirmation: Affirmation? = nil, slots: [Slot: Match] = [:],
    hadCues: Bool = false, unexplained: String = "", times: [TravelTime] = [], parts: [InterpretationPart] = []
  ) {
    self.utterance = utterance
    self.command = command
    self.affirmation = affirmation
    self.slots = slots
    self.hadCues = hadCues
    self.unexplained = unexplained
    self.times = times
    self.parts = parts
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    utterance = try fields.decode(String.self, forKey: .utterance)
    command = try fields.decodeIfPresent(Match.self, forKey: .command)
    affirmation = try fields.decodeIfPresent(Affirmation.self, forKey: .affirmation)
    slots = try fields.decode([Slot: Match].self, forKey: .slots)
    hadCues = try fields.decode(Bool.self, forKey: .hadCues)
    unexplained = try fields.decode(String.self, forKey: .unexplained)
    // Sessions that were kept before there were times and parts have none.
    times = try fields.decodeIfPresent([TravelTime].self, forKey: .times) ?? []
    parts = try fields.decodeIfPresent([InterpretationPart].self, forKey: .parts) ?? []
  }
}

/// A stretch of an utterance and what it was read as.
public struct InterpretationPart: Sendable, Hashable, Codable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case from, to, departure, arrival, mode, interval, command, affirmation, filler
    case notUnderstood = "not understood"

    init(_ slot: Slot) {
      switch slot {
      case .from: self = .from
      case .to: self = .to
      case .mode: self = .mode
      case .interval: self = .interval
      }
    }
  }

  public var kind: Kind
  public var text: String
  /// Where it stands in the utterance, in UTF-8 bytes: from the first to before the last.
  public var range: Range<Int>
  /// The value in its canonical form; nil where there is none or several are possible.
  public var value: String?
  /// nil for words that call for no decision.
  public var decision: Decision?
  public var reason: MatchReason

  /// Takes back what the words were read as.
  package mutating func becomeUnknown(_ reason: String) {
    (kind, value, decision) = (.notUnderstood, nil, nil)
    self.reason = .init(.unknown, reason)
  }

  /// Whether a place was looked for in these words.
  public var isPlace: Bool { kind == .from || kind == .to || reason.code == .nothingLikeIt }
}
