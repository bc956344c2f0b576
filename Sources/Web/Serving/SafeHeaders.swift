import HTTPTypes
import Hummingbird

/// What browsers are told of every answer: nothing is loaded from elsewhere, nobody frames the page, nobody learns its address.
struct SafeHeaders: RouterMiddleware {
  typealias Context = PageContext

  static let policy =
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.contentSecurityPolicy] = Self.policy
    response.headers[.xContentTypeOptions] = "nosniff"
    // Not "no-referrer": with it browsers name no origin in what a form sends, and nothing would tell it from another site's.
    response.headers[.referrerPolicy] = "same-origin"
    response.headers[.permissionsPolicy] = "geolocation=(self), microphone=(self), camera=()"
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }
}
