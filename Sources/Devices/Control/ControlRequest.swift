import Following
import Foundation

/// What may be asked of a runner: one JSON object a line.
public struct ControlRequest: Sendable, Hashable, Codable {
  /// The name and version of the conversation, written into each line of both sides.
  public static let schema = "alight.control/1"

  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// How the rides stand.
    case status
    /// The same each second and after each change, until the connection ends.
    case watch
    case done, snooze, stop
    /// Of a reminder of a place: asked again at `until`, or the next time that what it waits for happens.
    case later
    /// Why levels fired and did not.
    case log

    /// What the rider does with it; nil where it only asks.
    var action: RiderAction? { RiderAction(rawValue: rawValue) }
  }

  public var schema = ControlRequest.schema
  public var request: Kind
  /// The reminder that is meant; nil for the one that alerted last, or the only one.
  public var reminder: UUID?
  /// For the log, the service day; nil for the newest.
  public var day: String?

  /// For later, when it is asked again; nil for the next time.
  public var until: Date?

  public init(_ request: Kind, reminder: UUID? = nil, day: String? = nil, until: Date? = nil) {
    self.until = until
    self.request = request
    self.reminder = reminder
    self.day = day
  }

  /// - Throws: `ControlFailure` that says what is wrong with the line.
  init(line: Data) throws(ControlFailure) {
    guard let object = (try? JSONSerialization.jsonObject(with: line)) as? [String: Any] else {
      throw ControlFailure(.badRequest, "a request is one JSON object a line")
    }
    guard object["schema"] == nil || object["schema"] as? String == Self.schema else {
      throw ControlFailure(.badRequest, "this runner talks \(Self.schema) and nothing else")
    }
    guard let kind = (object["request"] as? String).flatMap(Kind.init) else {
      let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw ControlFailure(.badRequest, "name one of these as the request: \(known)")
    }
    self.init(kind, day: object["day"] as? String)
    if let text = object["until"], !(text is NSNull) {
      guard let until = (text as? String).flatMap({ try? Date($0, strategy: .iso8601) }) else {
        throw ControlFailure(.badRequest, "until is an instant like 2026-12-01T17:00:00Z")
      }
      self.until = until
    }
    if let text = object["reminder"], !(text is NSNull) {
      guard let id = (text as? String).flatMap(UUID.init) else {
        throw ControlFailure(.badRequest, "the reminder is to be named by its whole id")
      }
      reminder = id
    }
  }
}

/// Why a request was not done.
public struct ControlFailure: Error, Sendable, Hashable, Codable {
  public enum Code: String, Sendable, Codable {
    case badRequest = "bad-request"
    case tooLong = "too-long"
    case busy
    /// No ride is followed that could be meant.
    case notFollowed = "not-followed"
    /// Several could be.
    case ambiguous
    case nothingToSnooze = "nothing-to-snooze"
  }

  public var code: Code
  public var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ refusal: ActionRefusal) {
    code =
      switch refusal {
      case .noRide, .notFollowed: .notFollowed
      case .severalRides: .ambiguous
      case .notOfPlace, .notSoLate, .noNextTime: .badRequest
      case .nothingToSnooze: .nothingToSnooze
      }
    message = refusal.description
  }
}
