/// A grammar as states and arcs between them that are words, as the recogniser takes it.
///
/// From the start, a carrier or nothing leads to the names, and a trailer or nothing from there to the end; phrases lead from
/// start to end. A correction leads to the names and to others that only it leads to. Beginnings that names share are shared
/// arcs. Words are plain identifiers: display names never reach the recogniser.
struct GrammarNetwork: Sendable {
  struct Arc: Sendable, Hashable {
    var from: Int
    var to: Int
    /// nil passes without a word.
    var word: String?
    /// Of taking the arc, 0 to 1.
    var probability: Double
  }

  /// What the words of one way through the network say.
  struct Answer: Sendable, Hashable {
    /// In the grammar's own spelling.
    var text: String
    /// The name or phrase in it, which tells answers with different carriers to be the same.
    var key: String
    /// Whether it is about an answer before.
    var isCorrection = false
  }

  private(set) var arcs: [Arc] = []
  private(set) var stateCount = 4
  let start = 0
  let final = 3
  private let beforeName = 1
  private let afterName = 2
  private var carriers: [[String]: String] = [[]: ""]
  private var trailers: [[String]: String] = [[]: ""]
  private var names: [[String]: String] = [:]
  private var corrections: [[String]: String] = [:]
  private var corrected: [[String]: String] = [:]
  private var phrases: [[String]: String] = [:]
  private let rare: Set<String>
  private var branches: [Branch: Int] = [:]

  private struct Branch: Hashable {
    var from: Int
    var word: String
    var target: Int
  }

  /// - Parameters:
  ///   - paths: The ways to put a text together of words, itself among them.
  ///   - identify: The recogniser's word of each spoken word; nil where it cannot be pronounced.
  init(
    _ grammar: AnswerGrammar, policy: RecognitionPolicy, paths: ([SpokenWord]) -> [[SpokenWord]] = { [$0] },
    identify: (SpokenWord) -> String?
  ) {
    rare = Set((grammar.names + grammar.corrected).filter(\.isRare).map(\.text))
    func identifiers(_ spoken: [SpokenWord]) -> [String]? {
      let words = spoken.map(identify)
      return words.isEmpty || words.contains(nil) ? nil : words.compactMap(\.self)
    }
    func collect(_ texts: [String], into table: inout [[String]: String]) {
      for text in texts {
        for words in paths(SpokenWord.words(of: text, language: grammar.language)) {
          if let path = identifiers(words), table[path] == nil { table[path] = text }
        }
      }
    }
    collect(grammar.carriers, into: &carriers)
    collect(grammar.trailers, into: &trailers)
    collect(grammar.phrases, into: &phrases)
    collect(grammar.corrections, into: &corrections)
    func collect(_ spoken: [AnswerGrammar.Name], into table: inout [[String]: String]) {
      for name in spoken {
        for words in name.wordings(in: grammar).flatMap(paths) {
          if let path = identifiers(words), table[path] == nil { table[path] = name.text }
        }
      }
    }
    collect(grammar.names, into: &names)
    if !corrections.isEmpty { collect(grammar.names + grammar.corrected, into: &corrected) }
    connect(policy)
  }

  /// Only the ways that say one of some names or phrases, with all that may be said around them.
  func limited(to keys: Set<String>, policy: RecognitionPolicy) -> GrammarNetwork {
    var part = self
    part.names = names.filter { keys.contains($0.value) }
    part.corrected = corrected.filter { keys.contains($0.value) }
    part.phrases = phrases.filter { keys.contains($0.value) }
    (part.arcs, part.branches, part.stateCount) = ([], [:], 4)
    part.connect(policy)
    return part
  }

  /// Each name and phrase with the words that it may be said in.
  var wordings: [(key: String, words: [String])] {
    [names, corrected, phrases].flatMap { table in table.map { (key: $0.value, words: $0.key) } }
  }

  private mutating func connect(_ policy: RecognitionPolicy) {
    for path in Self.ordered(carriers) { add(path, from: start, to: beforeName, policy.carrierProbability) }
    for path in Self.ordered(names) {
      let isRare = names[path].map { rare.contains($0) } ?? false
      add(path, from: beforeName, to: afterName, isRare ? policy.rareProbability : 1)
    }
    for path in Self.ordered(trailers) { add(path, from: afterName, to: final, policy.carrierProbability) }
    for path in Self.ordered(phrases) { add(path, from: start, to: final, policy.phraseProbability) }
    guard !corrected.isEmpty else { return }
    let beforeCorrected = stateCount
    stateCount += 1
    for path in Self.ordered(corrections) { add(path, from: start, to: beforeCorrected, policy.correctionProbability) }
    for path in Self.ordered(corrected) {
      let isRare = corrected[path].map { rare.contains($0) } ?? false
      add(path, from: beforeCorrected, to: afterName, isRare ? policy.rareProbability : 1)
    }
  }

  var isEmpty: Bool { names.isEmpty && phrases.isEmpty }

  /// What may be said to the question itself: its names and phrases.
  var plainKeys: Set<String> { Set(names.values).union(phrases.values) }

  /// The answer that a sequence of words is; nil when the network does not contain it.
  func answer(_ words: [String]) -> Answer? {
    if let phrase = phrases[words] { return Answer(text: phrase, key: phrase) }
    if let plain = answer(words, behind: carriers, among: names) { return plain }
    var correction = answer(words, behind: corrections, among: corrected)
    correction?.isCorrection = true
    return correction
  }

  private func answer(
    _ words: [String], behind carriers: [[String]: String], among names: [[String]: String]
  ) -> Answer? {
    for length in (0..<max(1, words.count)).reversed() {
      guard let carrier = carriers[Array(words[..<length])] else { continue }
      for end in (length + 1..<words.count + 1).reversed() {
        guard let trailer = trailers[Array(words[end...])], let name = names[Array(words[length..<end])] else {
          continue
        }
        let parts = [carrier, name, trailer].filter { !$0.isEmpty }
        return Answer(text: parts.joined(separator: " "), key: name)
      }
    }
    return nil
  }

  /// By text, and not by the recogniser's words, whose numbers tell what it has heard before: a grammar is always one network.
  private static func ordered(_ table: [[String]: String]) -> [[String]] {
    table.sorted { ($0.value, $0.key.count) < ($1.value, $1.key.count) }.map(\.key)
  }

  private mutating func add(_ path: [String], from source: Int, to target: Int, _ probability: Double) {
    guard let last = path.last else {
      arcs.append(Arc(from: source, to: target, word: nil, probability: 1))
      return
    }
    var state = source
    for word in path.dropLast() {
      let branch = Branch(from: state, word: word, target: target)
      if let known = branches[branch] {
        state = known
      } else {
        arcs.append(Arc(from: state, to: stateCount, word: word, probability: 1))
        branches[branch] = stateCount
        state = stateCount
        stateCount += 1
      }
    }
    // On the last word, since those before it may be shared with likelier ways.
    arcs.append(Arc(from: state, to: target, word: last, probability: probability))
  }
}
