#if Page
import Foundation
import HTTPTypes
import Hummingbird
import Storage

/// Stands before everything: who asks by another name, from another site's page, or too often, is sent away.
struct Gate: RouterMiddleware {
  typealias Context = PageContext

  let setting: PageSetting
  let rates: RequestRates

  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    guard isOurName(request) else { throw PageError(.misdirectedRequest, "host", "The page is not called so.") }
    guard isOwnPage(request) else { throw PageError(.forbidden, "origin", "Another site's page asked for this.") }
    guard await rates.allow(cookie(of: request) ?? "nobody", at: setting.now()) else {
      throw PageError(.tooManyRequests, "rate", "Too many requests come from this browser.")
    }
    return try await next(request, context)
  }

  /// Whether the request names this server: a page elsewhere whose name was made to lead here does not.
  private func isOurName(_ request: Request) -> Bool {
    guard let host = request.head.authority else { return false }
    if setting.isBehindProxy { return true }
    let address = setting.address
    if let certificate = setting.certificate, certificate.names(Self.name(of: host)) { return true }
    let names = address.isLoopback ? ["127.0.0.1", "localhost", "[::1]"] : [address.host]
    // A port that the system chose is not known here.
    if address.port == 0 { return names.contains { host == $0 || host.hasPrefix($0 + ":") } }
    return names.contains { host == "\($0):\(address.port)" || host == $0 && address.port == 80 }
  }

  /// A host without its port.
  private static func name(of host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), Int(host[host.index(after: colon)...]) != nil, !host.hasSuffix("]")
    else { return host }
    return String(host[..<colon])
  }

  /// Whether what changes anything comes from a page of this server, or from no page at all.
  private func isOwnPage(_ request: Request) -> Bool {
    if [.get, .head].contains(request.method) { return true }
    if let site = request.headers[.secFetchSite], !["same-origin", "none"].contains(site) { return false }
    guard let origin = request.headers[.origin] else { return true }
    guard let host = request.head.authority else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }

  private func cookie(of request: Request) -> String? { request.cookies[Door.cookie]?.value }
}

/// How often each browser asks.
actor RequestRates {
  /// So many at once, and so many a second after them: more than any page needs, and far from what hurts.
  static let burst = 600.0
  static let perSecond = 300.0

  private var buckets: [String: (left: Double, at: Date)] = [:]

  func allow(_ who: String, at now: Date) -> Bool {
    if buckets.count > 1000 { buckets = buckets.filter { now.timeIntervalSince($0.value.at) < 10 } }
    let old = buckets[who] ?? (Self.burst, now)
    let left = min(Self.burst, old.left + max(0, now.timeIntervalSince(old.at)) * Self.perSecond)
    buckets[who] = (max(0, left - 1), now)
    return left >= 1
  }
}
#endif
