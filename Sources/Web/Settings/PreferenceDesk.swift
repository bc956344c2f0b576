#if Page
import Foundation
import Hummingbird
import Journey

/// The rider's preferences by their names, as the program reads and checks them.
public protocol PreferenceDesk: Sendable {
  /// Those that are set.
  /// - Throws: Errors of the database.
  func values() throws -> [String: String]

  /// Sets some, all or none of them; nil takes one back to its first value.
  /// - Throws: `PreferenceRefusal` for a name or a value that cannot be, and errors of the database.
  func set(_ values: [String: String?]) throws
}

/// Why a preference cannot be set so.
public struct PreferenceRefusal: Error {
  /// A sentence that names it.
  public let text: String

  public init(_ text: String) { self.text = text }
}

/// Preferences for programs and for the page of settings.
struct PreferenceRoutes: Sendable {
  let desk: any PreferenceDesk

  func add(to router: Router<PageContext>) {
    router.get("/api/preferences", use: list)
    router.patch("/api/preferences", use: change)
  }

  private func list(_ request: Request, _ context: PageContext) async throws -> Response {
    try .json(try desk.values())
  }

  private func change(_ request: Request, _ context: PageContext) async throws -> Response {
    let wanted = try await request.json([String: String?].self, context)
    do {
      try desk.set(wanted)
    } catch let refusal as PreferenceRefusal {
      throw PageError(.unprocessableContent, "preference", refusal.text)
    }
    return try .json(try desk.values())
  }
}
#endif
