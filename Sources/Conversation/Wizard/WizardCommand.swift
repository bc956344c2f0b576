import Yams

/// What a rider may say at any time instead of an answer: the names of the section `commands`, in every language.
enum WizardCommand: String, CaseIterable, Sendable {
  case help, `repeat`, options, alternatives, more, back, skip, undo, redo, review, swap, startover, bye, quit, cancel
  case maybe, why, time, reminders, usual, thanks, greeting, yes, no

  /// - Throws: `PromptsError` with the line of a command that the wizard does not have.
  static func check(_ document: PromptsDocument) throws(PromptsError) {
    for command in document.root.mapping?[Node("commands")]?.array() ?? [] {
      guard let name = command.mapping?[Node("name")], let text = name.string, WizardCommand(rawValue: text) == nil
      else {
        continue
      }
      throw .invalid(
        file: document.file, line: document.line(of: name),
        cause: "commands: the dialogue has no command \"\(text)\"; there are "
          + allCases.map(\.rawValue).joined(separator: ", "))
    }
  }
}
