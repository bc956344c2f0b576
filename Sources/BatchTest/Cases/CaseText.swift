import Foundation

/// The text of a file of cases, read with care: a device, a broken encoding or a file too large to be one is told.
package struct CaseText {
  /// Far beyond any collection of utterances.
  package static let largest = 16 << 20

  package let file: String
  package let text: String

  /// Reads a file, or standard input for `-`.
  /// - Throws: `BatchTestError` that names the file, and the line where there is one.
  package init(_ path: String) throws {
    file = path == "-" ? "standard input" : path
    guard let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
      throw BatchTestError(.noInput, "cannot read the cases \(file): name a file that exists and can be read")
    }
    defer { if path != "-" { try? handle.close() } }
    guard let data = try? handle.read(upToCount: Self.largest + 1) ?? Data() else {
      throw BatchTestError(.noInput, "cannot read the cases \(file): name a file and not a device or a folder")
    }
    guard data.count <= Self.largest else {
      throw BatchTestError(.badData, "the cases \(file) are larger than \(Self.largest >> 20) MB: split the file")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      let line = Self.firstBadLine(data)
      throw CasePlace(file: file, line: line).failure("this is not valid UTF-8: save the file as UTF-8")
    }
    guard !text.allSatisfy(\.isWhitespace) else {
      throw CasePlace(file: file, line: 1).failure("the file is empty: write a header and a case a line")
    }
    self.text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }

  private static func firstBadLine(_ data: Data) -> Int {
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
  }
}
