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
  private let pronunciations: PronunciationTable
  private let policy: RecognitionPolicy
  private var networks: [AnswerGrammar: Prepared] = [:]
  /// The grammars that are ready, the last used one last.
  private var order: [AnswerGrammar] = []
  private var grammarCount = 0
  /// A dialogue goes to and fro between few questions; a thousand stops take 20 MB.
  private static let grammarsKept = 4

  private struct Prepared {
    var search: String
    var network: GrammarNetwork
    /// By the recogniser's word, a word that it stands for.
    var spellings: [String: String]
  }

  private var hasLoop = false
  private static let loop = "phones"

  /// - Parameter pronunciations: Readings of words that other recognisers share; its own where there is none.
  /// - Throws: `SpeechError` when the model does not load, or the rider's own pronunciations are damaged.
  public init(
    model: SpeechModel, policy: RecognitionPolicy = RecognitionPolicy(),
    environment: [String: String] = ProcessInfo.processInfo.environment, pronunciations: PronunciationTable? = nil
  ) throws(SpeechError) {
    decoder = try PocketSphinx(model: model)
    self.pronunciations =
      if let pronunciations { pronunciations } else {
        PronunciationTable(try .standard(model: model, environment: environment))
      }
    self.policy = policy
  }

  public func transcribe(_ recording: WaveFile, named source: String, grammar: AnswerGrammar) async throws -> Transcript
  {
    try await hear(recording, named: source, grammar: grammar).transcript
  }

  /// Transcribes as `transcribe` does, and gives what led to it.
  public func hear(_ recording: WaveFile, named source: String, grammar: AnswerGrammar) async throws -> HeardRecording {
    guard !grammar.isEmpty else { throw SpeechError.emptyGrammar }
    let (samples, start): ([Int16], Double)
    switch SpeechSignal(recording, policy: policy) {
    case .refused(let reason, let isSilent):
      return HeardRecording(
        Transcript(source: source, refusal: reason, isSilent: isSilent, audioSeconds: recording.seconds))
    case .speech(let ready, let second): (samples, start) = (ready, second)
    }
    let preparing = ContinuousClock.now
    let prepared = try await prepare(grammar)
    try await prepareLoop()
    let preparationSeconds = preparing.duration(to: .now) / .seconds(1)
    let pass = try await decoder.decode(
      samples, search: prepared.search, hypothesisLimit: 4 * policy.hypothesisCount, withSegments: true)
    guard let best = pass.hypotheses.first, pass.frames > 0 else {
      return HeardRecording(
        Transcript(
          source: source, refusal: "nothing in the recording is an answer to the question",
          audioSeconds: recording.seconds), samples: samples, preparationSeconds: preparationSeconds)
    }
    let loop = try await decoder.decode(samples, search: Self.loop, hypothesisLimit: 1, withSegments: true)
    guard let anything = loop.hypotheses.first?.score else {
      return HeardRecording(
        Transcript(
          source: source, refusal: "nothing in the recording sounds like speech", audioSeconds: recording.seconds),
        samples: samples, preparationSeconds: preparationSeconds)
    }
    let answers = Self.distinct(pass.hypotheses.map(\.words), in: prepared.network, limit: policy.hypothesisCount)
    let hypotheses = try await ranked(answers, samples) { [frames = Double(pass.frames)] score in
      ((score ?? best.score) - anything) / frames
    }
    // The preparation adds its surround to both ends.
    let seconds = Double(samples.count) / SpeechSignal.sampleRate - 4 * policy.surround
    let transcript = Transcript(
      source: source, hypotheses: hypotheses, evidence: hypotheses.first?.score,
      zone: policy.zone(
        evidence: hypotheses.first?.score ?? -.infinity, text: hypotheses.first?.text ?? "", seconds: seconds),
      audioSeconds: recording.seconds)
    let spellings = pass.segments.compactMap(\.word).map { prepared.spellings[$0] ?? $0 }
    let words = HeardRecording.Word.words(
      pass.segments, phones: loop.segments, spellings: spellings, start: start)
    return HeardRecording(
      transcript, samples: samples, speechSeconds: seconds, words: words, preparationSeconds: preparationSeconds)
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
  private func prepare(_ grammar: AnswerGrammar) async throws -> Prepared {
    order.removeAll { $0 == grammar }
    order.append(grammar)
    if let known = networks[grammar] { return known }
    let overrides = pronunciations.overrides
    var words: Set<SpokenWord> = []
    for text in grammar.carriers + grammar.trailers + grammar.phrases + grammar.corrections {
      words.formUnion(overrides.paths(SpokenWord.words(of: text, language: grammar.language)).joined())
    }
    for name in grammar.names + grammar.corrected {
      words.formUnion(overrides.paths(name.words(in: grammar.language)).joined())
    }
    let readings = try await pronunciations.readings(of: words)
    var identifiers: [SpokenWord: String] = [:]
    var spellings: [String: String] = [:]
    // In order, so that a grammar is always the same network.
    for (word, readings) in readings.sorted(by: {
      ($0.key.spelling, $0.key.language) < ($1.key.spelling, $1.key.language)
    }) {
      guard let identifier = try await decoder.define(readings.map(\.phones)) else { continue }
      identifiers[word] = identifier
      if spellings[identifier] == nil { spellings[identifier] = word.spelling }
    }
    let network = GrammarNetwork(grammar, policy: policy, paths: overrides.paths) { identifiers[$0] }
    guard !network.isEmpty else { throw SpeechError.emptyGrammar }
    while order.count > Self.grammarsKept {
      if let old = networks.removeValue(forKey: order.removeFirst()) { await decoder.forget(search: old.search) }
    }
    grammarCount += 1
    let prepared = Prepared(search: "grammar\(grammarCount)", network: network, spellings: spellings)
    try await decoder.define(
      search: prepared.search, states: network.stateCount, start: network.start, final: network.final,
      arcs: network.arcs)
    networks[grammar] = prepared
    return prepared
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
