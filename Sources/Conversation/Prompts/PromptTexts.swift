import Foundation
import Yams

/// The sentences of a language by id, each with its levels and their variants, loaded from the section `texts`.
///
/// The file nests them for reading (`ask: {from: ...}`); an id is the path with dots (`ask.from`). A text that tapers is a list of
/// levels, each a sentence or a list of variants; any other is a sentence or a list of variants.
public struct PromptTexts: Sendable {
  /// By id the levels, and of each the variants; none of them empty.
  private let variants: [PromptID: [[String]]]
  /// The language's BCP 47 tag, by which numbers are written.
  let language: String
  /// The language in which numbers and days are written out, for texts that are heard; nil for those that are read.
  let spokenLanguage: String?

  init(variants: [PromptID: [[String]]], language: String, isSpoken: Bool = false) {
    self.variants = variants
    self.language = language
    spokenLanguage = isSpoken ? language : nil
  }

  init(_ document: PromptsDocument) throws(PromptsError) {
    guard let section = document.root.mapping?[Node("texts")] else {
      throw .invalid(file: document.file, line: 1, cause: "the section \"texts\" is missing")
    }
    var found: [PromptID: [[String]]] = [:]
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
    let all = try replaced(by: "spoken", document, mayBeEmpty: true)
    return PromptTexts(variants: all, language: language, isSpoken: true)
  }

  /// The same texts as they stand on the page: those of the section `onPage` take the place of what names commands.
  func onPage(_ document: PromptsDocument) throws(PromptsError) -> PromptTexts {
    PromptTexts(variants: try replaced(by: "onPage", document, mayBeEmpty: false), language: language)
  }

  private func replaced(
    by section: String, _ document: PromptsDocument, mayBeEmpty: Bool
  ) throws(PromptsError) -> [PromptID: [[String]]] {
    guard let node = document.root.mapping?[Node(section)] else { return variants }
    var found: [PromptID: [[String]]] = [:]
    try Self.collect(node, path: [], document, isWhole: false, mayBeEmpty: mayBeEmpty, into: &found)
    return variants.merging(found) { $1 }
  }

  private static func collect(
    _ node: Node, path: [String], _ document: PromptsDocument, isWhole: Bool = true, mayBeEmpty: Bool = false,
    into found: inout [PromptID: [[String]]]
  ) throws(PromptsError) {
    if let mapping = node.mapping {
      for (key, value) in mapping {
        try collect(
          value, path: path + [key.string ?? ""], document, isWhole: isWhole, mayBeEmpty: mayBeEmpty, into: &found)
      }
      return
    }
    let name = path.joined(separator: ".")
    guard let id = PromptID(rawValue: name) else {
      throw .invalid(file: document.file, line: document.line(of: node), cause: "texts: no text is called \"\(name)\"")
    }
    let levels = levels(node, of: id)
    let texts = levels.flatMap(\.self)
    guard !texts.isEmpty, mayBeEmpty || !texts.contains("") else {
      throw .invalid(file: document.file, line: document.line(of: node), cause: "texts.\(name): a text is empty")
    }
    let fewest = levels.map { Set($0).count }.min() ?? 0
    if levels.count < id.levels || fewest < id.leastVariants {
      throw .invalid(
        file: document.file, line: document.line(of: node),
        cause: "texts.\(name): \(id.levels) levels of \(id.leastVariants) different variants are needed, "
          + "\(levels.count) of \(fewest) found")
    }
    let placeholders = Placeholders(
      // What is spoken, or stands on the page, may leave out what is of no use there.
      needed: isWhole ? id.neededPlaceholders : [], optional: id.neededPlaceholders + id.optionalPlaceholders)
    for text in texts {
      if let flaw = placeholders.flaw(of: text) {
        throw .invalid(file: document.file, line: document.line(of: node), cause: "texts.\(name): \(flaw)")
      }
    }
    found[id] = levels
  }

  private static func levels(_ node: Node, of id: PromptID) -> [[String]] {
    func texts(_ node: Node) -> [String] { node.sequence.map { $0.map { $0.string ?? "" } } ?? [node.string ?? ""] }
    guard id.levels > 1, let items = node.sequence else { return [texts(node)] }
    return items.map(texts)
  }

  /// The innermost mapping that an id belongs into.
  private static func group(of id: String, in section: Node) -> Node {
    id.split(separator: ".").reduce(section) { group, key in
      guard let next = group.mapping?[Node(String(key))], next.mapping != nil else { return group }
      return next
    }
  }

  /// A text with its placeholders filled in.
  /// - Parameters:
  ///   - level: From 0; beyond the last one the last.
  ///   - variant: From 0; beyond the last one they begin anew.
  public func say(
    _ id: PromptID, _ values: [String: String] = [:], level: Int = 0, variant: Int = 0
  ) -> String {
    guard let levels = variants[id], !levels.isEmpty else { return id.rawValue }
    let texts = levels[min(max(0, level), levels.count - 1)]
    return Self.fill(texts[max(0, variant) % texts.count], values)
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

  /// All levels of a text with their variants, unfilled.
  public func levels(_ id: PromptID) -> [[String]] { variants[id] ?? [] }

  /// All variants of a text, unfilled.
  public func all(_ id: PromptID) -> [String] { levels(id).flatMap(\.self) }

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
