import Conversation
import Journey
import Speech

/// What a question listens for, and what each of its phrases means.
package struct SpokenQuestion: Sendable {
  /// A value that a question takes: a stop, a mode, an interval or a command, with what the rider calls it.
  package struct Option: Sendable, Hashable {
    package var value: String
    package var name: String
    /// The language that the name is pronounced in.
    package var language: String?

    package init(value: String, name: String, language: String? = nil) {
      self.value = value
      self.name = name
      self.language = language
    }
  }

  /// What a phrase of the question stands for.
  package enum Meaning: Sendable, Hashable {
    /// One option, or several of one name, the most served first.
    case options([Option])
    case command(String)
    /// A name behind words that correct an answer: whose, only the dialogue knows.
    case correction(String)
    /// Nothing that was listened for.
    case nothing

    /// The values of options, or the command.
    package var values: [String] {
      switch self {
      case .options(let options): options.map(\.value)
      case .command(let command): [command]
      case .correction, .nothing: []
      }
    }

    /// What tells it from another, whatever words it is said in.
    var key: String {
      switch self {
      case .options(let options): options.map { "=" + $0.value }.sorted().joined()
      case .command(let command): "command " + command
      case .correction(let name): "correction " + name
      case .nothing: ""
      }
    }
  }

  package private(set) var grammar: AnswerGrammar
  /// What the words of an answer that is not listed mean.
  private var wordings: SpokenWordings?
  private var asked = SpokenWordings.Asked(question: .command)
  /// By name, in the grammar's spelling.
  private var options: [String: [Option]]
  /// By phrase, the command that it is.
  private var commands: [String: String]

  /// The question for a place among named ones.
  package init(place slot: Slot, among stops: [Option], speech: SpokenAnswers) {
    self.init(
      options: stops, carriers: speech.carriers[slot], trailers: speech.trailers[slot], speech: speech
    )
  }

  /// The question for the mode.
  /// - Parameter withVisits: Whether a place is asked about, at which other things may be watched for: "on arrival".
  package init(modeOf speech: SpokenAnswers, withVisits: Bool = false) {
    var options = Mode.allCases.flatMap { mode in
      speech.names(of: mode).map { Option(value: mode.rawValue, name: $0) }
    }
    if withVisits { options += speech.visitPhrases().map { Option(value: $0.value, name: $0.phrase) } }
    self.init(
      options: options, carriers: speech.carriers.mode, trailers: speech.trailers.mode, speech: speech
    )
  }

  /// The question for the interval, in the units of a mode or, while none is chosen, of all.
  package init(intervalOf mode: Mode?, speech: SpokenAnswers) {
    let modes = mode.map { [$0] } ?? Mode.allCases
    let options = modes.flatMap { speech.intervals(of: $0) }.map {
      Option(value: $0.value.canonical, name: $0.phrase)
    }
    self.init(
      options: options, carriers: speech.carriers.interval, trailers: speech.trailers.interval,
      speech: speech)
    let rare = Self.unusual(modes, speech)
    for place in grammar.names.indices { grammar.names[place].isRare = rare.contains(grammar.names[place].text) }
  }

  private static func unusual(_ modes: [Mode], _ speech: SpokenAnswers) -> Set<String> {
    modes.reduce(into: []) { $0.formUnion(speech.unusualIntervals(of: $1)) }
  }

  /// Any question.
  /// - Parameters:
  ///   - mode: For an interval the mode that was chosen.
  ///   - stops: That may be named where a place is asked for.
  package init(_ asked: AskedQuestion, mode: Mode?, among stops: [Option], speech: SpokenAnswers) {
    switch asked {
    case .from: self.init(place: .from, among: stops, speech: speech)
    case .to: self.init(place: .to, among: stops, speech: speech)
    case .mode: self.init(modeOf: speech)
    case .interval: self.init(intervalOf: mode, speech: speech)
    case .command: self.init(commandOf: speech)
    }
  }

  /// A reply that is a command, yes and no among them.
  package init(commandOf speech: SpokenAnswers) {
    let options = Self.commandPhrases(speech).map { Option(value: $0.command, name: $0.phrase) }
    self.init(options: options, carriers: [], trailers: [], speech: speech, withCommands: false)
  }

  private init(
    options: [Option], carriers: [String], trailers: [String], speech: SpokenAnswers, withCommands: Bool = true
  ) {
    let commands = withCommands ? Self.commandPhrases(speech) : []
    grammar = AnswerGrammar(
      language: speech.language, carriers: carriers, trailers: trailers,
      names: options.map { .init($0.name, language: $0.language) }, phrases: commands.map(\.phrase))
    grammar.signs = speech.signs
    self.options = Dictionary(grouping: options, by: \.name)
    self.commands = Dictionary(commands.map { ($0.phrase, $0.command) }) { first, _ in first }
    grammar.meanings = meanings
  }

  /// By name or phrase, what tells it from those that mean something else.
  private var meanings: [String: String] {
    options.mapValues { Meaning.options($0.distinct).key }
      .merging(commands.mapValues { Meaning.command($0).key }) { option, _ in option }
  }

  /// The same question where answers before may be corrected, "no, I said Hagenberg", and where something is offered by number.
  /// - Parameters:
  ///   - isChoosing: Whether one of them is to be chosen, or none.
  ///   - isConfirming: Whether yes or no is asked for.
  ///   - revisions: What may be wished of the answer before.
  ///   - mayGoOn: Whether one more stop of a trip may be told: "then to Hagenberg".
  package func inDialogue(
    correcting others: [Option], offered count: Int, isChoosing: Bool, isConfirming: Bool = false,
    revisions: [Revision] = [],
    mayGoOn: Bool = false, speech: SpokenAnswers
  ) -> SpokenQuestion {
    var question = self
    if !others.isEmpty {
      question.grammar.corrections = speech.carriers.correction + (mayGoOn ? speech.carriers.onward : [])
      let known = Set(grammar.names.map(\.text))
      let rare = Self.unusual(Mode.allCases, speech)
      question.grammar.corrected = others.filter { !known.contains($0.name) }
        .map { .init($0.name, language: $0.language, isRare: rare.contains($0.name)) }
      question.options.merge(Dictionary(grouping: others, by: \.name)) { own, _ in own }
    }
    for (place, phrases) in speech.choices.prefix(count).enumerated() {
      question.listen(for: phrases, as: "choice \(place + 1)")
    }
    if isChoosing { question.listen(for: speech.none, as: "choice none") }
    if isChoosing { question.expect { $0.hasPrefix("choice ") } }
    if isConfirming { question.expect { $0 == "yes" || $0 == "no" } }
    for revision in revisions { question.listen(for: speech.phrases(for: revision), as: revision.rawValue) }
    question.grammar.meanings = question.meanings
    return question
  }

  /// The same question where it may be answered in other words as well.
  package func withWordings(_ wordings: SpokenWordings?, of question: AskedQuestion, mode: Mode? = nil)
    -> SpokenQuestion
  {
    var spoken = self
    (spoken.wordings, spoken.asked) = (wordings, .init(question: question, mode: mode))
    spoken.grammar.wording = wordings?.wording(of: spoken.asked)
    return spoken
  }

  /// Whether a hypothesis leaves no doubt of what its words mean.
  func isPlain(_ hypothesis: String) -> Bool {
    grammar.answer(in: hypothesis) != nil || wordings?.isPlain(hypothesis, to: asked) ?? true
  }

  private mutating func listen(for phrases: [String], as command: String) {
    for phrase in phrases where options[phrase] == nil && commands[phrase] == nil {
      grammar.phrases.append(phrase)
      commands[phrase] = command
    }
  }

  /// Listens for the phrases of commands as for names, since they answer what is asked: "one" is not "more" then.
  private mutating func expect(_ isAnswer: (String) -> Bool) {
    let answers = grammar.phrases.filter { commands[$0].map(isAnswer) ?? false }
    grammar.phrases.removeAll(where: answers.contains)
    grammar.names += answers.map { .init($0) }
  }

  /// What may be said of a slot, wherever it is.
  package static func options(of slot: Slot, mode: Mode?, stops: [Option], speech: SpokenAnswers) -> [Option] {
    switch slot {
    case .from, .to: stops
    case .mode: SpokenQuestion(modeOf: speech).allOptions
    case .interval: SpokenQuestion(intervalOf: mode, speech: speech).allOptions
    }
  }

  private var allOptions: [Option] { options.values.joined().sorted { $0.name < $1.name } }

  private static func commandPhrases(_ speech: SpokenAnswers) -> [(phrase: String, command: String)] {
    speech.commands.flatMap { entry in entry.phrases.map { ($0, entry.command) } }
  }

  /// What a hypothesis says, whose text is the grammar's own.
  package func meaning(of hypothesis: String) -> Meaning {
    guard let key = grammar.plainAnswer(in: hypothesis) else {
      return grammar.answer(in: hypothesis).map(Meaning.correction)
        ?? wordings?.meaning(of: hypothesis, to: asked) ?? .nothing
    }
    if let command = commands[key] { return .command(command) }
    return options[key].map { .options($0.distinct) } ?? .nothing
  }
}

extension [SpokenQuestion.Option] {
  /// One for each value.
  fileprivate var distinct: Self {
    var seen: Set<String> = []
    return filter { seen.insert($0.value).inserted }
  }
}
