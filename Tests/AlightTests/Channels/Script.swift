import Foundation

/// A shell script of a test.
enum Script {
  /// Writes one that can be run.
  /// - Returns: its path.
  static func write(_ lines: String, to file: URL) throws -> String {
    try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return file.path
  }
}
