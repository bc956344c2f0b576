extension HelpTopic {
  static let exitCodes = HelpTopic(
    name: "exit-codes", title: "Exit codes",
    paragraphs: [
      "Every command ends with one of these. A failure is told on standard error: what, why, and what to do next; with --json "
        + "standard output gets an object alight.failure/1 as well."
    ],
    entries: ExitStatus.allCases.map { Entry(term: "\($0.rawValue)", meaning: $0.meaning) })
}

extension ExitStatus {
  /// What it tells a script.
  var meaning: String {
    switch self {
    case .done: "done"
    case .checkFailed: "a check failed: a doctor's finding, a test case, a replay, a regression, a limit"
    case .usage: "the command line is wrong"
    case .badData: "data cannot be used: a recording, a feed, a prompts file, a test case"
    case .noInput: "no such file, stop, reminder or conversation, nothing to undo"
    case .unavailable: "something needed is not there: the speech model, a program, a runner, or the place of one"
    case .internal: "a fault in Alight"
    case .storage: "the database cannot be read or written"
    case .answerNeeded: "an answer is needed or unclear, and nobody can be asked"
    case .interrupted: "interrupted"
    }
  }
}
