/// What may and what must stand in braces in a text.
struct Placeholders {
  let needed: [String]
  let optional: [String]

  /// What is wrong with a text; nil where nothing is.
  func flaw(of text: String) -> String? {
    let found = Self.names(in: text)
    let known = needed + optional.filter { !needed.contains($0) }
    if let unknown = found.first(where: { !known.contains($0) }) {
      let words = known.isEmpty ? "none" : known.map { "{\($0)}" }.joined(separator: " ")
      return "{\(unknown)} means nothing here; known are \(words)"
    }
    return needed.first { !found.contains($0) }.map { "{\($0)} is missing in \"\(text)\"" }
  }

  private static func names(in text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }
}
