import Foundation
import Journey

/// Places of a table whose first row names its columns, parted by commas, semicolons or tabs (RFC 4180).
enum TablePlaces {
  private static let latitudes = ["lat", "latitude", "y", "breite", "breitengrad"]
  private static let longitudes = ["lon", "lng", "long", "longitude", "x", "länge", "längengrad"]

  static func read(_ data: Data, file: String, into places: inout PlaceFile) throws(PlaceFileError) {
    var rows = Rows(data)
    let header = (rows.next() ?? []).map { $0.lowercased().trimmingCharacters(in: .whitespaces) }
    guard let latitude = header.firstIndex(where: latitudes.contains),
      let longitude = header.firstIndex(where: longitudes.contains)
    else {
      throw .unknown(file: file, cause: "its first row names no columns lat and lon")
    }
    var number = 1
    while let row = rows.next() {
      number += 1
      if row.allSatisfy(\.isEmpty) { continue }
      guard row.count > max(latitude, longitude) else {
        places.leaveOut("row \(number): it has \(row.count) fields of \(header.count)")
        continue
      }
      let position = Position(latitude: degrees(row[latitude]), longitude: degrees(row[longitude]))
      let values = Dictionary(zip(header, row)) { first, _ in first }
      places.add(PlaceFields(values), at: position, named: "row \(number)")
    }
    if rows.endsInQuotes { throw .damaged(file: file, cause: "a quoted field never ends") }
  }

  /// With a point or, as tables of other countries have it, a comma.
  private static func degrees(_ text: String) -> Double {
    if let number = Double(text) { return number }
    return Double(text.trimmingCharacters(in: .whitespaces).replacing(",", with: ".")) ?? .nan
  }

  private struct Rows {
    private let bytes: [UInt8]
    private var place = 0
    private let separator: UInt8
    private(set) var endsInQuotes = false

    init(_ data: Data) {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      bytes = Array(data.starts(with: mark) ? data.dropFirst(3) : data)
      let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
      let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
      separator =
        separators.max { one, other in first.count { $0 == one } < first.count { $0 == other } } ?? separators[0]
    }

    /// The fields of the next row; nil at the end.
    mutating func next() -> [String]? {
      guard place < bytes.count else { return nil }
      var fields: [String] = []
      var field: [UInt8] = []
      var isQuoted = false
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        if isQuoted {
          if byte != UInt8(ascii: "\"") {
            field.append(byte)
          } else if place < bytes.count, bytes[place] == byte {
            field.append(byte)
            place += 1
          } else {
            isQuoted = false
          }
        } else if byte == UInt8(ascii: "\""), field.isEmpty {
          isQuoted = true
        } else if byte == separator {
          fields.append(String(decoding: field, as: UTF8.self))
          field = []
        } else if byte == UInt8(ascii: "\n") {
          break
        } else if byte != UInt8(ascii: "\r") {
          field.append(byte)
        }
      }
      endsInQuotes = isQuoted
      return fields + [String(decoding: field, as: UTF8.self)]
    }
  }
}
