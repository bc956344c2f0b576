#if Page
import HTTPTypes

/// Fields of requests and answers that the library has no names for.
extension HTTPField.Name {
  static let secFetchSite = known("Sec-Fetch-Site")
  static let lastEventID = known("Last-Event-ID")
  static let referrerPolicy = known("Referrer-Policy")
  static let permissionsPolicy = known("Permissions-Policy")
  /// Tells a proxy to pass each event on as it comes.
  static let accelBuffering = known("X-Accel-Buffering")

  private static func known(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no name of a field") }
    return name
  }
}
#endif
