/// A text of a language file read backwards: which values it was filled with.
struct SentenceTemplate: Sendable {
  private enum Part: Sendable {
    case literal(String)
    case value(String)
  }

  private let parts: [Part]

  init(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
      parts.append(.value(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.literal(String(rest))) }
    self.parts = parts
  }

  /// All ways in which a sentence may have been made from it; names may hold what looks like the text round them.
  func readings(of sentence: String) -> [[String: String]] { Self.readings(parts[...], sentence[...]) }

  private static func readings(_ parts: ArraySlice<Part>, _ text: Substring) -> [[String: String]] {
    guard let first = parts.first else { return text.isEmpty ? [[:]] : [] }
    let rest = parts.dropFirst()
    switch first {
    case .literal(let literal):
      return text.hasPrefix(literal) ? readings(rest, text.dropFirst(literal.count)) : []
    case .value(let name):
      guard !rest.isEmpty else { return text.isEmpty ? [] : [[name: String(text)]] }
      var found: [[String: String]] = []
      for end in text.indices.dropFirst() {
        // Whatever comes next begins with its literal, which spares most tries.
        if case .literal(let literal)? = rest.first, !text[end...].hasPrefix(literal) { continue }
        for reading in readings(rest, text[end...]) where reading[name] ?? String(text[..<end]) == text[..<end] {
          found.append(reading.merging([name: String(text[..<end])]) { $1 })
        }
      }
      return found
    }
  }
}
