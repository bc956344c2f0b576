import Blocking
import Foundation
import Journey

/// Recognises answers with pocketsphinx: a grammar pass for what was said, a phone loop for how sure that is.
///
/// ```swift
/// let transcriber = try PocketSphinxTranscriber(model: .find())
/// let heard = try await transcriber.transcribe(try WaveFile(path: "to.wav"), named: "to.wav", grammar: grammar)
/// ```
public actor PocketSphinxTranscriber: Transcriber {
  let decoder: PocketSphinx
  private let executor = BlockingExecutor(label: "pocketsphinx")
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let pronunciations: PronunciationTable
  let policy: RecognitionPolicy
  /// Hears by the means of the one whom the recogniser is fitted to.
  private let bySpeaker: PocketSphinxTranscriber?
  private var networks: [AnswerGrammar: Prepared] = [:]
  /// The grammars that are ready, the last used one last.
  private var order: [AnswerGrammar] = []
  private var grammarCount = 0
  /// A dialogue goes to and fro between few questions; a thousand stops take 20 MB.
  private static let grammarsKept = 4

  private struct Prepared {
    var search: String
    var network: GrammarNetwork
    var ranking: PhoneticRanking
    /// By the recogniser's word, a word that it stands for.
    var spellings: [String: String]
  }

  /// The last used one.
  var wordingSearch: WordingSearch?
  /// By language; nil where its usual words are not known.
  var backgroundSearches: [String: String?] = [:]
  private var hasLoop = false
  private static let loop = "phones"

  /// - Parameter pronunciations: Readings of words that other recognisers share; its own where there is none.
  /// - Throws: `SpeechError` when the model does not load, or the rider's own pronunciations are damaged.
  public init(
    model: SpeechModel, policy: RecognitionPolicy = RecognitionPolicy(),
    environment: [String: String] = ProcessInfo.processInfo.environment, pronunciations: PronunciationTable? = nil
  ) throws(SpeechError) {
    let table =
      if let pronunciations { pronunciations } else {
        PronunciationTable(try .standard(model: model, environment: environment))
      }
    bySpeaker = try policy.speaker.map { speaker throws(SpeechError) in
      try PocketSphinxTranscriber(
        decoder: PocketSphinx(model: model, transform: speaker.transform), policy: policy.bySpeaker,
        pronunciations: table)
    }
    decoder = try PocketSphinx(model: model)
    (self.policy, self.pronunciations) = (policy, table)
  }

  private init(decoder: PocketSphinx, policy: RecognitionPolicy, pronunciations: PronunciationTable) {
    (self.decoder, self.policy, self.pronunciations) = (decoder, policy, pronunciations)
    bySpeaker = nil
  }

  public func transcribe(_ recording: WaveFile, named source: String, grammar: AnswerGrammar) async throws -> Transcript
  {
    try await hear(recording, named: source, grammar: grammar).transcript
  }

  /// Makes a grammar ready before the recording is there: its words read, its network built.
  /// - Throws: `SpeechError` when the grammar has no words or the recogniser fails.
  public func ready(_ grammar: AnswerGrammar) async throws {
    guard !grammar.isEmpty else { throw SpeechError.emptyGrammar }
    try prepareLoop()
    _ = try await searches(of: grammar)
    try await bySpeaker?.ready(grammar)
  }

  /// Transcribes as `transcribe` does, and gives what led to it.
  ///
  /// Where the recogniser is fitted to a speaker, it hears as anybody and as the speaker, and takes what is more probable.
  public func hear(_ recording: WaveFile, named source: String, grammar: AnswerGrammar) async throws -> HeardRecording {
    guard let bySpeaker else { return try await hearOnce(recording, named: source, grammar: grammar) }
    async let own = bySpeaker.hear(recording, named: source, grammar: grammar)
    let plain = try await hearOnce(recording, named: source, grammar: grammar)
    return try await plain.joined(bySpeaker: own, in: grammar)
  }

  private func hearOnce(
    _ recording: WaveFile, named source: String, grammar: AnswerGrammar
  ) async throws -> HeardRecording {
    guard !grammar.isEmpty else { throw SpeechError.emptyGrammar }
    let signal: SpeechSignal.Ready
    switch SpeechSignal(recording, policy: policy) {
    case .refused(let reason, let isSilent):
      return HeardRecording(
        Transcript(source: source, refusal: reason, isSilent: isSilent, audioSeconds: recording.seconds))
    case .speech(let ready): signal = ready
    }
    let preparing = ContinuousClock.now
    try prepareLoop()
    let (prepared, wordingSearch) = try await searches(of: grammar)
    // From here on nothing waits: the passes over one recording follow each other, whoever else asks.
    var heard = HeardRecording(Transcript(source: source, audioSeconds: recording.seconds), samples: signal.samples)
    heard.preparationSeconds = preparing.duration(to: .now) / .seconds(1)
    heard.channel = signal.channel
    // The preparation adds its surround to both ends.
    heard.speechSeconds = Double(signal.samples.count) / SpeechSignal.sampleRate - 4 * policy.surround
    let loop = try decoder.decode(signal.samples, search: Self.loop, withSegments: true)
    guard let anything = loop.score else {
      heard.transcript.refusal = "nothing in the recording sounds like speech"
      return heard
    }
    heard.phones = loop.phones.joined(separator: " ")
    let search = NBestSearch(
      decoder: decoder, policy: policy, grammar: grammar, network: prepared.network, ranking: prepared.ranking)
    let found = try search.found(in: signal.samples, by: prepared.search, loop)
    let background = try background(of: signal.samples, in: grammar.language)
    if let found {
      heard.words = HeardRecording.Word.words(
        found.best.segments, phones: loop.segments,
        spellings: found.best.segments.compactMap(\.word).map { prepared.spellings[$0] ?? $0 }, start: signal.start)
      judge(found, anything, loop, background, grammar, signal.channel, &heard)
    } else {
      heard.transcript.refusal = "nothing in the recording is an answer to the question"
    }
    if let free = try wordingSearch.flatMap({ try wording(by: $0, in: signal.samples) }) {
      weigh(free, against: found, loop, background, grammar, signal.channel, &heard)
    }
    // Distorted sounds are taken for others: of such answers one in ten was set wrongly.
    if recording.clipped > policy.clippedShare, heard.transcript.zone == .clear { heard.transcript.zone = .doubtful }
    return heard
  }

  /// Evidence, probability, zone and hypotheses of what was found.
  /// - Parameters:
  ///   - anything: The phone loop's score.
  ///   - background: Of usual speech.
  private func judge(
    _ found: NBestSearch.Found, _ anything: Double, _ loop: PocketSphinx.Pass, _ background: Double?,
    _ grammar: AnswerGrammar, _ channel: Channel, _ heard: inout HeardRecording
  ) {
    let frames = Double(found.best.frames)
    let fit = ((found.best.score ?? 0) - anything) / frames
    let rival = found.rival.flatMap(\.pass.score).map { ($0 - anything) / frames }
    let lead = found.lead
    let evidence = AnswerEvidence(
      fit: fit, answer: found.best, phones: loop, lead: lead, background: background, choices: grammar.choiceCount,
      channel: channel)
    let probability = policy.model.probability(evidence, over: channel.kind)
    heard.evidence = evidence
    heard.listed = .init(text: found.answer.text, probability: probability)
    var hypotheses = [Hypothesis(text: found.answer.text, score: fit)]
    if let rival, let text = found.rival?.answer.text { hypotheses.append(Hypothesis(text: text, score: rival)) }
    var known: Set<String> = [grammar.meaning(of: found.answer.key)]
    if let key = found.rival?.answer.key { known.insert(grammar.meaning(of: key)) }
    for key in found.others where hypotheses.count < policy.hypothesisCount {
      guard known.insert(grammar.meaning(of: key)).inserted else { continue }
      hypotheses.append(Hypothesis(text: key, score: (hypotheses.last?.score ?? fit) - policy.unscoredLag))
    }
    heard.transcript.hypotheses = hypotheses
    heard.transcript.evidence = fit
    heard.transcript.confidence = probability
    heard.transcript.zone = policy.zone(
      probability: probability, lead: lead, over: channel.kind, among: grammar.choiceCount)
  }

  /// The searches of a recording: by the grammar, and by words where these were fitted and may be said.
  private func searches(of grammar: AnswerGrammar) async throws -> (listed: Prepared, wording: WordingSearch?) {
    try await prepareBackground(grammar.language)
    let prepared = try await prepare(grammar)
    guard let wording = grammar.wording, policy.model.hearsWordings else { return (prepared, nil) }
    let search = try await prepare(wording)
    // Other conversations may have been prepared for meanwhile, and this grammar forgotten.
    guard networks[grammar] != nil else { return try await searches(of: grammar) }
    return (prepared, search)
  }

  /// The network of a grammar that is ready, which is then the last used one.
  private func known(_ grammar: AnswerGrammar) -> Prepared? {
    guard let known = networks[grammar] else { return nil }
    order.removeAll { $0 == grammar }
    order.append(grammar)
    return known
  }

  /// The network of a grammar, built once.
  private func prepare(_ grammar: AnswerGrammar) async throws -> Prepared {
    if let known = known(grammar) { return known }
    let overrides = pronunciations.overrides
    var words: Set<SpokenWord> = []
    for text in grammar.carriers + grammar.trailers + grammar.phrases + grammar.corrections {
      words.formUnion(overrides.paths(SpokenWord.words(of: text, language: grammar.language)).joined())
    }
    for name in grammar.names + grammar.corrected {
      words.formUnion(name.wordings(in: grammar).flatMap(overrides.paths).joined())
    }
    let readings = try await pronunciations.readings(of: words)
    // Another conversation may have asked for the same meanwhile.
    if let known = known(grammar) { return known }
    var identifiers: [SpokenWord: String] = [:]
    var phones: [String: [String]] = [:]
    var spellings: [String: String] = [:]
    // In order, so that a grammar is always the same network.
    for (word, readings) in readings.sorted(by: {
      ($0.key.spelling, $0.key.language) < ($1.key.spelling, $1.key.language)
    }) {
      guard let identifier = try decoder.define(readings.map(\.phones)) else { continue }
      identifiers[word] = identifier
      phones[identifier] = readings.map(\.phones)
      if spellings[identifier] == nil { spellings[identifier] = word.spelling }
    }
    let network = GrammarNetwork(grammar, policy: policy, paths: overrides.paths) { identifiers[$0] }
    guard !network.isEmpty else { throw SpeechError.emptyGrammar }
    order.append(grammar)
    while order.count > Self.grammarsKept {
      if let old = networks.removeValue(forKey: order.removeFirst()) { decoder.forget(search: old.search) }
    }
    grammarCount += 1
    let prepared = Prepared(
      search: "grammar\(grammarCount)", network: network, ranking: PhoneticRanking(network, readings: phones),
      spellings: spellings)
    try decoder.define(search: prepared.search, network)
    networks[grammar] = prepared
    return prepared
  }

  /// Any sequence of phones: what the same sound scores without a grammar.
  private func prepareLoop() throws {
    if hasLoop { return }
    var arcs: [GrammarNetwork.Arc] = []
    for phone in PhoneAlphabet.phones {
      guard let word = try decoder.define([phone]) else { continue }
      arcs.append(.init(from: 0, to: 0, word: word, probability: 1 / Double(PhoneAlphabet.phones.count)))
    }
    try decoder.define(
      search: Self.loop, states: 1, start: 0, final: 0, arcs: arcs, beams: .init(state: 100, phone: 80, word: 60))
    hasLoop = true
  }
}
