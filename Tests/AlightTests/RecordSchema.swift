import Foundation

/// Checks a record against one of the project's JSON Schemas, as far as the schema's own vocabulary goes.
struct RecordSchema {
  private let root: [String: Any]

  init(named name: String = "alight.reminder-1") throws {
    let file = Program.root.appending(path: "Prompts/schema/\(name).schema.json")
    root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
  }

  /// What a JSON text breaks, by path; empty where it is valid.
  func problems(with text: String) throws -> [String] {
    problems(try JSONSerialization.jsonObject(with: Data(text.utf8)), root, at: "$")
  }

  /// The fields of a JSON text that the schema does not describe, by path.
  func undescribed(in text: String) throws -> [String] {
    undescribed(try JSONSerialization.jsonObject(with: Data(text.utf8)), [root], at: "$")
  }

  private func undescribed(_ value: Any, _ schemas: [[String: Any]], at path: String) -> [String] {
    let schemas = schemas.flatMap(spelledOut)
    if let array = value as? [Any] {
      let items = schemas.compactMap { $0["items"] as? [String: Any] }
      // Of a pair of numbers each is described by its place.
      if items.isEmpty, schemas.contains(where: { $0["prefixItems"] != nil }) { return [] }
      return array.enumerated().flatMap { undescribed($1, items, at: "\(path)[\($0)]") }
    }
    guard let object = value as? [String: Any] else { return [] }
    return object.flatMap { name, own in
      let parts = schemas.compactMap { ($0["properties"] as? [String: [String: Any]])?[name] }
      return parts.isEmpty ? ["\(path).\(name)"] : undescribed(own, parts, at: "\(path).\(name)")
    }
  }

  /// A schema and all that it refers to or consists of.
  private func spelledOut(_ schema: [String: Any]) -> [[String: Any]] {
    let target = (schema["$ref"] as? String).flatMap(definition).map { [$0] } ?? []
    let parts = schema["allOf"] as? [[String: Any]] ?? []
    return [schema] + (target + parts).flatMap(spelledOut)
  }

  private func problems(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
    var found: [String] = []
    if let name = schema["$ref"] as? String, let target = definition(name) {
      found += problems(value, target, at: path)
    }
    for part in schema["allOf"] as? [[String: Any]] ?? [] { found += problems(value, part, at: path) }
    if let choices = schema["oneOf"] as? [[String: Any]] {
      let fitting = choices.filter { problems(value, $0, at: path).isEmpty }.count
      if fitting != 1 { found.append("\(path): \(fitting) of the choices fit") }
    }
    if let constant = schema["const"] as? String, value as? String != constant {
      found.append("\(path): not \(constant)")
    }
    if let list = schema["enum"] as? [AnyHashable], let own = value as? AnyHashable, !list.contains(own) {
      found.append("\(path): \(own) is not listed")
    }
    if let type = schema["type"] as? String, !isOf(type, value) { found.append("\(path): not of type \(type)") }
    if let pattern = schema["pattern"] as? String,
      (value as? String)?.range(of: pattern, options: .regularExpression) == nil
    {
      found.append("\(path): does not match \(pattern)")
    }
    if let least = schema["minimum"] as? Double, (value as? Double ?? .infinity) < least {
      found.append("\(path): too small")
    }
    if let most = schema["maximum"] as? Double, (value as? Double ?? 0) > most { found.append("\(path): too large") }
    found += objectProblems(value, schema, at: path) + arrayProblems(value, schema, at: path)
    return found
  }

  private func objectProblems(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
    guard let object = value as? [String: Any] else { return [] }
    var found: [String] = []
    for name in schema["required"] as? [String] ?? [] where object[name] == nil {
      found.append("\(path).\(name): missing")
    }
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    for (name, part) in properties {
      if let own = object[name] { found += problems(own, part, at: "\(path).\(name)") }
    }
    if let others = schema["additionalProperties"] as? [String: Any] {
      for (name, own) in object where properties[name] == nil { found += problems(own, others, at: "\(path).\(name)") }
    }
    return found
  }

  private func arrayProblems(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
    guard let array = value as? [Any] else { return [] }
    var found: [String] = []
    if let least = schema["minItems"] as? Int, array.count < least { found.append("\(path): too few") }
    if let most = schema["maxItems"] as? Int, array.count > most { found.append("\(path): too many") }
    if let items = schema["items"] as? [String: Any] {
      for (place, item) in array.enumerated() { found += problems(item, items, at: "\(path)[\(place)]") }
    }
    for (place, part) in (schema["prefixItems"] as? [[String: Any]] ?? []).enumerated() where place < array.count {
      found += problems(array[place], part, at: "\(path)[\(place)]")
    }
    return found
  }

  private func definition(_ name: String) -> [String: Any]? {
    let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    // What stands in another file refers to others of that file.
    if let file = parts.first, !file.isEmpty {
      guard let other = try? RecordSchema(named: String(file.dropLast(".schema.json".count))) else { return nil }
      let found = parts.count > 1 ? other.definition("#\(parts[1])") : other.root
      return found.map { other.withOwnReferences($0, file: String(file)) }
    }
    return parts.last?.split(separator: "/").reduce(root as [String: Any]?) { $0?[String($1)] as? [String: Any] }
  }

  /// A part of this schema as it stands in another: its references name the file.
  private func withOwnReferences(_ schema: [String: Any], file: String) -> [String: Any] {
    schema.reduce(into: [:]) { part, field in
      if field.key == "$ref", let name = field.value as? String, name.hasPrefix("#") {
        part[field.key] = file + name
      } else if let object = field.value as? [String: Any] {
        part[field.key] = withOwnReferences(object, file: file)
      } else if let list = field.value as? [[String: Any]] {
        part[field.key] = list.map { withOwnReferences($0, file: file) }
      } else {
        part[field.key] = field.value
      }
    }
  }

  private func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": value is Bool
    case "number": value is Double && !(value is String)
    case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
    default: false
    }
  }
}
