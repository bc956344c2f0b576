import Conversation
import Journey

/// A phrase that somebody is asked to read aloud, with what it means.
package struct PhraseToRead: Sendable, Hashable {
  package var question: AskedQuestion
  package var text: String
  /// In the notation of `alight test`.
  package var expected: String
  /// For an interval, the mode that it belongs to.
  package var mode: Mode?

  package init(question: AskedQuestion, text: String, expected: String, mode: Mode? = nil) {
    (self.question, self.text, self.expected, self.mode) = (question, text, expected, mode)
  }
}

/// What the product listens for, as phrases to read: the stops alone and in sentences, modes, intervals and commands.
///
/// The questions take turns, and what is taken from each lies far apart in its list, so that a session that ends early still
/// has something of everything. The same data gives the same script.
package struct ReadingScript: Sendable {
  package let readings: [PhraseToRead]

  /// - Parameters:
  ///   - questions: those that are read for.
  ///   - stops: the names that may be asked for.
  ///   - count: how many phrases, at most.
  package init(_ questions: [AskedQuestion], speech: SpokenAnswers, stops: [String], count: Int) {
    var queues = questions.map { question in
      var seen: Set<String> = []
      return Self.spread(Self.all(question, speech, stops)).filter { seen.insert($0.text).inserted }[...]
    }
    var readings: [PhraseToRead] = []
    while readings.count < count, queues.contains(where: { !$0.isEmpty }) {
      for index in queues.indices where readings.count < count {
        if let next = queues[index].popFirst() { readings.append(next) }
      }
    }
    self.readings = readings
  }

  private static func all(_ question: AskedQuestion, _ speech: SpokenAnswers, _ stops: [String]) -> [PhraseToRead] {
    switch question {
    case .from: places(.from, question, speech, stops)
    case .to: places(.to, question, speech, stops)
    case .mode:
      Mode.allCases.flatMap { mode in
        speech.names(of: mode).map { PhraseToRead(question: question, text: $0, expected: mode.rawValue) }
      }
    case .interval: Mode.allCases.flatMap { intervals($0, speech) }
    case .command:
      speech.commands.flatMap { entry in
        entry.phrases.map { PhraseToRead(question: question, text: $0, expected: "CMD:\(entry.command)") }
      }
    }
  }

  /// Each stop alone and, in turn, behind each way to begin a sentence.
  private static func places(
    _ slot: Slot, _ question: AskedQuestion, _ speech: SpokenAnswers, _ stops: [String]
  ) -> [PhraseToRead] {
    let carriers = speech.carriers[slot]
    return stops.enumerated().flatMap { number, stop in
      let carrier = carriers.isEmpty ? [] : [carriers[number % carriers.count] + " " + stop]
      return ([stop] + carrier).map { PhraseToRead(question: question, text: $0, expected: stop) }
    }
  }

  private static func intervals(_ mode: Mode, _ speech: SpokenAnswers) -> [PhraseToRead] {
    let (carriers, trailers) = (speech.carriers.interval, speech.trailers.interval)
    return speech.intervals(of: mode).enumerated().map { number, way in
      var text = way.phrase
      // A third as it is, a third with something behind it, a third as a whole sentence.
      if number % 3 > 0, !trailers.isEmpty { text += " " + trailers[number / 3 % trailers.count] }
      if number % 3 == 2, !carriers.isEmpty { text = carriers[number / 3 % carriers.count] + " " + text }
      return PhraseToRead(question: .interval, text: text, expected: way.value.canonical, mode: mode)
    }
  }

  /// In an order in which neighbours lie far apart: by the fractions of multiples of the golden ratio.
  private static func spread(_ readings: [PhraseToRead]) -> [PhraseToRead] {
    readings.enumerated().sorted { fraction($0.offset) < fraction($1.offset) }.map(\.element)
  }

  private static func fraction(_ number: Int) -> Double {
    (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
  }
}
