/// The value of an option, looked for before the command line is parsed, or where it is not parsed at all.
enum CommandLineValue {
  /// - Parameter words: `--name value` or `--name=value` among others.
  static func of(_ name: String, in words: [String]) -> String? {
    if let place = words.firstIndex(of: name), place + 1 < words.count { return words[place + 1] }
    return words.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}
