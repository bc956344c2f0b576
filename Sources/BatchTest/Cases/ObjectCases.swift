import Foundation

/// Reads cases from NDJSON: an object a line, with the names of the columns as keys.
package enum ObjectCases {
  /// - Throws: `BatchTestError` that names the file and the line.
  package static func read(_ text: CaseText) throws -> [CaseFields] {
    let lines = text.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return try lines.enumerated().compactMap { number, line in
      guard !line.allSatisfy(\.isWhitespace) else { return nil }
      return try fields(line, at: CasePlace(file: text.file, line: number + 1))
    }
  }

  private static func fields(_ line: Substring, at place: CasePlace) throws -> CaseFields {
    guard let object = try? JSONDecoder().decode([String: Field].self, from: Data(line.utf8)) else {
      throw place.failure("this is no JSON object of texts: write {\"question\": \"to\", \"utterance\": …}")
    }
    let missing = CaseFields.required.filter { object[$0] == nil }
    guard missing.isEmpty else { throw place.failure("\(missing.joined(separator: " and ")) missing") }
    return CaseFields(place: place, values: object.mapValues(\.text))
  }

  /// A text, or a list of them, as tags are best written.
  private struct Field: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        text = ""
      } else if let list = try? value.decode([String].self) {
        text = list.joined(separator: ",")
      } else {
        text = try value.decode(String.self)
      }
    }
  }
}
