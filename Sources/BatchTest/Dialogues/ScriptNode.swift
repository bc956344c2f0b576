import Yams

/// A part of a YAML file that knows its line, and says it when something is wrong.
struct ScriptNode {
  let node: Node
  let file: String

  /// - Throws: `BatchTestError` that names the line.
  init(_ text: CaseText) throws {
    file = text.file
    do {
      guard let root = try Yams.compose(yaml: text.text, .basic) else {
        throw CasePlace(file: text.file, line: 1).failure("the file is empty: write dialogues: and a list of them")
      }
      node = root
    } catch let error as YamlError {
      throw Self.syntax(error, file: text.file)
    }
  }

  private init(_ node: Node, file: String) {
    self.node = node
    self.file = file
  }

  var place: CasePlace { CasePlace(file: file, line: node.mark?.line ?? 1) }

  /// The entries of a mapping that may have these keys only.
  func fields(_ known: [String]) throws -> [String: ScriptNode] {
    guard let mapping = node.mapping else { throw place.failure("here must stand \(known.joined(separator: ", "))") }
    var fields: [String: ScriptNode] = [:]
    for (key, value) in mapping {
      let name = key.string ?? ""
      let own = CasePlace(file: file, line: key.mark?.line ?? place.line)
      guard known.contains(name) else {
        throw own.failure("\"\(name)\" means nothing here; there are \(known.joined(separator: ", "))")
      }
      guard fields.updateValue(ScriptNode(value, file: file), forKey: name) == nil else {
        throw own.failure("\(name) is written twice")
      }
    }
    return fields
  }

  func list() throws -> [ScriptNode] {
    guard let items = node.sequence else { throw place.failure("here must stand a list, each item after a dash") }
    return items.map { ScriptNode($0, file: file) }
  }

  func text() throws -> String {
    guard let text = node.string, !isEmpty else { throw place.failure("here must stand a text") }
    return text
  }

  /// One text, or a list of texts.
  func texts() throws -> [String] { node.sequence == nil ? [try text()] : try list().map { try $0.text() } }

  /// Whether nothing stands here: `to:` or `to: ~`.
  var isEmpty: Bool { node.scalar.map { $0.style == .plain && ["", "~", "null"].contains($0.string) } ?? false }

  private static func syntax(_ error: YamlError, file: String) -> BatchTestError {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      CasePlace(file: file, line: mark.line).failure("\(problem): check quotes and indentation")
    default: CasePlace(file: file, line: 1).failure("\(error): check quotes and indentation")
    }
  }
}
