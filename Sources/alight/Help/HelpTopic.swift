import Terminal

/// What `alight help TOPIC` tells: a subject that concerns all commands. The manual is made of the same.
struct HelpTopic: Encodable {
  /// A term and what it means.
  struct Entry: Encodable, Equatable {
    var term: String
    var meaning: String
  }

  let schema = "alight.help/1"
  let name: String
  let title: String
  var paragraphs: [String] = []
  var entries: [Entry] = []

  /// In the order in which they are listed.
  static let all = [
    dialogue, voice, places, alerts, following, page, feeds, live, handOff, testing, accessibility, environment,
    exitCodes,
    formats,
  ]

  /// The lines for a reader, no longer than a terminal is wide.
  func lines(width: Int) -> [String] {
    let indent = entries.map { TextColumns.of($0.term) }.max().map { min($0, width / 3) + 4 } ?? 0
    var lines = TextColumns.wrapped(title, to: width)
    for paragraph in paragraphs { lines += [""] + TextColumns.wrapped(paragraph, to: width) }
    if !entries.isEmpty { lines.append("") }
    for entry in entries {
      let term = TextColumns.padded("  " + entry.term, to: indent)
      // A long term has a line of its own, or several, which a shell takes as one.
      let isShort = TextColumns.of(entry.term) + 4 <= indent
      if !isShort { lines += Self.wrapped(entry.term, to: width) }
      let left = isShort ? indent : 6
      for (place, line) in TextColumns.wrapped(entry.meaning, to: max(16, width - left)).enumerated() {
        lines.append((isShort && place == 0 ? term : String(repeating: " ", count: left)) + line)
      }
    }
    return lines
  }

  private static func wrapped(_ term: String, to width: Int) -> [String] {
    let parts = TextColumns.wrapped(term, to: width - 6)
    return parts.enumerated().map { place, part in
      (place == 0 ? "  " : "    ") + part + (place < parts.count - 1 ? " \\" : "")
    }
  }
}
