import Conversation
import Foundation
import Journey
import Matching

/// Every question in every language, as the program asks them, to be answered with anything.
struct FuzzQuestions {
  /// One question in one language.
  struct Asked {
    var language: String
    var question: String
    /// With stops, which have names in all languages, each language is asked in its turn only.
    var turn: Int?
    /// Answers it, and tells what is wrong with the result.
    var answer: @Sendable (String) -> [String]
  }

  let all: [Asked]

  /// - Parameter index: the stops for both ends.
  init(prompts: URL, index: (Lexicon) -> OptionIndex) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: prompts.path).filter { $0.hasSuffix(".yaml") }
      .sorted()
    let lexicons = try files.map { try Prompts.lexicon(from: prompts.appending(path: $0)) }
    var all: [Asked] = []
    // The names and the words for kinds of places are the same whichever language comes first.
    let stops = index(lexicons.dropFirst().reduce(lexicons[0]) { $0.merged(with: $1) })
    let english = files.firstIndex(of: "en.yaml")
    for (number, file) in files.enumerated() {
      let others = lexicons.indices.filter { $0 != number }.map { lexicons[$0] }
      let everywhere = Matcher(lexicon: others.reduce(lexicons[number]) { $0.merged(with: $1) })
      let own = english.map { $0 == number ? lexicons[number] : lexicons[number].merged(with: lexicons[$0]) }
      let matcher = Matcher(lexicon: own ?? lexicons[number])
      all += Self.questions(String(file.dropLast(5)), matcher, everywhere, stops, turn: number)
    }
    self.all = all
  }

  private static func questions(
    _ language: String, _ matcher: Matcher, _ everywhere: Matcher, _ stops: OptionIndex,
    turn: Int
  ) -> [Asked] {
    func ask(_ name: String, turn: Int? = nil, _ answer: @escaping @Sendable (String) -> [String]) -> Asked {
      Asked(language: language, question: name, turn: turn, answer: answer)
    }
    let choices = (0..<min(4, stops.options.count)).map { stops.options[$0] }
    let plain: [Asked] = [
      ask("from", turn: turn) { everywhere.match($0, question: .slot(.from), among: stops).flaws },
      ask("to", turn: turn) { everywhere.match($0, question: .slot(.to), among: stops).flaws },
      ask("mode") { matcher.match($0, question: .slot(.mode)).flaws },
      ask("interval") { matcher.match($0, question: .slot(.interval)).flaws },
      ask("command") { matcher.match($0, question: .command).flaws },
      ask("choice") {
        matcher.choose($0, among: choices).flaws + (matcher.ordinal($0, count: 4) ?? 0 > 4 ? ["place"] : [])
      },
    ]
    let whole = [Slot.from, .to, .mode, .interval].map { slot in
      ask("all at \(slot.rawValue)", turn: turn) { text in
        everywhere.interpret(text, open: slot, mode: .time, from: stops, to: stops).flaws(text)
      }
    }
    return plain + whole
  }
}

extension Match {
  /// What no match may have, whatever was said.
  var flaws: [String] {
    var found: [String] = []
    if !(0...1).contains(score) { found.append("score \(score)") }
    if !(-1...1).contains(margin) { found.append("margin \(margin)") }
    if candidates.contains(where: { !(0...1).contains($0.score) }) { found.append("a candidate's score") }
    if candidates.count > 5 { found.append("\(candidates.count) candidates") }
    let takes = decision == .accept || decision == .confirm
    if takes, value == nil { found.append("\(decision) without a value") }
    if !takes, value != nil { found.append("\(decision) with a value") }
    if takes, let first = candidates.first, first.value != value { found.append("a value that is not the best") }
    return found
  }
}

extension Interpretation {
  /// What no interpretation may have: parts lie in the utterance, in order and apart.
  func flaws(_ text: String) -> [String] {
    var found = slots.values.flatMap(\.flaws)
    var end = 0
    for part in parts {
      if part.range.lowerBound < end || part.range.upperBound > text.utf8.count || part.range.isEmpty {
        found.append("part \(part.range) of \(text.utf8.count) bytes after \(end)")
      }
      end = part.range.upperBound
    }
    return found
  }
}
