/// Reads cases from lines with a header: TSV, where a tab always separates, and CSV by RFC 4180.
package struct DelimitedCases {
  /// What stands between the fields.
  package enum Separator: Character {
    case tab = "\t"
    case comma = ","

    var name: String { self == .tab ? "tabs" : "commas" }
  }

  /// The fields of one case, each under the name of its column, empty ones included.
  package let rows: [CaseFields]
  package let unknownColumns: [(CasePlace, String)]
  /// Whether it is a table of options, which a folder of cases may hold as well.
  package let isOptions: Bool

  /// - Throws: `BatchTestError` that names the file and the line.
  package init(_ text: CaseText, separator: Separator) throws {
    var records = try DelimitedText(text.text, file: text.file, separator: separator).records.filter { !$0.isSkipped }
    let first = records.isEmpty ? nil : records.removeFirst()
    let place = CasePlace(file: text.file, line: first?.line ?? 1)
    let header = first?.fields.map { $0.lowercased().filter { !$0.isWhitespace } } ?? []
    isOptions = header.contains("id") && header.contains("name") && !header.contains("question")
    unknownColumns = isOptions ? [] : header.filter { !CaseFields.known.contains($0) }.map { (place, $0) }
    guard !isOptions else {
      rows = []
      return
    }
    try Self.check(header, at: place, separator)
    rows = try records.map { record in
      let place = CasePlace(file: text.file, line: record.line)
      if let extra = record.fields.dropFirst(header.count).first(where: { !$0.isEmpty }) {
        throw place.failure("\"\(extra)\" is one field more than the header has columns: look for a stray \(separator)")
      }
      return CaseFields(place: place, values: Dictionary(zip(header, record.fields)) { first, _ in first })
    }
  }

  private static func check(_ header: [String], at place: CasePlace, _ separator: Separator) throws {
    let missing = CaseFields.required.filter { !header.contains($0) }
    guard missing.isEmpty else {
      throw place.failure(
        "a header with question, utterance and expected is needed, with \(separator.name) between; "
          + "\(missing.joined(separator: " and ")) missing")
    }
    if let twice = header.first(where: { name in !name.isEmpty && header.filter { $0 == name }.count > 1 }) {
      throw place.failure("two columns are called \(twice): rename one")
    }
  }
}

/// Text cut into records and fields, each record with its line.
package struct DelimitedText {
  package struct Record {
    let line: Int
    let fields: [String]

    /// An empty line, or a comment.
    var isSkipped: Bool { fields.allSatisfy(\.isEmpty) || fields[0].hasPrefix("#") }
  }

  package let records: [Record]

  package init(_ text: String, file: String, separator: DelimitedCases.Separator) throws {
    switch separator {
    case .tab:
      records = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map {
        Record(line: $0 + 1, fields: $1.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
      }
    case .comma: records = try Self.quoted(text, file: file)
    }
  }

  /// Fields in quotes may hold commas, doubled quotes and line ends.
  private static func quoted(_ text: String, file: String) throws -> [Record] {
    var records: [Record] = []
    var fields: [String] = []
    var field = ""
    var (line, start) = (1, 1)
    var isQuoted = false
    var rest = text[...]
    func endRecord() {
      records.append(Record(line: start, fields: fields + [field]))
      (fields, field) = ([], "")
    }
    while let character = rest.popFirst() {
      if character.isNewline { line += 1 }
      switch character {
      case "\"" where isQuoted && rest.first == "\"": field.append(rest.removeFirst())
      case "\"" where isQuoted: isQuoted = false
      case "\"" where field.isEmpty: isQuoted = true
      case "," where !isQuoted:
        fields.append(field)
        field = ""
      case _ where character.isNewline && !isQuoted:
        endRecord()
        start = line
      default: field.append(character)
      }
    }
    if isQuoted { throw CasePlace(file: file, line: start).failure("a quoted field is never closed") }
    if !field.isEmpty || !fields.isEmpty { endRecord() }
    return records
  }
}
