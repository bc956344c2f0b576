import BatchTest
import Foundation
import Journey
import Listening
import Speech

/// A folder of labelled recordings: WAV files, the table `recordings.tsv` that `alight test` reads, and the stops that may be
/// named. Nothing in it is ever overwritten.
struct RecordingFolder {
  static let table = "recordings.tsv"
  static let stops = "stops.tsv"
  private static let header = "question\tutterance\texpected\ttier\tmode\tlang\toptions\ttranscript\tspeaker"

  /// The folder that is named, or the one of the speaker's own data.
  static func url(_ named: String?) -> URL {
    named.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? DataFolders().data.appending(path: "recordings")
  }

  let url: URL
  let speaker: String
  let language: String

  var tableFile: URL { url.appending(path: Self.table) }

  /// Opens a folder, which is made where it is not there.
  /// - Throws: `CommandFailure` (74) where it cannot be written.
  init(_ url: URL, speaker: String, language: String) throws {
    (self.url, self.speaker, self.language) = (url, speaker, language)
    do {
      // Voices are nobody else's business.
      try FileManager.default.createDirectory(
        at: url.appending(path: speaker), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw Self.failure(url, error) }
  }

  /// What this speaker has read already.
  /// - Throws: `CommandFailure` (65) where the table is damaged.
  func readings() throws -> Set<PhraseToRead> {
    guard FileManager.default.fileExists(atPath: tableFile.path) else { return [] }
    let rows = try DelimitedCases(CaseText(tableFile.path), separator: .tab).rows
    return Set(
      rows.filter { $0["speaker"] == speaker && ($0["lang"] ?? language) == language }.compactMap { row in
        guard let question = row["question"].flatMap(AskedQuestion.init(rawValue:)), let text = row["transcript"],
          let expected = row["expected"]
        else { return nil }
        return PhraseToRead(
          question: question, text: text, expected: expected, mode: row["mode"].flatMap(Mode.init(rawValue:)))
      })
  }

  /// Writes the stops that answers may name, unless an earlier session has.
  func keep(_ stops: [SpokenQuestion.Option]) throws {
    let file = url.appending(path: Self.stops)
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    let rows = stops.map { "\($0.value)\t\($0.name)\t\($0.language ?? "")" }
    try write((["id\tname\tlang"] + rows).joined(separator: "\n") + "\n", to: file)
  }

  /// Adds a recording with its label.
  /// - Returns: the path of the WAV file in the folder.
  /// - Throws: `CommandFailure` (74) where it cannot be written.
  func add(_ samples: [Int16], of reading: PhraseToRead) throws -> String {
    let bytes = Data(WaveFile.bytes(samples, sampleRate: 16_000))
    for number in 1... {
      let name = String(format: "%@/%@-%04d.wav", speaker, reading.question.rawValue, number)
      do {
        try bytes.write(to: url.appending(path: name), options: .withoutOverwriting)
        chmod(url.appending(path: name).path, 0o600)
        try label(name, reading)
        return name
      } catch CocoaError.fileWriteFileExists { continue } catch let error as CommandFailure { throw error } catch {
        throw Self.failure(url, error)
      }
    }
    throw CommandFailure(.storage, "the folder \(url.path) is full")
  }

  /// Takes the label off a recording that was read again; the recording itself stays.
  func remove(_ name: String) throws {
    let lines = try CaseText(tableFile.path).text.split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.map { line in
      line.split(separator: "\t").dropFirst().first.map(String.init) == name ? "# \(line)" : line
    }
    try write(kept.joined(separator: "\n"), to: tableFile)
  }

  private func label(_ name: String, _ reading: PhraseToRead) throws {
    let isPlace = reading.question == .from || reading.question == .to
    let fields = [
      reading.question.rawValue, name, reading.expected, "any", reading.mode?.rawValue ?? "", language,
      isPlace ? Self.stops : "", reading.text, speaker,
    ]
    let isNew = !FileManager.default.fileExists(atPath: tableFile.path)
    let line = (isNew ? Self.header + "\n" : "") + fields.joined(separator: "\t") + "\n"
    let descriptor = open(tableFile.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(tableFile, CocoaError(.fileWriteNoPermission)) }
    // The line is on the disk before the next phrase is shown.
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: Data(line.utf8))
      try handle.synchronize()
    } catch { throw Self.failure(tableFile, error) }
  }

  private func write(_ text: String, to file: URL) throws {
    do { try Data(text.utf8).write(to: file, options: .atomic) } catch { throw Self.failure(file, error) }
  }

  private static func failure(_ url: URL, _ error: any Error) -> CommandFailure {
    CommandFailure(
      .storage, "cannot write \(url.path): \((error as NSError).localizedDescription); choose a folder with --folder")
  }
}
