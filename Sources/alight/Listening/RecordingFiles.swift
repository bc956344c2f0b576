import Foundation
import Terminal

/// The recordings that a command line names: files, folders of them, standard input, and a list of names.
struct RecordingFiles {
  private(set) var paths: [String] = []

  /// - Parameters:
  ///   - arguments: Files, folders, which stand for the WAV files below them, and `-` for standard input.
  ///   - list: A file with a name a line, or `-`.
  /// - Throws: `CommandFailure` for a list or a folder that gives nothing, and for standard input that is wanted twice.
  init(_ arguments: [String], list: String?) throws {
    for argument in arguments { try add(argument) }
    if let list { try add(list: list) }
    guard paths.count(where: { $0 == "-" }) + (list == "-" ? 1 : 0) <= 1 else {
      throw CommandFailure(.usage, "standard input (-) is named twice: it can be read once")
    }
    guard !paths.contains("-") || isatty(STDIN_FILENO) == 0 else {
      throw CommandFailure(.usage, "standard input is a terminal: pipe a recording into it, or name a file")
    }
  }

  private mutating func add(_ path: String) throws {
    var isFolder: ObjCBool = false
    // A file that is not there gets its line, with the reason.
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      paths.append(path)
      return
    }
    let below = try FileManager.default.subpathsOfDirectory(atPath: path).filter {
      $0.lowercased().hasSuffix(".wav") && !$0.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    guard !below.isEmpty else { throw CommandFailure(.noInput, "no WAV recording lies in the folder \(path)") }
    paths += below.sorted().map { (path as NSString).appendingPathComponent($0) }
  }

  private mutating func add(list: String) throws {
    let descriptor = list == "-" ? dup(STDIN_FILENO) : open(list, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(.noInput, "cannot read \(list): name a file with the name of a recording a line")
    }
    defer { close(descriptor) }
    let reader = LineReader(descriptor: descriptor)
    let before = paths.count
    while true {
      switch reader.next() {
      case .line(let line): if !line.isEmpty { try add(line) }
      case .invalidText(let number):
        throw CommandFailure(.badData, "\(list), line \(number): not valid UTF-8; save the list as UTF-8")
      case .tooLong(let number, let bytes):
        throw CommandFailure(.badData, "\(list), line \(number): \(bytes) bytes are no name of a file")
      case .end:
        guard paths.count > before else { throw CommandFailure(.badData, "\(list) names no recording") }
        return
      }
    }
  }
}
