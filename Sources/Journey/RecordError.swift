import Foundation

/// Why a record `alight.reminder/1` that came from elsewhere cannot be used.
public enum RecordError: Error, Hashable, CustomStringConvertible {
  /// It is no JSON, or has an instant in it that is none.
  case unreadable(cause: String)
  case otherSchema(String)
  /// `path` names the field, like `levels[0].trigger.stop`.
  case field(path: String, problem: String)

  public var description: String {
    switch self {
    case .unreadable(let cause): "it cannot be read: \(cause)"
    case .otherSchema(let schema):
      "its schema is \(schema), and not \(Reminder.schema) or \(Reminder.schemaFromAnywhere)"
    case .field(let path, let problem): "\(path): \(problem)"
    }
  }

  /// What the decoder's complaint means to whoever made the record.
  public init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      self = .unreadable(cause: (error as NSError).localizedDescription)
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      self = .field(path: Self.path(context.codingPath + [key]), problem: "is missing")
    case .valueNotFound(_, let context): self = .field(path: Self.path(context.codingPath), problem: "is null")
    case .typeMismatch(let type, let context):
      self = .field(path: Self.path(context.codingPath), problem: "is of another type than \(Self.name(type))")
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      let cause = (context.underlyingError as NSError?)?.userInfo[NSDebugDescriptionErrorKey] as? String
      self = .unreadable(cause: cause ?? context.debugDescription)
    case .dataCorrupted(let context):
      self = .field(path: Self.path(context.codingPath), problem: "has a value that means nothing here")
    @unknown default: self = .unreadable(cause: "\(error)")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce("") { path, key in
      if let index = key.intValue { return "\(path)[\(index)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
  }

  private static func name(_ type: Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    default: "a list or an object"
    }
  }
}
