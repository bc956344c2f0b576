/// The numbers by which matches are decided.
public struct MatchPolicy: Sendable, Hashable {
  /// From this probability on a place is taken.
  public var accept = 0.72
  /// Where nothing that is known was meant by this probability or more, the answer is refused.
  public var refuse = 0.6
  /// An answer of few words that would be refused is asked back where a name has this probability, and where no word of it is
  /// less alike.
  public var guess = 0.05
  public var guessLikeness = 0.75
  /// So many words, at most, are few.
  public var guessWords = 3
  /// A name of which this share was said is asked back where no more words than these stand beside it.
  public var wholeName = 0.95
  public var wordsBeside = 2
  /// So many letters of names are enough to ask which of them was begun, and so many to take the only one.
  public var begun = 3
  public var begunTaken = 5
  /// Names that hold all that was said are equals when the share of them that was said differs by no more than this.
  public var alike = 0.35
  /// Less than this share of a name is part of it, which is asked back where so many words of other things were said.
  public var share = 0.65
  public var other = 3
  /// From this score on a value is worth asking back.
  public var confirm = 0.60
  /// The share of an answer's words that must name a way of warning for it to be taken, and to be asked back: riders give reasons
  /// beside it, and of 600 sentences about other things one in fourteen names one so.
  public var acceptMode = 0.7
  public var confirmMode = 0.2
  /// The share that an amount must have of an answer to name the way of warning: amounts stand in sentences about anything.
  public var amountAsMode = 0.67
  /// The lead over the next candidate below which both are put to the rider.
  public var margin = 0.15
  /// From this probability on the runner-up is worth mentioning.
  public var mention = 0.001
  public var candidates = 5
  /// A candidate with this share of the best one's score is among the choices when the rider is asked, and so many are at most.
  public var offer = 0.2
  public var choices = 4

  /// From this probability on a command is obeyed, and from the next one on it is asked back.
  public var acceptCommand = 0.72
  public var confirmCommand = 0.40
  /// The commands that cost a rider most when taken wrongly, and the probability that they need.
  public var costlyCommands: Set<String> = ["yes", "no", "cancel"]
  public var acceptCostlyCommand = 0.85
  /// The share of an answer's words that phrases must explain for it to be a command; a "please" is a quarter of a word.
  public var commandShare = 0.9
  /// The probability from which words that are the answer to a question count as a command by the model alone.
  public var acceptCommandAtSlot = 0.95

  public init() {}

  /// Whether a command of this probability is obeyed without asking.
  public func accepts(command: String, _ probability: Double) -> Bool {
    probability >= (costlyCommands.contains(command) ? acceptCostlyCommand : acceptCommand)
  }
}

extension MatchPolicy {
  /// The thresholds that cases can be fitted to, by the names under which they are stored.
  public static var thresholds: [(name: String, path: WritableKeyPath<MatchPolicy, Double>)] {
    [("accept", \.accept), ("refuse", \.refuse), ("alike", \.alike), ("offer", \.offer)]
  }
}

/// Fitted thresholds as they are stored in `Prompts/models/thresholds.json`, with what they were fitted on.
public struct ThresholdsFile: Codable, Sendable {
  public static let currentSchema = "alight.thresholds/1"

  public var schema = ThresholdsFile.currentSchema
  /// By the names of `MatchPolicy.thresholds`, each 0...1.
  public var thresholds: [String: Double]
  /// The files of cases, and how many cases they hold.
  public var fittedOn: [String]
  public var cases: Int

  public init(_ policy: MatchPolicy, fittedOn: [String], cases: Int) {
    thresholds = Dictionary(MatchPolicy.thresholds.map { ($0.name, policy[keyPath: $0.path]) }) { first, _ in first }
    self.fittedOn = fittedOn
    self.cases = cases
  }

  /// The standard policy with these thresholds; nil where one is unknown or no share.
  public var policy: MatchPolicy? {
    var policy = MatchPolicy()
    for (name, value) in thresholds {
      guard let known = MatchPolicy.thresholds.first(where: { $0.name == name }), (0...1).contains(value) else {
        return nil
      }
      policy[keyPath: known.path] = value
    }
    return schema == Self.currentSchema ? policy : nil
  }
}
