import ArgumentParser
import Conversation
import Foundation
import Timetable

/// What an error means for the rider: the sentence and the exit code.
struct FailureReport {
  let status: ExitStatus
  let sentence: String
  private let parserError: (any Error)?

  init(_ error: any Error) {
    let code = Alight.exitCode(for: error)
    parserError = code == .success || code == .validationFailure || error is ExitCode ? error : nil
    switch error {
    case let failure as CommandFailure: (status, sentence) = (failure.status, failure.description)
    case let failure as PromptsError: (status, sentence) = (.badData, failure.description)
    case let failure as TimetableError: (status, sentence) = (failure.status, failure.description)
    case is CancellationError: (status, sentence) = (.interrupted, "interrupted")
    default: (status, sentence) = (.internal, "\(error)")
    }
  }

  /// Tells the failure and ends the program. Help, version and usage errors are the argument parser's own.
  func end() -> Never {
    if let parserError { Alight.exit(withError: parserError) }
    Output().failure(sentence)
    Foundation.exit(status.rawValue)
  }
}
