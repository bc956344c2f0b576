import Conversation
import Foundation

/// The recordings named by `--audio`: `from=FILE`, or a folder with one file a question.
struct RecordedAnswers {
  private(set) var files: [Question: [String]] = [:]

  private static let names: [(String, Question)] = [
    ("from", .from), ("to", .to), ("mode", .mode), ("interval", .interval), ("arrival", .arrival),
    ("confirm", .readBack),
  ]

  /// - Throws: `CommandFailure` for a file or folder that is not there, or a question that does not exist.
  init(_ arguments: [String]) throws {
    for argument in arguments {
      if let equals = argument.firstIndex(of: "="), !FileManager.default.fileExists(atPath: argument) {
        try add(String(argument[argument.index(after: equals)...]), to: String(argument[..<equals]))
      } else {
        try add(folder: argument)
      }
    }
  }

  private mutating func add(_ file: String, to name: String) throws {
    guard let question = Self.names.first(where: { $0.0 == name })?.1 else {
      throw CommandFailure(
        .usage,
        "--audio \(name)=\(file): no question is called \(name); there are "
          + Self.names.map(\.0).joined(separator: ", "))
    }
    guard FileManager.default.fileExists(atPath: file) else {
      throw CommandFailure(.noInput, "--audio \(name)=\(file): there is no such file")
    }
    files[question, default: []].append(file)
  }

  private mutating func add(folder: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw CommandFailure(.noInput, "--audio \(folder): there is no such folder")
    }
    guard isFolder.boolValue else {
      throw CommandFailure(.usage, "--audio \(folder): say which question it answers, like from=\(folder)")
    }
    var found = false
    for (name, question) in Self.names {
      let file = URL(filePath: folder).appending(path: "\(name).wav").path
      guard FileManager.default.fileExists(atPath: file) else { continue }
      files[question, default: []].append(file)
      found = true
    }
    if !found {
      throw CommandFailure(
        .noInput, "--audio \(folder): none of " + Self.names.map { "\($0.0).wav" }.joined(separator: ", ") + " is in it"
      )
    }
  }
}
