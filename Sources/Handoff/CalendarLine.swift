import Foundation

/// One content line of iCalendar (RFC 5545, section 3.1): a name, parameters and a value.
struct CalendarLine: Hashable {
  var name: String
  var parameters: [Parameter]
  /// As it stands in the file: a text has its escapes.
  var value: String

  struct Parameter: Hashable {
    var name: String
    var value: String
  }

  /// A line with a value that needs no escapes, such as an instant or a number.
  init(_ name: String, _ parameters: [(String, String)] = [], value: String) {
    self.name = name
    self.parameters = parameters.map { Parameter(name: $0.0, value: $0.1) }
    self.value = value
  }

  /// A line with a text, which may hold anything.
  init(_ name: String, _ parameters: [(String, String)] = [], text: String) {
    self.init(name, parameters, value: Self.escaped(text))
  }

  /// The line as a calendar has it: at most 75 octets between its line ends, no character cut in two.
  var folded: String {
    let head = parameters.reduce(name) { "\($0);\($1.name)=\(Self.quoted($1.value))" }
    var result = ""
    var octets = 0
    for character in (head + ":" + value).unicodeScalars {
      let size = UTF8.width(character)
      if octets + size > 75 {
        result += "\r\n "
        octets = 1
      }
      result.unicodeScalars.append(character)
      octets += size
    }
    return result + "\r\n"
  }

  // MARK: Texts

  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for character in text.unicodeScalars {
      switch character {
      case "\\", ";", ",": result.append(contentsOf: ["\\", character])
      case "\n": result.append(contentsOf: ["\\", "n"])
      case "\t": result.append(character)
      // A calendar cannot hold them.
      case _ where character.properties.generalCategory == .control: break
      default: result.append(character)
      }
    }
    return String(result)
  }

  /// The text that `value` stands for.
  var text: String {
    var result = String.UnicodeScalarView()
    var isEscape = false
    for character in value.unicodeScalars {
      switch (isEscape, character) {
      case (false, "\\"):
        isEscape = true
        continue
      case (true, "n"), (true, "N"): result.append("\n")
      default: result.append(character)
      }
      isEscape = false
    }
    return String(result)
  }

  /// A parameter's value as RFC 6868 writes what RFC 5545 has no escape for.
  private static func quoted(_ value: String) -> String {
    let plain = String(
      String.UnicodeScalarView(value.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    let safe = plain.replacingOccurrences(of: "^", with: "^^").replacingOccurrences(of: "\"", with: "^'")
    return safe.contains { ":;,".contains($0) } ? "\"\(safe)\"" : safe
  }

  // MARK: Reading

  /// Reads an unfolded line; nil where it has no name or no value.
  init?(unfolded line: String) {
    let scalars = line.unicodeScalars
    var isQuoted = false
    let colon = scalars.firstIndex { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ":" && !isQuoted
    }
    guard let colon else { return nil }
    name = String(line[..<colon].prefix { $0 != ";" }).uppercased()
    guard !name.isEmpty, name.utf8.allSatisfy({ Self.isNameOctet($0) }) else { return nil }
    parameters = []
    value = String(line[scalars.index(after: colon)...])
  }

  private static func isNameOctet(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
