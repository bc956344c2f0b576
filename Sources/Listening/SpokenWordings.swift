import Conversation
import Journey
import Matching
import Speech
import Synchronization

/// What may be said to each question in words that are not listed for it, of one language.
///
/// The language file's templates, lists of words and phrases make the sentences; the matcher of typed answers tells what is meant.
package final class SpokenWordings: Sendable {
  /// A question, and for an interval its mode.
  struct Asked: Hashable {
    var question: AskedQuestion
    var mode: Mode?
  }

  private let speech: SpokenAnswers
  private let load: @Sendable () -> Matcher?
  private let loaded = Mutex<Matcher?>(nil)
  private let made = Mutex<[Asked: FreeWording]>([:])

  /// - Parameter matcher: The language's, asked for when it is needed first; nil where there is none.
  package init(_ speech: SpokenAnswers, matcher: @escaping @Sendable () -> Matcher?) {
    (self.speech, load) = (speech, matcher)
  }

  package convenience init(_ prompts: Prompts) { self.init(prompts.speech) { prompts.matcher } }

  private var matcher: Matcher? {
    loaded.withLock { loaded in
      if loaded == nil { loaded = load() }
      return loaded
    }
  }

  /// - Returns: Nil at a place, whose names are words that no template has.
  func wording(of asked: Asked) -> FreeWording? {
    guard asked.question != .from, asked.question != .to else { return nil }
    return made.withLock { made in
      if let known = made[asked] { return known }
      let wording = FreeWording(language: speech.language) { [self] in
        draw(asked)
      } read: { [self] text in
        let meaning = meaning(of: text, to: asked)
        return meaning == .nothing ? nil : meaning.key
      }
      made[asked] = wording
      return wording
    }
  }

  /// What a sentence means as an answer; two answers at once are none.
  func meaning(of text: String, to asked: Asked) -> SpokenQuestion.Meaning {
    guard let match = match(text, asked) else { return .nothing }
    // Where a command is asked for it is the answer, as a listed one is.
    if let command = match.command, asked.question != .command { return .command(command) }
    guard [.accept, .confirm].contains(match.decision), let value = match.value ?? match.command else {
      return .nothing
    }
    let name = match.candidates.first { $0.value == value }?.name ?? value
    return .options([.init(value: value, name: name)])
  }

  /// Whether the words leave no doubt of what they mean.
  func isPlain(_ text: String, to asked: Asked) -> Bool {
    match(text, asked).map { $0.command != nil || $0.decision == .accept } ?? false
  }

  private func match(_ text: String, _ asked: Asked) -> Match? {
    matcher?.match(text, question: asked.question.matchQuestion, mode: asked.mode)
  }

  /// More sentences change little; they are drawn and counted in a twentieth of a second.
  private static let drawn = 4_000
  /// Of what is said to a question: answers to it, commands, and words of any sentence.
  private static let shares = (answers: 0.8, commands: 0.1, words: 0.1)

  private func draw(_ asked: Asked) -> [FreeWording.Part] {
    guard let lexicon = matcher?.lexicon else { return [] }
    var draw = SentenceDraw(lexicon)
    var answers: [[String]] =
      switch asked.question {
      case .mode: draw.modes(Self.drawn) + modes(&draw)
      case .interval: intervals(asked.mode.map { [$0] } ?? Mode.allCases, &draw)
      case .from, .to, .command: []
      }
    answers += draw.framed(
      answers.enumerated().filter { $0.offset % 2 == 0 }.map(\.element), before: speech.frames.before,
      after: speech.frames.after)
    let commands =
      draw.commands(Self.drawn)
      + speech.commands.flatMap(\.phrases).flatMap { Array(repeating: Self.words($0), count: 5) }
    let own = answers.isEmpty ? 0 : Self.shares.answers
    return [
      .init(share: own, sentences: answers), .init(share: 1 - Self.shares.words - own, sentences: commands),
      .init(share: Self.shares.words, sentences: draw.smallWords),
    ]
  }

  private func modes(_ draw: inout SentenceDraw) -> [[String]] {
    let names = Mode.allCases.flatMap { speech.names(of: $0) }
    return draw.answers(
      names, weights: names.map { _ in 1 }, before: speech.carriers.mode, after: speech.trailers.mode,
      count: Self.drawn / 4)
  }

  /// A number alone is half as usual as one with its unit.
  private func intervals(_ modes: [Mode], _ draw: inout SentenceDraw) -> [[String]] {
    modes.flatMap { mode -> [[String]] in
      let rare = speech.unusualIntervals(of: mode)
      let phrases = speech.intervals(of: mode).map(\.phrase)
      let numbers = mode == .distance ? [] : speech.usualNumbers
      let others = draw.amounts(phrases.filter { !rare.contains($0) }, of: mode)
      return draw.answers(
        phrases + numbers + others,
        weights: phrases.map { rare.contains($0) ? 0.05 : 1 } + numbers.map { _ in 0.5 } + others.map { _ in 0.25 },
        before: speech.carriers.interval, after: speech.trailers.interval, count: Self.drawn / modes.count)
    }
  }

  private static func words(_ text: String) -> [String] {
    Normalizer.tokens(text).map(\.word)
  }
}
