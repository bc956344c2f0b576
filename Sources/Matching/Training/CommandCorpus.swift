/// Sentences with the commands that they mean, from templates and from labelled data.
package struct CommandCorpus: Sendable {
  /// A sentence to learn from.
  package struct Sentence: Sendable, Hashable {
    package var words: [String]
    /// Its place in `classes`.
    package var meaning: Int
    /// What is held out together: the sentences of one template, or one labelled row.
    package var group: Int
    package var isLabelled: Bool
  }

  /// The commands, and `CommandModel.none`, sorted.
  package let classes: [String]
  package private(set) var sentences: [Sentence] = []
  private var groups = 0

  /// Draws sentences from the language's own phrases and from the longer ones made for training.
  package init(_ lexicon: Lexicon, _ training: TrainingPhrases, seed: UInt64) {
    classes = Set(lexicon.commands.map(\.name) + training.commands.map(\.name) + [CommandModel.none]).sorted()
    var sampler = TemplateSampler(rules: lexicon.words.rules, seed: seed)
    for command in lexicon.commands {
      for text in command.whole + command.phrases { add(command.name, sampler.sentences(text, count: 30)) }
      for text in command.examples { add(command.name, [Normalizer.tokens(text).map(\.word)]) }
    }
    sampler = TemplateSampler(rules: training.rules, seed: seed)
    for command in training.commands {
      let templates = command.phrases
      let count = training.sentences * (command.name == CommandModel.none ? 2 : 1)
      if command.name == CommandModel.none {
        add(command.name, sampler.names(of: training.syllables, count: training.inventedNames))
      }
      for text in templates { add(command.name, sampler.sentences(text, count: max(1, count / templates.count))) }
    }
  }

  /// Adds a labelled sentence.
  /// - Returns: whether it was added; a meaning that no command has is left out.
  package mutating func add(labelled text: String, meaning: String) -> Bool {
    guard let number = classes.firstIndex(of: meaning) else { return false }
    let words = Normalizer.tokens(text).map(\.word)
    guard !words.isEmpty else { return false }
    groups += 1
    sentences.append(Sentence(words: words, meaning: number, group: groups, isLabelled: true))
    return true
  }

  private mutating func add(_ name: String, _ drawn: [[String]]) {
    guard let number = classes.firstIndex(of: name) else { return }
    groups += 1
    sentences += drawn.map { Sentence(words: $0, meaning: number, group: groups, isLabelled: false) }
  }
}
