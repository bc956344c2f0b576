import Journey

/// The words of one language, or of several merged: what the matcher knows beside the options.
///
/// Decodes from the root of a file of `Prompts/`, of which it reads the keys `lexicon`, `clock`, `commands`, `options` and `speech`.
/// Each part may be absent.
public struct Lexicon: Sendable, Codable, Hashable {
  public var words = WordLists()
  public var commands: [CommandPhrases] = []
  public var options = PredefinedOptions()
  /// By which numbers matches are decided; no part of a language file.
  public var policy = MatchPolicy()
  public var clock = ClockWords()
  /// Whole phrases for mode and interval, by which misspelt answers are understood.
  public var usual = UsualAnswers()
  /// The model of the language's commands, where it has one. It is no part of the language file.
  public var commandModel: CommandModel?

  /// How places are ranked, which no language file holds.
  public var placeModel = PlaceModel.unfitted

  /// The top-level keys that it reads.
  public static let sections: Set<String> = ["language", "lexicon", "clock", "commands", "options", "speech"]
  /// Those that nothing else is read from.
  public static let ownSections: Set<String> = ["lexicon", "options"]

  enum CodingKeys: String, CodingKey {
    case words = "lexicon"
    case usual = "speech"
    case commands, options, clock
  }

  public init() {}

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    words = try fields.decodeIfPresent(WordLists.self, forKey: .words) ?? WordLists()
    commands = try fields.decodeIfPresent([CommandPhrases].self, forKey: .commands) ?? []
    options = try fields.decodeIfPresent(PredefinedOptions.self, forKey: .options) ?? PredefinedOptions()
    clock = try fields.decodeIfPresent(ClockWords.self, forKey: .clock) ?? ClockWords()
    usual = try fields.decodeIfPresent(UsualAnswers.self, forKey: .usual) ?? UsualAnswers()
  }

  /// Both together; where they contradict each other this one wins. The model and the usual answers are this one's: others would
  /// guess at words of a language that they do not know.
  public func merged(with other: Lexicon) -> Lexicon {
    var result = self
    result.words.add(other.words)
    result.clock.add(other.clock)
    for command in other.commands { result.add(command) }
    for option in other.options.mode {
      if let known = result.options.mode.firstIndex(where: { $0.value == option.value }) {
        result.options.mode[known].phrases += option.phrases
      } else {
        result.options.mode.append(option)
      }
    }
    if result.options.interval.isEmpty { result.options.interval = other.options.interval }
    return result
  }

  /// Adds another language's ways to say a command to those of one that counts at the same questions.
  private mutating func add(_ command: CommandPhrases) {
    if let known = commands.firstIndex(where: { $0.name == command.name && $0.notAt == command.notAt }) {
      commands[known].whole += command.whole
      commands[known].phrases += command.phrases
      commands[known].signs += command.signs
      commands[known].examples += command.examples
    } else {
      // It keeps its place in the order of precedence.
      let place = commands.lastIndex { $0.name == command.name }.map { $0 + 1 } ?? commands.endIndex
      commands.insert(command, at: place)
    }
  }
}

/// A command with the ways to say it, as templates (see `Template`).
public struct CommandPhrases: Sendable, Codable, Hashable {
  public var name: String
  /// Whether it also counts as the last words of an answer: "to Linz, no, never mind".
  public var trailing: Bool
  /// The questions at which it is no command, because it is half an answer there.
  public var notAt: [Slot]
  /// Phrases that count only as the whole utterance.
  public var whole: [String]
  public var phrases: [String]
  /// Signs that mean it without a word: 👍.
  public var signs: [String]
  public var examples: [String]

  enum CodingKeys: String, CodingKey {
    case name, trailing, notAt, whole, phrases, signs, examples
  }

  public init(name: String, phrases: [String], trailing: Bool = false) {
    self.name = name
    self.phrases = phrases
    self.trailing = trailing
    notAt = []
    whole = []
    signs = []
    examples = []
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try fields.decode(String.self, forKey: .name)
    trailing = try fields.decodeIfPresent(Bool.self, forKey: .trailing) ?? false
    notAt = try fields.decodeIfPresent([Slot].self, forKey: .notAt) ?? []
    whole = try fields.decodeIfPresent([String].self, forKey: .whole) ?? []
    phrases = try fields.decodeIfPresent([String].self, forKey: .phrases) ?? []
    signs = try fields.decodeIfPresent([String].self, forKey: .signs) ?? []
    examples = try fields.decodeIfPresent([String].self, forKey: .examples) ?? []
  }
}

/// The options that a language offers for mode and interval.
public struct PredefinedOptions: Sendable, Codable, Hashable {
  /// A mode with the ways to say it.
  public struct ModeOption: Sendable, Codable, Hashable {
    public var value: Mode
    public var name: String
    public var phrases: [String]
    public var examples: [String]?
  }

  /// A predefined interval.
  public struct IntervalOption: Sendable, Codable, Hashable {
    /// The canonical form, as in `Interval`.
    public var value: String
    public var name: String
    public var examples: [String]?
  }

  public var mode: [ModeOption] = []
  public var interval: [IntervalOption] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    mode = try fields.decodeIfPresent([ModeOption].self, forKey: .mode) ?? []
    interval = try fields.decodeIfPresent([IntervalOption].self, forKey: .interval) ?? []
  }
}
