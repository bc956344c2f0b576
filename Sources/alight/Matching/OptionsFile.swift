import Foundation
import Journey
import Matching

/// Reads options from TSV files: `id`, `name`, and perhaps `lang`, `lat`, `lon`, `country`, `alt` (`language=name|language=name`).
struct OptionsFile {
  private let path: String
  private let columns: [String: Int]

  /// The options of all files, in order.
  /// - Throws: `CommandFailure` (66, 65) that names the file, and the line where there is one.
  static func read(_ paths: [String]) throws -> [MatchOption] {
    var options: [MatchOption] = []
    for path in paths { options += try read(path) }
    return options
  }

  private static func read(_ path: String) throws -> [MatchOption] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(.noInput, "cannot read the options \(path): name a TSV file that exists")
    }
    let lines = [UInt8](data).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, let file = OptionsFile(path: path, header: first) else {
      throw CommandFailure(
        .badData, "the options \(path) have no header with id and name in line 1: add one, with tabs between")
    }
    var options: [MatchOption] = []
    options.reserveCapacity(lines.count)
    for (number, line) in lines.enumerated().dropFirst() where !line.isEmpty && line != [UInt8(ascii: "\r")] {
      options.append(try file.option(line, number: number + 1))
    }
    return options
  }

  private init?(path: String, header: ArraySlice<UInt8>) {
    self.path = path
    var columns: [String: Int] = [:]
    for (place, field) in Self.fields(header).enumerated() { columns[String(decoding: field, as: UTF8.self)] = place }
    guard columns["id"] != nil, columns["name"] != nil else { return nil }
    self.columns = columns
  }

  private func option(_ line: ArraySlice<UInt8>, number: Int) throws -> MatchOption {
    let fields = Self.fields(line)
    guard let id = try text("id", fields, number), let name = try text("name", fields, number) else {
      throw CommandFailure(.badData, "\(path), line \(number): an id and a name are needed, with a tab between")
    }
    var position: Position?
    if let latitude = try text("lat", fields, number), let longitude = try text("lon", fields, number) {
      guard let north = Self.degrees(latitude), let east = Self.degrees(longitude), abs(north) <= 90, abs(east) <= 180
      else {
        throw CommandFailure(
          .badData, "\(path), line \(number): \(latitude), \(longitude) is no latitude and longitude in degrees")
      }
      position = Position(latitude: north, longitude: east)
    }
    return MatchOption(
      id: id, name: name, language: try text("lang", fields, number),
      alternatives: alternatives(try text("alt", fields, number)), position: position,
      country: try text("country", fields, number))
  }

  /// Feeds pad their coordinates with spaces.
  private static func degrees(_ text: String) -> Double? { Double(text.trimmingCharacters(in: .whitespaces)) }

  private func alternatives(_ text: String?) -> [MatchOption.Alternative] {
    guard let text else { return [] }
    return text.split(separator: "|").compactMap { part in
      let pieces = part.split(separator: "=", maxSplits: 1)
      guard let name = pieces.last, !name.isEmpty else { return nil }
      return MatchOption.Alternative(language: pieces.count > 1 ? String(pieces[0]) : "", name: String(name))
    }
  }

  private func text(_ column: String, _ fields: [ArraySlice<UInt8>], _ number: Int) throws -> String? {
    guard let place = columns[column], place < fields.count, !fields[place].isEmpty else { return nil }
    guard let text = String(validating: fields[place], as: UTF8.self) else {
      throw CommandFailure(.badData, "\(path), line \(number): \(column) is not valid UTF-8: save the file as UTF-8")
    }
    return text
  }

  private static func fields(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let bare = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    return bare.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
  }
}
