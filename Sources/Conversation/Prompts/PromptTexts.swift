import Foundation
import Yams

/// The sentences of a language by id, each with its variants, loaded from the section `texts`.
///
/// The file nests them for reading (`ask: {from: ...}`); an id is the path with dots (`ask.from`).
public struct PromptTexts: Sendable {
  private let variants: [PromptID: [String]]
  /// The language's BCP 47 tag, by which numbers are written.
  let language: String
  /// The language in which numbers and days are written out, for texts that are heard; nil for those that are read.
  let spokenLanguage: String?

  init(variants: [PromptID: [String]], language: String, isSpoken: Bool = false) {
    self.variants = variants
    self.language = language
    spokenLanguage = isSpoken ? language : nil
  }

  init(_ document: PromptsDocument) throws(PromptsError) {
    guard let section = document.root.mapping?[Node("texts")] else {
      throw .invalid(file: document.file, line: 1, cause: "the section \"texts\" is missing")
    }
    var found: [PromptID: [String]] = [:]
    try Self.collect(section, path: [], document, into: &found)
    let missing = PromptID.allCases.filter { found[$0] == nil }.map(\.rawValue).sorted()
    if let first = missing.first {
      throw .invalid(
        file: document.file, line: document.line(of: Self.group(of: first, in: section)),
        cause: "texts: \"\(missing.joined(separator: "\", \""))\" missing")
    }
    self.init(variants: found, language: try document.section("language", as: String.self))
  }

  /// The same texts as they are spoken: those of the section `spoken` take the place of what only an eye can use. One that is
  /// empty is not spoken at all.
  func spoken(_ document: PromptsDocument) throws(PromptsError) -> PromptTexts {
    var all = variants
    if let section = document.root.mapping?[Node("spoken")] {
      var found: [PromptID: [String]] = [:]
      try Self.collect(section, path: [], document, mayBeEmpty: true, into: &found)
      all.merge(found) { $1 }
    }
    return PromptTexts(variants: all, language: language, isSpoken: true)
  }

  private static func collect(
    _ node: Node, path: [String], _ document: PromptsDocument, mayBeEmpty: Bool = false,
    into found: inout [PromptID: [String]]
  ) throws(PromptsError) {
    if let mapping = node.mapping {
      for (key, value) in mapping {
        try collect(value, path: path + [key.string ?? ""], document, mayBeEmpty: mayBeEmpty, into: &found)
      }
      return
    }
    let name = path.joined(separator: ".")
    guard let id = PromptID(rawValue: name) else {
      throw .invalid(file: document.file, line: document.line(of: node), cause: "texts: no text is called \"\(name)\"")
    }
    let texts = node.sequence.map { $0.map { $0.string ?? "" } } ?? [node.string ?? ""]
    guard !texts.isEmpty, mayBeEmpty || !texts.contains("") else {
      throw .invalid(file: document.file, line: document.line(of: node), cause: "texts.\(name): a text is empty")
    }
    if texts.count < id.leastVariants {
      throw .invalid(
        file: document.file, line: document.line(of: node),
        cause: "texts.\(name): \(id.leastVariants) different variants are needed, \(texts.count) found")
    }
    for text in texts {
      if let unknown = placeholders(in: text).first(where: { !id.placeholders.contains($0) }) {
        throw .invalid(
          file: document.file, line: document.line(of: node),
          cause: "texts.\(name): {\(unknown)} means nothing here; known are "
            + (id.placeholders.isEmpty ? "none" : id.placeholders.map { "{\($0)}" }.joined(separator: " ")))
      }
    }
    found[id] = texts
  }

  /// The innermost mapping that an id belongs into.
  private static func group(of id: String, in section: Node) -> Node {
    id.split(separator: ".").reduce(section) { group, key in
      guard let next = group.mapping?[Node(String(key))], next.mapping != nil else { return group }
      return next
    }
  }

  private static func placeholders(in text: String) -> [String] {
    text.split(separator: "{").dropFirst().compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }

  /// A text with its placeholders filled in; variants rotate with `turn`.
  public func say(_ id: PromptID, _ values: [String: String] = [:], turn: Int = 0) -> String {
    guard let texts = variants[id], !texts.isEmpty else { return id.rawValue }
    return Self.fill(texts[min(max(0, turn), texts.count - 1)], values)
  }

  /// A number in digits as the language writes it, with up to three decimals: "1.5", "1,5".
  public func number(_ value: Double) -> String {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: language)
    formatter.numberStyle = .decimal
    formatter.usesGroupingSeparator = false
    formatter.maximumFractionDigits = 3
    return formatter.string(from: NSNumber(value: value)) ?? String(format: "%g", value)
  }

  /// All variants of a text, unfilled.
  public func all(_ id: PromptID) -> [String] { variants[id] ?? [] }

  static func fill(_ text: String, _ values: [String: String]) -> String {
    // One pass from left to right, so that a value with braces in it is never filled in again.
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      let name = String(rest[rest.index(after: open)..<close])
      result += values[name] ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
