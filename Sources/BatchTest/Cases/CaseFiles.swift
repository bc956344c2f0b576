import Foundation

/// Reads cases from files, folders and standard input, each in the format that its name tells.
package struct CaseFiles {
  /// What a file holds.
  package enum Format {
    case delimited(DelimitedCases.Separator)
    case objects
    case script
    case recording

    /// By the ending of a file's name; nil for a file that holds no cases.
    init?(path: String) {
      switch URL(filePath: path).pathExtension.lowercased() {
      case "tsv": self = .delimited(.tab)
      case "csv": self = .delimited(.comma)
      case "ndjson", "jsonl": self = .objects
      case "yaml", "yml": self = .script
      case "wav": self = .recording
      default: return nil
      }
    }
  }

  package private(set) var cases: [TestCase] = []
  /// Columns that no case has, with the place of their header.
  package private(set) var unknownColumns: [(CasePlace, String)] = []

  private let now: Date?

  package static func read(_ paths: [String]) throws -> [TestCase] { try CaseFiles(paths).cases }

  /// The cases of all files and folders, in the order given and, in a folder, of their paths; a file named twice is read once.
  /// - Throws: `BatchTestError` that names the file, and the line where there is one.
  /// - Parameter now: when dialogues are held that do not say.
  package init(_ paths: [String], now: Date? = nil) throws {
    self.now = now
    var seen: Set<String> = []
    for path in paths {
      for file in try Self.files(path) where seen.insert(file.path).inserted { try read(file) }
    }
    // A recording that a table names is the table's case.
    let named = Set(cases.filter { $0.isRecording && !$0.isBesideRecording }.map(\.utterance))
    cases.removeAll { ($0.isBesideRecording && named.contains($0.utterance)) }
  }

  private struct File {
    var path: String
    /// Whether it was found in a folder, where not everything is a case.
    var isFound = false
  }

  private static func files(_ path: String) throws -> [File] {
    var isFolder: ObjCBool = false
    guard path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return [File(path: path)]
    }
    let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let below = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
      .filter { !$0.hasPrefix(".") && !$0.contains("/.") && Format(path: $0) != nil }.sorted()
    guard !below.isEmpty else {
      throw BatchTestError(
        .noInput, "no file of cases is below \(path): their names end with .tsv, .csv, .ndjson, .yaml or .wav")
    }
    return below.map { File(path: "\(folder)/\($0)", isFound: true) }
  }

  private mutating func read(_ file: File) throws {
    if case .recording = Format(path: file.path) {
      let sidecar = RecordingCase(recording: file.path)
      if !file.isFound || sidecar.exists { cases.append(try sidecar.read()) }
      return
    }
    let text = try CaseText(file.path)
    switch Format(path: file.path) ?? Self.format(of: text.text) {
    case .delimited(let separator):
      let table = try DelimitedCases(text, separator: separator)
      guard !table.isOptions || file.isFound else {
        throw CasePlace(file: text.file, line: 1).failure("this is a table of options and holds no cases")
      }
      unknownColumns += table.unknownColumns
      cases += try table.rows.map { try $0.testCase() }
    case .objects: cases += try ObjectCases.read(text).map { try $0.testCase() }
    case .script: cases += try ScriptFile(text, now: now).cases()
    case .recording: break
    }
  }

  /// By the first character, for standard input and names that tell nothing.
  private static func format(of text: String) -> Format {
    switch text.first(where: { !$0.isWhitespace }) {
    case "{": .objects
    default: text.prefix { !$0.isNewline }.contains("\t") ? .delimited(.tab) : .delimited(.comma)
    }
  }
}
