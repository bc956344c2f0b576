#if Page
import Alerts
import Foundation
import HTTPTypes
import Hummingbird
import Journey

/// A position as a page sends it.
struct SentFix: Decodable {
  var at: Date
  var lat: Double
  var lon: Double
  /// Radius in metres, as a browser tells it: 95 % of cases.
  var accuracy: Double?
  /// In m/s.
  var speed: Double?

  /// More than a page gathers while its line is down.
  private static let most = 500

  /// Those that a request brings.
  /// - Throws: `PageError` (400) for what is no place, or not of this hour.
  static func fixes(_ request: Request, _ context: PageContext, now: Date) async throws -> [Fix] {
    let sent = try await request.json([SentFix].self, context)
    guard sent.count <= most else {
      throw PageError(.badRequest, "fixes", "At most \(most) fixes are sent at once.")
    }
    return try sent.map { try $0.fix(now: now) }
  }

  private func fix(now: Date) throws -> Fix {
    guard (-90...90).contains(lat), (-180...180).contains(lon), accuracy.map({ $0 >= 0 && $0.isFinite }) ?? true,
      speed.map({ $0 >= 0 && $0.isFinite }) ?? true, abs(at.timeIntervalSince(now)) < 3600
    else { throw PageError(.badRequest, "fix", "A fix is no place, or not of this hour.") }
    // Half as far holds 68 % of cases, which is what receivers tell.
    return Fix(
      at: at, position: Position(latitude: lat, longitude: lon), accuracy: accuracy.map { $0 / 2 }, speed: speed)
  }
}
#endif
