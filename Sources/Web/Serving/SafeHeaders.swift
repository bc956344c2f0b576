#if Page
import HTTPTypes
import Hummingbird

/// What browsers are told of every answer: nothing is loaded from elsewhere, nobody frames the page, nobody learns its address.
struct SafeHeaders: RouterMiddleware {
  typealias Context = PageContext

  /// The origin of the pictures under the map; nil where the rider wants none.
  let tiles: @Sendable () -> String?

  /// - Parameter pictures: Where pictures may come from beside the page itself.
  private static func policy(_ pictures: String?) -> String {
    let images = ["'self'", "data:", pictures].compactMap(\.self).joined(separator: " ")
    return
      "default-src 'self'; img-src \(images); object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  }

  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.contentSecurityPolicy] = Self.policy(request.uri.path == "/map" ? tiles() : nil)
    response.headers[.xContentTypeOptions] = "nosniff"
    // Not "no-referrer": with it browsers name no origin in what a form sends, and nothing would tell it from another site's.
    response.headers[.referrerPolicy] = "same-origin"
    response.headers[.permissionsPolicy] = "geolocation=(self), microphone=(self), camera=()"
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }
}
#endif
