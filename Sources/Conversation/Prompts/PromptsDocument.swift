import Foundation
import Yams

/// A parsed language file that still knows the line of everything in it.
struct PromptsDocument {
  let root: Node
  let file: String

  /// - Parameters:
  ///   - sections: the top-level keys that are wanted; all without it. Leaving out the others is what makes it fast.
  ///   - unwanted: those that are not.
  init(
    yaml: String, file: String, sections: Set<String>? = nil, without unwanted: Set<String> = []
  ) throws(PromptsError) {
    self.file = file
    do {
      let isCut = sections != nil || !unwanted.isEmpty
      let wanted = isCut ? Self.text(of: yaml) { sections?.contains($0) != false && !unwanted.contains($0) } : yaml
      guard let root = try Yams.compose(yaml: wanted, .basic) else {
        throw PromptsError.invalid(file: file, line: 1, cause: "the file is empty")
      }
      self.root = root
    } catch let error as PromptsError {
      throw error
    } catch let error as YamlError {
      throw Self.syntax(error, file: file)
    } catch {
      throw .invalid(file: file, line: 1, cause: "\(error)")
    }
    guard root.mapping != nil else {
      throw .invalid(file: file, line: 1, cause: "the file must be a mapping of sections")
    }
  }

  /// The text with only empty lines where other top-level sections stand, so that everything keeps its line.
  private static func text(of yaml: String, where isWantedSection: (String) -> Bool) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(yaml.utf8.count)
    var isWanted = true
    let newline = UInt8(ascii: "\n")
    for line in yaml.utf8.split(separator: newline, omittingEmptySubsequences: false) {
      if let first = line.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first {
        isWanted = isWantedSection(String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
      }
      if isWanted { result += line }
      result.append(newline)
    }
    return String(decoding: result, as: UTF8.self)
  }

  func has(_ key: String) -> Bool { root.mapping?[Node(key)] != nil }

  /// Decodes one top-level section.
  func section<Value: Decodable>(_ key: String, as type: Value.Type) throws(PromptsError) -> Value {
    guard let node = root.mapping?[Node(key)] else {
      throw .invalid(file: file, line: 1, cause: "the section \"\(key)\" is missing")
    }
    return try decode(type, from: node, path: key)
  }

  /// Decodes the whole document, for a type that reads several sections.
  func whole<Value: Decodable>(as type: Value.Type) throws(PromptsError) -> Value {
    try decode(type, from: root, path: "")
  }

  private func decode<Value: Decodable>(_ type: Value.Type, from node: Node, path: String) throws(PromptsError)
    -> Value
  {
    do {
      return try YAMLDecoder().decode(type, from: node)
    } catch let error as DecodingError {
      throw mistake(error, in: node, path: path)
    } catch {
      throw .invalid(file: file, line: line(of: node), cause: "\(error)")
    }
  }

  func line(of node: Node) -> Int { node.mark?.line ?? 1 }

  private func mistake(_ error: DecodingError, in node: Node, path: String) -> PromptsError {
    let (context, cause): (DecodingError.Context, String) =
      switch error {
      case .keyNotFound(let key, let context): (context, "\"\(key.stringValue)\" is missing")
      case .typeMismatch(let type, let context): (context, "a value of the form \(type) is expected here")
      case .valueNotFound(_, let context): (context, "a value is missing")
      case .dataCorrupted(let context): (context, context.debugDescription)
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "\(error)")
      }
    let place = ([path] + context.codingPath.map(\.stringValue)).filter { !$0.isEmpty }.joined(separator: ".")
    return .invalid(
      file: file, line: line(of: deepest(node, along: context.codingPath)),
      cause: place.isEmpty ? cause : "\(place): \(cause)")
  }

  /// The node that a coding path leads to, or the last one on the way that exists.
  private func deepest(_ node: Node, along path: [any CodingKey]) -> Node {
    var node = node
    for key in path {
      if let index = key.intValue, let items = node.sequence, index < items.count {
        node = items[index]
      } else if let next = node.mapping?[Node(key.stringValue)] {
        node = next
      } else {
        break
      }
    }
    return node
  }

  private static func syntax(_ error: YamlError, file: String) -> PromptsError {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      .invalid(file: file, line: mark.line, cause: problem)
    default: .invalid(file: file, line: 1, cause: "\(error)")
    }
  }
}
