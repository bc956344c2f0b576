import Timetable

extension TimetableError {
  /// The exit code that tells this failure to a script.
  var status: ExitStatus {
    switch kind {
    case .badData: .badData
    case .notFound: .noInput
    case .usage: .usage
    case .storage: .storage
    }
  }
}
