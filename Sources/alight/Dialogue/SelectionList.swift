import Conversation
import Dialogue
import Foundation
import Matching
import Terminal

/// Where lines that somebody types come from.
protocol LineSource: AnyObject {
  func next() -> LineReader.Outcome
}

extension LineReader: LineSource {}

/// Lines that are typed, or chosen from a list, at a terminal; the list holds what fits the question that was put last.
final class SelectionList: OptionList, LineSource {
  /// What fits a text that is being typed; set by whoever knows the stops.
  var suggestions: StopSuggestions?

  private let session: SelectionSession
  private let prompts: Prompts
  private let output: Output
  private var question: Question?
  private var text = ""
  private var options: [NamedOption] = []
  private var standard: String?
  private var line: String?

  init(session: SelectionSession, prompts: Prompts, output: Output) {
    self.session = session
    self.prompts = prompts
    self.output = output
  }

  func put(_ text: String, question: Question?, options: [NamedOption], standard: String?, line: String?) {
    (self.text, self.question, self.options) = (text, question, options)
    (self.standard, self.line) = (standard, line)
  }

  func next() -> LineReader.Outcome {
    let rows = options.map(row)
    let asked = SelectionQuestion(
      options: rows, standard: standard, line: line ?? "", hint: prompts.texts.say(rows.isEmpty ? .lineKeys : .listKeys)
    ) { [suggestions] typed in
      let named = rows.filter { $0.fits(typed) }
      let stops = (suggestions?.fitting(typed) ?? []).map(SelectionRow.init)
      return named + stops.filter { row in !named.contains { $0.text == row.text } }
    }
    switch session.ask(asked, text: text) {
    case .line(let line, _): return .line(line)
    case .back: return .line(phrase("back"))
    case .help: return .line("?")
    case .end: return .end
    case .interrupted:
      // The terminal is given back: Ctrl-C ends the program as it does at any other place.
      RawTerminal.raiseHere(SIGINT)
      return .end
    }
  }

  /// Where a number is a value the list goes by names alone.
  private func row(_ option: NamedOption) -> SelectionRow {
    let isValue = question == .interval && Int(option.label) != nil
    return SelectionRow(
      mark: isValue ? "" : option.label, text: option.name, answer: isValue ? option.name : option.label)
  }

  /// What says a command in the language of the dialogue.
  private func phrase(_ command: String) -> String {
    let phrases = prompts.lexicon.commands.first { $0.name == command }
    return phrases?.examples.first ?? phrases?.whole.first ?? command
  }
}

extension SelectionRow {
  init(_ suggestion: StopSuggestions.Suggestion) {
    self.init(mark: "", text: suggestion.text, answer: suggestion.answer)
  }

  /// Whether some of its words begin with what was typed, or its mark is that.
  fileprivate func fits(_ typed: String) -> Bool {
    let words = Normalizer.tokens(typed).map(\.word)
    let own = Normalizer.tokens(text).map(\.word)
    return typed.trimmingCharacters(in: .whitespaces) == mark
      || !words.isEmpty && words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
  }
}
