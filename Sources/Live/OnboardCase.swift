import Alerts
import Foundation
import Journey

/// A recording of a rider who got on somewhere, as a file: what the question is put with.
public struct OnboardCase: Sendable {
  public var id: String
  public var fixes: [Fix]

  public init(id: String, fixes: [Fix]) { (self.id, self.fixes) = (id, fixes) }

  private struct File: Decodable {
    struct Fix: Decodable {
      var t, lat, lon: Double
      var accuracy, speed: Double?
    }
    var id: String
    var start: String
    var fixes: [Fix]
  }

  /// Reads `{"id", "start": ISO 8601, "fixes": [{"t": seconds after the start, "lat", "lon", "accuracy"?, "speed"?}]}`; more fields
  /// are allowed.
  /// - Throws: `OnboardCaseError`, which tells what is wrong.
  public init(json data: Data) throws(OnboardCaseError) {
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: data)
    } catch {
      throw .malformed(Self.cause(of: error))
    }
    guard let start = WrittenInstant(file.start)?.date else { throw .start(file.start) }
    guard !file.fixes.isEmpty else { throw .noFixes }
    id = file.id
    fixes = file.fixes.map {
      Alerts.Fix(
        at: start + $0.t, position: Position(latitude: $0.lat, longitude: $0.lon), accuracy: $0.accuracy,
        speed: $0.speed
      )
    }
  }

  private static func cause(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "it has no \"\(key.stringValue)\""
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\"\(context.codingPath.last?.stringValue ?? "it")\" has another type than it should"
    default: "it is not JSON"
    }
  }
}

/// What is wrong with a file of fixes.
public enum OnboardCaseError: Error, Hashable, CustomStringConvertible {
  case malformed(String)
  case start(String)
  case noFixes

  public var description: String {
    switch self {
    case .malformed(let cause): "is no recording of fixes: \(cause)"
    case .start(let text): "starts at \"\(text)\", which is no instant with its offset, like 2026-12-01T08:00:00+01:00"
    case .noFixes: "has no fix"
    }
  }
}
