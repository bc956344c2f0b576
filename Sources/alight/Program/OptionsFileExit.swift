import Matching

extension OptionsFileError {
  /// How a command ends that cannot read its options.
  var status: ExitStatus {
    switch self {
    case .unreadable: .noInput
    case .noHeader, .badLine: .badData
    }
  }
}
