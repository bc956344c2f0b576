import Foundation

/// The exit codes that Alight documents, after sysexits.
enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case checkFailed = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case unavailable = 69
  case `internal` = 70
  case storage = 74
  case answerNeeded = 75
  case interrupted = 130
}

/// A failure that ends a command: a sentence for the rider and the exit code.
struct CommandFailure: Error, CustomStringConvertible {
  let status: ExitStatus
  let description: String

  init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }
}
