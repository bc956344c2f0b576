#if Page
import Foundation
import HTTPTypes
import Hummingbird
import Storage

/// Lets in browsers that hold a secret, and gives one to a browser that shows the code.
struct Door: RouterMiddleware {
  typealias Context = PageContext

  static let cookie = "alight"
  /// What needs no secret: the door itself, and what is the same for everybody.
  private static let open = ["/enter", "/static/", "/api/schema/", "/manifest.webmanifest", "/worker.js"]

  let setting: PageSetting

  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    let path = request.uri.path
    if Self.open.contains(where: { path == $0 || $0.hasSuffix("/") && path.hasPrefix($0) }) {
      return try await next(request, context)
    }
    guard let secret = request.cookies[Self.cookie]?.value, let browser = try setting.store.browser(holding: secret)
    else {
      if request.method == .get, !path.hasPrefix("/api/") { return .redirect(to: "/enter") }
      throw PageError(.unauthorized, "not-let-in", "This browser has not been let in: enter the code first.")
    }
    let now = setting.now()
    // Once a minute is exact enough for whoever looks which browsers there are.
    if now.timeIntervalSince(browser.seenAt) > 60 { try? setting.store.saw(browser.id, at: now) }
    var context = context
    context.browser = browser
    return try await next(request, context)
  }
}

extension Cookie {
  /// The secret of a browser, which no script and no other site gets.
  static func secret(_ secret: String, isSecure: Bool) -> Cookie {
    Cookie(
      name: Door.cookie, value: secret, maxAge: 400 * 86_400, path: "/", secure: isSecure, httpOnly: true,
      sameSite: .strict)
  }
}
#endif
