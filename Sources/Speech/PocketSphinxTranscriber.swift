import Foundation
import Journey

/// Recognises answers with pocketsphinx: a grammar pass for what was said, a phone loop for how sure that is.
///
/// ```swift
/// let transcriber = try PocketSphinxTranscriber(model: .find())
/// let heard = try await transcriber.transcribe(try WaveFile(path: "to.wav"), named: "to.wav", grammar: grammar)
/// ```
public actor PocketSphinxTranscriber: Transcriber {
  private let decoder: PocketSphinx
  private let pronouncer: Pronouncer
  private let policy: RecognitionPolicy
  private var networks: [AnswerGrammar: (search: String, network: GrammarNetwork)] = [:]
  private var hasLoop = false
  private static let loop = "phones"

  /// - Throws: `SpeechError` when the model does not load.
  public init(
    model: SpeechModel, policy: RecognitionPolicy = RecognitionPolicy(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SpeechError) {
    decoder = try PocketSphinx(model: model)
    pronouncer = Pronouncer(
      dictionary: PronunciationDictionary(path: model.dictionary), cache: PronunciationCache(environment: environment))
    self.policy = policy
  }

  public func transcribe(_ recording: WaveFile, named source: String, grammar: AnswerGrammar) async throws -> Transcript
  {
    guard !grammar.isEmpty else { throw SpeechError.emptyGrammar }
    let samples: [Int16]
    switch SpeechSignal(recording, policy: policy) {
    case .refused(let reason, let isSilent):
      return Transcript(source: source, refusal: reason, isSilent: isSilent, audioSeconds: recording.seconds)
    case .speech(let ready): samples = ready
    }
    let (search, network) = try await prepare(grammar)
    try await prepareLoop()
    let pass = try await decoder.decode(samples, search: search, hypothesisLimit: 4 * policy.hypothesisCount)
    guard let best = pass.hypotheses.first, pass.frames > 0 else {
      return Transcript(
        source: source, refusal: "nothing in the recording is an answer to the question",
        audioSeconds: recording.seconds)
    }
    let loop = try await decoder.decode(samples, search: Self.loop, hypothesisLimit: 1)
    guard let anything = loop.hypotheses.first?.score else {
      return Transcript(
        source: source, refusal: "nothing in the recording sounds like speech", audioSeconds: recording.seconds)
    }
    let answers = Self.distinct(pass.hypotheses.map(\.words), in: network, limit: policy.hypothesisCount)
    let hypotheses = try await ranked(answers, samples) { [frames = Double(pass.frames)] score in
      ((score ?? best.score) - anything) / frames
    }
    // The preparation adds its surround to both ends.
    let seconds = Double(samples.count) / SpeechSignal.sampleRate - 4 * policy.surround
    return Transcript(
      source: source, hypotheses: hypotheses, evidence: hypotheses.first?.score,
      zone: policy.zone(
        evidence: hypotheses.first?.score ?? -.infinity, text: hypotheses.first?.text ?? "", seconds: seconds),
      audioSeconds: recording.seconds)
  }

  /// Answers by their evidence, best first.
  ///
  /// The scores of an n-best list leave parts out that the best way's own score has, so each rival is searched for alone.
  /// What is far down the list, or no answer anyway, keeps its place below the others.
  /// - Parameter evidence: Of a score; of the grammar's best way for nil.
  private func ranked(
    _ answers: [(words: [String], text: String)], _ samples: [Int16], evidence: (Double?) -> Double
  ) async throws -> [Hypothesis] {
    let best = evidence(nil)
    var hypotheses: [Hypothesis] = []
    for (rank, answer) in answers.enumerated() {
      let isRival = rank > 0 && rank < policy.rescoredCount && best >= policy.doubtfulEvidence
      let score = isRival ? try await alone(answer.words, samples) : nil
      let far = min(best - policy.unscoredLag, hypotheses.last?.score ?? best) - 1
      // The grammar weighs how likely words are, which one searched for alone has not: a hair's breadth is no lead.
      hypotheses.append(
        Hypothesis(text: answer.text, score: rank == 0 ? best : score.map { evidence($0) - policy.overtake } ?? far))
    }
    return hypotheses.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
      .map(\.element)
  }

  /// The answers that ways through the network say, each once, in the order of its best way.
  private static func distinct(_ ways: [[String]], in network: GrammarNetwork, limit: Int) -> [(
    words: [String], text: String
  )] {
    var keys: Set<String> = []
    let answers = ways.compactMap { words -> (words: [String], text: String)? in
      guard let answer = network.answer(words), keys.insert(answer.key).inserted else { return nil }
      return (words, answer.text)
    }
    return Array(answers.prefix(limit))
  }

  /// The score of samples that say just these words; nil where the search finds no way through them.
  private func alone(_ words: [String], _ samples: [Int16]) async throws -> Double? {
    let arcs = words.enumerated().map { place, word in
      GrammarNetwork.Arc(from: place, to: place + 1, word: word, probability: 1)
    }
    try await decoder.define(search: Self.single, states: words.count + 1, start: 0, final: words.count, arcs: arcs)
    return try await decoder.decode(samples, search: Self.single, hypothesisLimit: 1).hypotheses.first?.score
  }

  private static let single = "single"

  /// The network of a grammar, built once.
  private func prepare(_ grammar: AnswerGrammar) async throws -> (search: String, network: GrammarNetwork) {
    if let known = networks[grammar] { return known }
    var words: Set<SpokenWord> = []
    for text in grammar.carriers + grammar.trailers + grammar.phrases {
      words.formUnion(SpokenWord.words(of: text, language: grammar.language))
    }
    for name in grammar.names {
      words.formUnion(name.words(in: grammar.language))
    }
    let pronunciations = try await pronouncer.pronunciations(of: words)
    var identifiers: [SpokenWord: String] = [:]
    // In order, so that a grammar is always the same network.
    for (word, readings) in pronunciations.sorted(by: {
      ($0.key.spelling, $0.key.language) < ($1.key.spelling, $1.key.language)
    }) {
      identifiers[word] = try await decoder.define(readings)
    }
    let network = GrammarNetwork(grammar, policy: policy) { identifiers[$0] }
    guard !network.isEmpty else { throw SpeechError.emptyGrammar }
    let search = "grammar\(networks.count)"
    try await decoder.define(
      search: search, states: network.stateCount, start: network.start, final: network.final, arcs: network.arcs)
    networks[grammar] = (search, network)
    return (search, network)
  }

  /// Any sequence of phones: what the same sound scores without a grammar.
  private func prepareLoop() async throws {
    if hasLoop { return }
    var arcs: [GrammarNetwork.Arc] = []
    for phone in PhoneAlphabet.phones {
      guard let word = try await decoder.define([phone]) else { continue }
      arcs.append(.init(from: 0, to: 0, word: word, probability: 1 / Double(PhoneAlphabet.phones.count)))
    }
    try await decoder.define(search: Self.loop, states: 1, start: 0, final: 0, arcs: arcs, beams: .init(word: 60))
    hasLoop = true
  }
}
