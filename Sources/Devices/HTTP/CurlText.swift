/// Lines of a configuration of `curl`.
enum CurlText {
  /// As curl reads strings; a line break would begin another option, or another field.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n", "\r", "\0": quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  static func header(_ name: String, _ value: String) -> String { "header = \(quoted("\(name): \(value)"))" }
}
