import BuiltFiles
import Foundation
import Journey

/// Why a file of options cannot be used.
public enum OptionsFileError: Error, CustomStringConvertible {
  case unreadable(path: String)
  case noHeader(path: String)
  /// A line, counted from 1, and what is wrong in it.
  case badLine(path: String, line: Int, problem: String)

  public var description: String {
    switch self {
    case .unreadable(let path): "cannot read the options \(path): name a TSV file that exists"
    case .noHeader(let path):
      "the options \(path) have no header with id and name in line 1: add one, with tabs between"
    case .badLine(let path, let line, let problem): "\(path), line \(line): \(problem)"
    }
  }
}

/// Reads options from TSV files: `id`, `name`, and perhaps `lang`, `lat`, `lon`, `country`, `alt` (`language=name|language=name`).
public struct OptionsFile {
  private let path: String
  private let columns: [String: Int]

  /// The options of all files, in order.
  /// - Throws: `OptionsFileError`, which names the file, and the line where there is one.
  public static func read(_ paths: [String]) throws(OptionsFileError) -> [MatchOption] {
    try options(paths, contents(paths))
  }

  /// An index of the options of all files, stored in `cache` by the digest of their contents.
  /// - Throws: `OptionsFileError`, which names the file, and the line where there is one.
  public static func index(_ paths: [String], lexicon: Lexicon, cache: URL) throws -> OptionIndex {
    let digests = paths.compactMap { Digest(contentsOf: $0) }
    if digests.count == paths.count {
      let stored = OptionIndex.stored(in: cache, source: Digest(parts: digests), lexicon: lexicon)
      if let stored { return stored }
    }
    // The digest of what is read now: a file may have been replaced meanwhile.
    let contents = try contents(paths)
    let source = Digest(parts: contents.map { $0.withUnsafeBytes { Digest($0) } })
    return try OptionIndex.stored(in: cache, source: source, lexicon: lexicon) { try options(paths, contents) }
  }

  private static func contents(_ paths: [String]) throws(OptionsFileError) -> [Data] {
    var contents: [Data] = []
    for path in paths {
      guard let data = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else {
        throw .unreadable(path: path)
      }
      contents.append(data)
    }
    return contents
  }

  private static func options(_ paths: [String], _ contents: [Data]) throws(OptionsFileError) -> [MatchOption] {
    var options: [MatchOption] = []
    for (path, data) in zip(paths, contents) { options += try read(path, data) }
    return options
  }

  private static func read(_ path: String, _ data: Data) throws(OptionsFileError) -> [MatchOption] {
    let lines = [UInt8](data).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, let file = OptionsFile(path: path, header: first) else {
      throw .noHeader(path: path)
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

  private func option(_ line: ArraySlice<UInt8>, number: Int) throws(OptionsFileError) -> MatchOption {
    let fields = Self.fields(line)
    guard let id = try text("id", fields, number), let name = try text("name", fields, number) else {
      throw .badLine(path: path, line: number, problem: "an id and a name are needed, with a tab between")
    }
    var position: Position?
    if let latitude = try text("lat", fields, number), let longitude = try text("lon", fields, number) {
      guard let north = Self.degrees(latitude), let east = Self.degrees(longitude), abs(north) <= 90, abs(east) <= 180
      else {
        throw .badLine(
          path: path, line: number, problem: "\(latitude), \(longitude) is no latitude and longitude in degrees")
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

  private func text(_ column: String, _ fields: [ArraySlice<UInt8>], _ number: Int) throws(OptionsFileError) -> String?
  {
    guard let place = columns[column], place < fields.count, !fields[place].isEmpty else { return nil }
    guard let text = String(validating: fields[place], as: UTF8.self) else {
      throw .badLine(path: path, line: number, problem: "\(column) is not valid UTF-8: save the file as UTF-8")
    }
    return text
  }

  private static func fields(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let bare = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    return bare.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
  }
}
