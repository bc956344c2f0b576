#if Voice
import CPocketSphinx
import Foundation

/// The pocketsphinx decoder. All its C functions are called in this file and nowhere else.
///
/// One decoder belongs to one thread at a time: it is owned by an actor. Words and grammars stay defined once they are.
final class PocketSphinx {
  /// Frames of the longest utterance: `RecognitionPolicy.longestRecording` and what is put around it.
  private static let mostFrames = 2_200

  /// Of grammar probabilities against sound, the decoder's default.
  private static let languageWeight = 6.5

  private let handles: Handles
  private let scores: SoundScores
  private let model: SpeechModel
  private var identifiers: [[String]: String] = [:]
  private var readings: [String: [String]] = [:]
  private var searches: Set<String> = []
  /// The searches by models of words, whose best way is that of a lattice.
  private var wordSearches: Set<String> = []

  /// - Parameter transform: Of the model's means, to those of a speaker.
  /// - Throws: `SpeechError.recogniserFailed`.
  init(model: SpeechModel, transform: SpeakerTransform? = nil) throws(SpeechError) {
    self.model = model
    scores = SoundScores()
    handles = try Handles(model, scores: scores.folder)
    if let transform { try take(transform) }
  }

  private func take(_ transform: SpeakerTransform) throws(SpeechError) {
    let failed = SpeechError.recogniserFailed(model: model.acousticModel, step: "take the speaker's transform")
    guard let file = scores.file(holding: transform.text) else { throw failed }
    defer { unlink(file) }
    guard let matrices = ps_mllr_read(file), ps_update_mllr(handles.decoder, matrices) != nil else { throw failed }
  }

  /// Defines a word by its readings and gives its identifier, the same for words that sound alike.
  func define(_ readings: [String]) throws(SpeechError) -> String? {
    guard !readings.isEmpty else { return nil }
    if let known = identifiers[readings] { return known }
    let identifier = "w\(identifiers.count)"
    try define(readings, as: identifier)
    identifiers[readings] = identifier
    return identifier
  }

  /// The decoder's names of a word's readings: `w7`, `w7(2)`, `w7(3)`.
  private static func identifiers(_ word: String, readings count: Int) -> [String] {
    [word] + (1..<max(1, count)).map { "\(word)(\($0 + 1))" }
  }

  /// Makes a network of defined words a search of the given name, replacing an earlier one.
  func define(
    search name: String, states: Int, start: Int, final: Int, arcs: [GrammarNetwork.Arc], beams: Beams = Beams()
  ) throws(SpeechError) {
    let logmath = ps_get_logmath(handles.decoder)
    // Read by the search that is made below, not by those that exist.
    let configuration = ps_get_config(handles.decoder)
    for (option, exponent) in [("-beam", beams.state), ("-pbeam", beams.phone), ("-wbeam", beams.word)] {
      cmd_ln_set_float_r(configuration, option, pow(10.0, -exponent))
    }
    guard let network = fsg_model_init(name, logmath, Float(Self.languageWeight), Int32(states)) else {
      throw .recogniserFailed(model: model.acousticModel, step: "build a grammar")
    }
    defer { fsg_model_free(network) }
    network.pointee.start_state = Int32(start)
    network.pointee.final_state = Int32(final)
    let hasEmptyArcs = arcs.contains { $0.word == nil }
    for arc in arcs {
      let logarithm = Int32(Double(logmath_log(logmath, arc.probability)) * Self.languageWeight)
      if let word = arc.word {
        // An arc for each reading: the decoder's own way to add them takes the square of their number.
        for reading in Self.identifiers(word, readings: readings[word]?.count ?? 1) {
          let identifier = fsg_model_word_add(network, reading)
          fsg_model_trans_add(network, Int32(arc.from), Int32(arc.to), logarithm, identifier)
        }
      } else {
        _ = fsg_model_null_trans_add(network, Int32(arc.from), Int32(arc.to), logarithm)
      }
    }
    // Of the fillers only silence: the noise and speech models swallow whole sentences and make any of them an answer.
    _ = fsg_model_add_silence(network, "<sil>", -1, 0.005)
    if hasEmptyArcs { glist_free(fsg_model_null_trans_closure(network, nil)) }
    guard ps_set_fsg(handles.decoder, name, network) == 0 else {
      throw .recogniserFailed(model: model.acousticModel, step: "take a grammar of \(arcs.count) words")
    }
    searches.insert(name)
  }

  /// A word that is told from others that sound alike, since what words follow it tells which it is.
  func define(_ readings: [String], as identifier: String) throws(SpeechError) {
    guard self.readings[identifier] == nil else { return }
    for (name, reading) in zip(Self.identifiers(identifier, readings: readings.count), readings) {
      guard ps_add_word(handles.decoder, name, reading, 0) >= 0 else {
        throw .recogniserFailed(model: model.acousticModel, step: "add a word")
      }
    }
    self.readings[identifier] = readings
  }

  /// How many words are defined: a search by a model of words knows those that were there when it was made.
  var wordCount: Int { readings.count }

  /// Makes a model of how words follow each other a search of the given name, replacing an earlier one.
  /// - Parameters:
  ///   - arpa: The model, of defined words.
  ///   - isRough: Whether only the score is wanted, for which the first of three passes is enough.
  /// - Returns: Whether there was a place for its file, from which alone the decoder reads it.
  func define(search name: String, arpa: String, isRough: Bool = false) throws(SpeechError) -> Bool {
    let failed = SpeechError.recogniserFailed(model: model.acousticModel, step: "take a model of words")
    guard let file = scores.file(holding: arpa) else { return false }
    defer { unlink(file) }
    forget(search: name)
    let configuration = ps_get_config(handles.decoder)
    // The beams of the decoder's makers: it searches more ways than a grammar has, and wider ones find no more.
    let beams = Beams(state: 48, phone: 48, word: 28.15)
    for (option, exponent) in [("-beam", beams.state), ("-pbeam", beams.phone), ("-wbeam", beams.word)] {
      cmd_ln_set_float_r(configuration, option, pow(10.0, -exponent))
    }
    cmd_ln_set_int_r(configuration, "-fwdflat", isRough ? 0 : 1)
    cmd_ln_set_int_r(configuration, "-pl_window", 0)
    // The searches by grammars that are made after this one would search lattices, too.
    cmd_ln_set_int_r(configuration, "-bestpath", isRough ? 0 : 1)
    defer { cmd_ln_set_int_r(configuration, "-bestpath", 0) }
    guard let words = ngram_model_read(configuration, file, NGRAM_ARPA, ps_get_logmath(handles.decoder)) else {
      throw failed
    }
    defer { ngram_model_free(words) }
    guard ps_set_lm(handles.decoder, name, words) == 0 else { throw failed }
    searches.insert(name)
    if !isRough { wordSearches.insert(name) }
    return true
  }

  func forget(search name: String) {
    wordSearches.remove(name)
    if searches.remove(name) != nil { _ = ps_unset_search(handles.decoder, name) }
  }

  /// Makes a grammar's network a search of the given name, replacing an earlier one.
  func define(search name: String, _ network: GrammarNetwork) throws(SpeechError) {
    try define(
      search: name, states: network.stateCount, start: network.start, final: network.final, arcs: network.arcs)
  }

  /// Searches 16 kHz samples with a network.
  /// - Parameter withSegments: Whether the best way is given piece by piece as well.
  func decode(_ samples: [Int16], search name: String, withSegments: Bool = false) throws(SpeechError) -> Pass {
    let decoder = handles.decoder
    scores.open()
    guard ps_set_search(decoder, name) == 0,
      // Without it the last utterance leaks into the score.
      ps_start_stream(decoder) == 0, ps_start_utt(decoder) == 0
    else { throw .recogniserFailed(model: model.acousticModel, step: "start an utterance") }
    let searched = samples.withUnsafeBufferPointer {
      ps_process_raw(decoder, $0.baseAddress, $0.count, 0, 1)
    }
    guard ps_end_utt(decoder) == 0, searched >= 0 else {
      scores.close()
      throw .recogniserFailed(model: model.acousticModel, step: "search an utterance")
    }
    scores.keep(of: samples)
    return pass(of: name, withSegments)
  }

  /// Searches the samples of the last search with another network, by the scores of the sounds as they were found then: these
  /// take nine tenths of the time.
  func decodeAgain(_ samples: [Int16], search name: String, withSegments: Bool = false) throws(SpeechError) -> Pass {
    let decoder = handles.decoder
    let frames = ps_get_n_frames(decoder)
    guard let file = scores.file(of: samples), ps_set_search(decoder, name) == 0 else {
      return try decode(samples, search: name, withSegments: withSegments)
    }
    let searched = ps_decode_senscr(decoder, file)
    scores.close()
    // A file that was cut off by a full disk ends the search early.
    guard searched >= 0, ps_get_n_frames(decoder) == frames else {
      return try decode(samples, search: name, withSegments: withSegments)
    }
    return pass(of: name, withSegments)
  }

  /// What the last search, which is the one of this name, found.
  private func pass(of name: String, _ withSegments: Bool) -> Pass {
    var pass = Pass(frames: Int(ps_get_n_frames(handles.decoder)))
    var score: Int32 = 0
    guard let best = ps_get_hyp(handles.decoder, &score) else { return pass }
    pass.words = String(cString: best).split(separator: " ").map(String.init)
    pass.score = Double(score)
    if withSegments {
      let isLattice = wordSearches.contains(name)
      pass.segments = segments(unit: isLattice ? Self.latticeUnit : 1)
      if isLattice { mendLast(&pass) }
    }
    return pass
  }

  /// What the last search, by a model of words, found most like the recording.
  /// - Parameter count: How many sentences, and at most eight times as many ways.
  /// - Returns: Different sentences, best first, with the score of the best way of each.
  func sentences(_ count: Int) -> [(words: [String], score: Double)] {
    var sentences: [(words: [String], score: Double)] = []
    var known: Set<[String]> = []
    var entry = ps_nbest(handles.decoder)
    var ways = 0
    // At the end of the list the library frees the iterator itself.
    while let current = entry {
      var score: Int32 = 0
      ways += 1
      if let text = ps_nbest_hyp(current, &score) {
        let words = String(cString: text).split(separator: " ").map(String.init)
        if known.insert(words).inserted { sentences.append((words, Double(score))) }
      }
      guard sentences.count < count, ways < 8 * count else {
        ps_nbest_free(current)
        break
      }
      entry = ps_nbest_next(current)
    }
    return sentences
  }

  /// What the score of a lattice's piece is to be divided by to be that of a network's: the decoder shifts it by ten bits.
  private static let latticeUnit = 1024.0

  /// The decoder gives the last piece of a lattice's best way the score of the piece before it; its own is what the others leave of the
  /// whole.
  private func mendLast(_ pass: inout Pass) {
    guard let last = pass.segments.indices.last, let score = pass.score else { return }
    let others = pass.segments[..<last].reduce(0) { $0 + $1.score + $1.grammarScore }
    pass.segments[last].score = min(0, score - others - pass.segments[last].grammarScore)
  }

  /// - Parameter unit: Of their scores.
  private func segments(unit: Double) -> [Segment] {
    var segments: [Segment] = []
    var entry = ps_seg_iter(handles.decoder)
    // At the end of the list the library frees the iterator itself.
    while let current = entry {
      var (first, last, score, grammar) = (Int32(0), Int32(0), Int32(0), Int32(0))
      ps_seg_frames(current, &first, &last)
      _ = ps_seg_prob(current, &score, &grammar, nil)
      let name = String(cString: ps_seg_word(current))
      // Arcs without a word take no time.
      if last >= first, name != "(NULL)" {
        let parts = name.split(separator: "(")
        let place = parts.count > 1 ? (Int(parts[1].dropLast()) ?? 1) - 1 : 0
        let known = readings[String(parts[0])]
        segments.append(
          Segment(
            word: known.map { _ in String(parts[0]) },
            reading: known.flatMap { $0.indices.contains(place) ? $0[place] : nil },
            frames: Int(first)..<Int(last) + 1, score: Double(score) / unit, grammarScore: Double(grammar)))
      }
      entry = ps_seg_next(current)
    }
    return segments
  }

  /// Owns the decoder; freed with the actor.
  private final class Handles: @unchecked Sendable {
    let decoder: OpaquePointer
    /// The settings point into them as long as the decoder lives.
    private let strings: [UnsafeMutablePointer<CChar>?]

    init(_ model: SpeechModel, scores folder: String?) throws(SpeechError) {
      err_set_logfp(nil)
      let arguments =
        ["alight", "-hmm", model.acousticModel]
        // Off, since a grammar's best way is known without a search of its lattice.
        + ["-maxhmmpf", "-1", "-bestpath", "no", "-fsgusefiller", "no", "-fsgusealtpron", "no"]
        // A frame's scores are relative to the best state that was scored: scores of two searches compare only if both
        // score all states.
        + ["-compallsen", "yes"] + (folder.map { ["-senlogdir", $0] } ?? [])
        // Of this size the buffer of frames is made; scores that are read again are written beyond a smaller one (and crash).
        // The look-ahead itself is for other searches than by a grammar.
        + ["-pl_window", "\(mostFrames)"]
      var strings = arguments.map { strdup($0) }
      self.strings = strings
      guard let configuration = cmd_ln_parse_r(nil, ps_args(), Int32(strings.count), &strings, 1) else {
        throw .recogniserFailed(model: model.acousticModel, step: "read its settings")
      }
      let opened = ps_init(configuration)
      cmd_ln_free_r(configuration)
      guard let opened else { throw .recogniserFailed(model: model.acousticModel, step: "start") }
      decoder = opened
    }

    deinit {
      ps_free(decoder)
      strings.forEach { free($0) }
    }
  }
}
#endif
