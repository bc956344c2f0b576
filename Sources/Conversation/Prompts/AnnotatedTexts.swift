/// Texts that carry their ids, so that a test can tell which ones were said.
extension PromptTexts {
  private static let opening: Character = "\u{2}"
  private static let closing: Character = "\u{3}"

  /// The same texts, each with its id before it between two control characters, which `reading` takes out again.
  public var annotated: PromptTexts {
    PromptTexts(
      variants: Dictionary(
        uniqueKeysWithValues: PromptID.allCases.map { id in
          (id, levels(id).map { $0.map { "\(Self.opening)\(id.rawValue)\(Self.closing)\($0)" } })
        }), language: language)
  }

  /// What was said without the ids, and the ids in the order in which their texts begin.
  public static func reading(_ text: String) -> (plain: String, ids: [String]) {
    var plain = ""
    var ids: [String] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: opening), let close = rest[open...].firstIndex(of: closing) {
      plain += rest[..<open]
      ids.append(String(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    return (plain + rest, ids)
  }
}

extension Prompts {
  /// The same language with `annotated` texts.
  public var annotated: Prompts {
    Prompts(
      language: language, texts: texts.annotated, spokenTexts: spokenTexts, choices: choices, clock: clock,
      lexicon: lexicon,
      corrections: corrections, places: places, repetition: repetition, alerts: alerts,
      speech: speech)
  }
}
