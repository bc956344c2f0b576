import Conversation
import Foundation

/// What may be chosen, in words.
struct NamedOption {
  /// Its number or, where a number would be a value, a letter.
  let label: String
  let name: String
}

/// Shows what may be answered to the question that was put last.
protocol OptionList: AnyObject {
  /// - Parameters:
  ///   - question: nil where something is asked back.
  ///   - line: What was heard before and is to be edited.
  func put(_ text: String, question: Question?, options: [NamedOption], standard: String?, line: String?)
}

extension OptionList {
  func put(_ text: String, question: Question?, options: [NamedOption]) {
    put(text, question: question, options: options, standard: nil, line: nil)
  }
}

/// The options as numbered lines that are written once.
final class PrintedList: OptionList {
  private let output: Output
  /// What tells, once, how to answer by a number; nil where that goes without saying.
  private var hint: ((_ count: Int) -> String)?

  init(output: Output, hint: ((_ count: Int) -> String)? = nil) {
    self.output = output
    self.hint = hint
  }

  func put(_ text: String, question: Question?, options: [NamedOption], standard: String?, line: String?) {
    for option in options { output.talk("  \(option.label)  \(option.name)") }
    // Where a number would be a value it chooses nothing.
    guard let hint, question != .interval, options.count > 1 else { return }
    output.talk(hint(options.count))
    self.hint = nil
  }
}
