import Following
import Foundation
import Journey

/// Where alerts are posted, and in which form.
public struct Webhook: Sendable, Hashable {
  /// What a server takes.
  public enum Form: Sendable, Hashable {
    /// `alight.alert/1`, as for programs; webhooks of Home Assistant find it in `trigger.json`.
    case record
    /// A message of ntfy: the text as the body, the rest in fields.
    case ntfy
    /// A message of Gotify.
    case gotify
    /// A notification service of Home Assistant, `/api/services/notify/NAME`.
    case homeAssistant
    /// Words of the rider's own, with `{title}`, `{text}`, `{level}`, `{priority}`, `{event}` and `{reminder}` in them.
    case template(String)

    public init(_ text: String) {
      self =
        switch text {
        case "alight": .record
        case "ntfy": .ntfy
        case "gotify": .gotify
        case "home-assistant": .homeAssistant
        default: .template(text)
        }
    }
  }

  public enum Problem: Error, Hashable {
    case noAddress
    case noField(String)
  }

  public let address: String
  public let host: String
  public let form: Form
  private let own: [Field]

  private struct Field: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// - Parameters:
  ///   - address: `http` or `https`.
  ///   - fields: Further fields of the request, one a line: `Authorization: Bearer ...`.
  /// - Throws: `Problem`, which holds no secret.
  public init(_ address: String, form: Form = .record, fields: String = "") throws {
    guard let url = URLComponents(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
      let host = url.host, !host.isEmpty, !address.contains(where: \.isNewline)
    else { throw Problem.noAddress }
    (self.address, self.host, self.form) = (address, host, form)
    own = try fields.split(whereSeparator: \.isNewline).map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].trimmingCharacters(in: .whitespaces)
      guard parts.count == 2, !name.isEmpty,
        name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
      else { throw Problem.noField(name) }
      return Field(name: name, value: parts[1].trimmingCharacters(in: .whitespaces))
    }
  }

  func fields(_ message: AlertMessage) -> [(name: String, value: String)] {
    var fields = [(name: "Content-Type", value: isJSON ? "application/json" : "text/plain; charset=utf-8")]
    if form == .ntfy {
      fields += [
        ("Title", Self.encoded(message.title)), ("Priority", String(Self.priority(message, [3, 4, 5]))),
        ("Tags", message.alert.level == 3 ? "rotating_light" : "bell"),
      ]
    }
    return fields + own.map { (name: $0.name, value: $0.value) }
  }

  func body(_ message: AlertMessage) throws -> Data {
    switch form {
    case .record: return try RecordCoding.encoder().encode(AlertRecord(message))
    case .ntfy: return Data(message.text.utf8)
    case .gotify:
      return try RecordCoding.encoder().encode(
        GotifyMessage(title: message.title, message: message.text, priority: Self.priority(message, [4, 7, 10])))
    case .homeAssistant:
      let data = HomeAssistantNotification.Details(tag: message.key.reminder.uuidString.lowercased())
      return try RecordCoding.encoder().encode(
        HomeAssistantNotification(title: message.title, message: message.text, data: data))
    case .template(let template): return Data(filled(template, message).utf8)
    }
  }

  private struct GotifyMessage: Encodable {
    var title: String
    var message: String
    var priority: Int
  }

  private struct HomeAssistantNotification: Encodable {
    struct Details: Encodable {
      var tag: String
      // Of the companion app: at once, and not after the stop.
      var priority = "high"
      var ttl = 0
    }

    var title: String
    var message: String
    var data: Details
  }

  private var isJSON: Bool {
    switch form {
    case .record, .gotify, .homeAssistant: true
    case .ntfy: false
    case .template(let text): text.hasPrefix("{") || text.hasPrefix("[")
    }
  }

  private func filled(_ template: String, _ message: AlertMessage) -> String {
    let values = [
      "title": message.title, "text": message.text, "level": message.alert.level.map(String.init) ?? "",
      "priority": String(Self.priority(message, [3, 4, 5])), "event": message.alert.event.rawValue,
      "reminder": message.key.reminder.uuidString.lowercased(),
    ]
    var filled = ""
    var rest = template[...]
    // In one pass: a name of a stop that holds "{text}" is no place to fill.
    while let open = rest.firstIndex(of: "{") {
      filled += rest[..<open]
      let behind = rest.index(after: open)
      if let close = rest[behind...].firstIndex(of: "}"), let value = values[String(rest[behind..<close])] {
        filled += isJSON ? Self.inJSON(value) : value
        rest = rest[rest.index(after: close)...]
      } else {
        filled += "{"
        rest = rest[behind...]
      }
    }
    return filled + rest
  }

  /// A text as it stands between the quotes of a JSON string.
  private static func inJSON(_ text: String) -> String {
    guard let data = try? JSONEncoder().encode(text) else { return "" }
    return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
  }

  /// Of three, by the level; what has none is a note.
  private static func priority(_ message: AlertMessage, _ steps: [Int]) -> Int {
    steps[min(2, max(0, (message.alert.level ?? 1) - 1))]
  }

  /// A text in a field of a request, where other letters than ASCII are encoded (RFC 2047).
  private static func encoded(_ text: String) -> String {
    if text.allSatisfy({ $0.isASCII && !$0.isNewline }) { return text }
    return "=?UTF-8?B?\(Data(text.utf8).base64EncodedString())?="
  }
}
