import Foundation
import Speech

/// Reads the spoken names of options from TSV files with the columns `id`, `name` and perhaps `lang`.
enum OptionNames {
  /// - Throws: `CommandFailure` (66, 65) that names the file and what it lacks.
  static func read(_ paths: [String]) throws -> [SpokenQuestion.Option] {
    var options: [SpokenQuestion.Option] = []
    for path in paths {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw CommandFailure(.noInput, "cannot read the options \(path): name a TSV file that exists")
      }
      guard let text = String(validating: data, as: UTF8.self) else {
        throw CommandFailure(.badData, "the options \(path) are not valid UTF-8: save the file as UTF-8")
      }
      let rows = text.split(whereSeparator: \.isNewline).map {
        $0.split(separator: "\t", omittingEmptySubsequences: false)
      }
      guard let header = rows.first, let id = header.firstIndex(of: "id"), let name = header.firstIndex(of: "name")
      else {
        throw CommandFailure(
          .badData, "the options \(path) have no header with id and name: add one, with tabs between")
      }
      let language = header.firstIndex(of: "lang")
      for row in rows.dropFirst() where row.count > max(id, name) && !row[name].isEmpty {
        let code = language.flatMap { $0 < row.count && !row[$0].isEmpty ? String(row[$0]) : nil }
        options.append(.init(value: String(row[id]), name: String(row[name]), language: code))
      }
    }
    return options
  }
}
