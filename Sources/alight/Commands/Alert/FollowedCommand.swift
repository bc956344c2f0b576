import ArgumentParser
import Devices
import Foundation

/// `alight alert`: the rides that a runner follows now, and what the rider does about them.
struct FollowedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alert",
    abstract: "See how the ride stands; say that you are off, snooze or stop; read why alerts came.",
    discussion: """
      Asks the runner of the database (alight run), which has to be there for all but the log. A reminder is named by its id or \
      the id's beginning; without one the alert that came last is meant, or the only ride.

      Examples:
        alight alert status --watch
        alight alert snooze
        alight alert done 1a2b
        alight alert log
      """,
    // One a line: the order in which the help lists them.
    subcommands: [
      Status.self,
      Done.self,
      Snooze.self, Later.self,
      Stop.self,
      Log.self,
    ], defaultSubcommand: Status.self)

  /// Asks the runner of a database.
  /// - Throws: `CommandFailure` (69) where there is none, (66) where what is asked about is not followed.
  static func asking<Answer>(_ data: DataOptions, _ ask: (ControlClient) async throws -> Answer) async throws -> Answer
  {
    do {
      return try await ask(try ControlClient(database: data.databaseURL))
    } catch ControlError.refused(let failure) {
      throw CommandFailure(failure.status, failure.message)
    } catch let error as ControlError {
      throw CommandFailure(.unavailable, error.description)
    }
  }
}

extension ControlFailure {
  /// The exit code that tells it to a script.
  fileprivate var status: ExitStatus {
    switch code {
    case .badRequest, .tooLong: .internal
    case .busy: .unavailable
    case .notFollowed: .noInput
    case .ambiguous: .usage
    case .nothingToSnooze: .checkFailed
    }
  }
}

/// The reminder that a rider may name.
struct FollowedReminder: ParsableArguments {
  @Argument(
    help: "The id of a reminder, or its beginning (default: the one that alerted last, or the only one).",
    completion: Completions.reminders)
  var id: String?

  func identifier(_ data: DataOptions) throws -> UUID? {
    guard let id else { return nil }
    return try data.openStore().reminder(id).id
  }
}
