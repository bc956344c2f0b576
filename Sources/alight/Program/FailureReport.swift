import ArgumentParser
import BatchTest
import Conversation
import Dialogue
import Foundation
import Matching
import Speech
import Storage
import Timetable

/// What an error means for the rider: the sentence and the exit code.
struct FailureReport {
  let status: ExitStatus
  let sentence: String
  /// By which rule a feed was refused, and where.
  private let refusal: ImportRefusal?
  private let parserError: (any Error)?

  init(_ error: any Error) {
    let code = Alight.exitCode(for: error)
    parserError = code == .success || code == .validationFailure || error is ExitCode ? error : nil
    refusal = (error as? TimetableError)?.refusal
    switch error {
    case let failure as CommandFailure: (status, sentence) = (failure.status, failure.description)
    case let failure as PromptsError: (status, sentence) = (.badData, failure.description)
    case let failure as TimetableError: (status, sentence) = (failure.status, failure.description)
    case let failure as OptionsFileError: (status, sentence) = (failure.status, failure.description)
    case let failure as StorageError: (status, sentence) = (Self.status(of: failure), failure.description)
    case let failure as SpeechError: (status, sentence) = (Self.status(of: failure), failure.description)
    case let failure as BatchTestError: (status, sentence) = (Self.status(of: failure), failure.description)
    case let failure as UnreadableSession: (status, sentence) = (.badData, failure.description)
    case let failure as TripRefusal: (status, sentence) = (Self.status(of: failure), failure.description)
    case let failure as RepeatedTrip.NoTrip: (status, sentence) = (.noInput, failure.sentence)
    case is CancellationError: (status, sentence) = (.interrupted, "interrupted")
    default: (status, sentence) = (.internal, "\(error)")
    }
  }

  private static func status(of failure: TripRefusal) -> ExitStatus {
    switch failure {
    case .notReached, .noOrder, .nothingMissed, .nothingGoesOn: .badData
    default: .usage
    }
  }

  private static func status(of failure: StorageError) -> ExitStatus {
    switch failure {
    case .noSuchReminder, .noSuchSession, .noSuchBrowser, .noSuchTrip, .nothingToUndo, .nothingToRedo: .noInput
    case .ambiguousReminder, .ambiguousSession, .ambiguousTrip, .tripNameTaken: .usage
    case .damagedRecord, .malformedRecord, .damagedTrip: .badData
    default: .storage
    }
  }

  private static func status(of failure: BatchTestError) -> ExitStatus {
    switch failure.kind {
    case .badData: .badData
    case .noInput: .noInput
    case .usage: .usage
    case .storage: .storage
    case .interrupted: .interrupted
    case .internal: .internal
    }
  }

  private static func status(of failure: SpeechError) -> ExitStatus {
    switch failure {
    case .notBuilt, .noModel, .noDictionary, .recogniserFailed, .noRecorder, .noMicrophone, .microphoneLost, .noVoice,
      .noAdaptationTools, .adaptationFailed:
      .unavailable
    case .cannotRead: .noInput
    case .notWave, .badWave, .badPronunciations: .badData
    case .cannotStore: .storage
    case .emptyGrammar: .internal
    }
  }

  /// Tells the failure and ends the program. Help, version and usage errors are the argument parser's own.
  func end() -> Never {
    if let parserError {
      if Alight.exitCode(for: parserError) == .validationFailure,
        let failure = CommandPath(Array(CommandLine.arguments.dropFirst())).failure
      {
        FailureReport(failure).end()
      }
      if Alight.exitCode(for: parserError) == .validationFailure, CommandLine.arguments.contains("--json") {
        try? Output().json(FailureObject(status: ExitStatus.usage.rawValue, message: Alight.message(for: parserError)))
      }
      guard Alight.exitCode(for: parserError) == .validationFailure else { Alight.exit(withError: parserError) }
      Output().usage(Alight.fullMessage(for: parserError))
      Foundation.exit(ExitStatus.usage.rawValue)
    }
    Output().failure(sentence)
    // Whoever reads standard output as JSON gets an object in every case.
    if CommandLine.arguments.contains("--json") {
      try? Output().json(FailureObject(status: status.rawValue, message: sentence, refused: refusal))
    }
    Foundation.exit(status.rawValue)
  }
}

extension RepeatedTrip.NoTrip {
  fileprivate var sentence: String {
    switch self {
    case .noneSet: "no trip is remembered that could be set again: start with \"alight\""
    case .stopGone(let name): "the timetable has no stop \(name) any more: name both with --from and --to"
    }
  }
}

/// A failure on standard output, for `--json`.
private struct FailureObject: Encodable {
  let schema = "alight.failure/1"
  let status: Int32
  let message: String
  var refused: ImportRefusal?
}
