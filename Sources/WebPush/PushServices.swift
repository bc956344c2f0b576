#if Page
import Foundation

/// The push services that alerts may be handed to: what a browser names is an address that this machine then talks to.
public struct PushServices: Sendable {
  /// Of Chrome and its kin, Firefox, Safari and Edge.
  private static let known = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"]
  private static let knownEnds = [".notify.windows.com", ".push.apple.com"]

  /// Further origins: `https://push.example.org`.
  private let own: Set<String>

  /// Whether a text names an origin as `init(own:)` takes it: with its scheme, and no more than a host and a port.
  public static func isOrigin(_ text: String) -> Bool {
    URL(string: text).map { origin($0) != nil && $0.user == nil && ["", "/"].contains($0.path) && $0.query == nil }
      ?? false
  }

  /// - Parameter own: Further origins, each with its scheme.
  public init(own: [String] = []) { self.own = Set(own.compactMap { URL(string: $0).flatMap(Self.origin) }) }

  /// Whether an address is one of them.
  public func allow(_ endpoint: URL) -> Bool {
    guard let origin = Self.origin(endpoint), endpoint.user == nil else { return false }
    if own.contains(origin) { return true }
    guard endpoint.scheme == "https", [nil, 443].contains(endpoint.port), let host = endpoint.host?.lowercased() else {
      return false
    }
    return Self.known.contains(host) || Self.knownEnds.contains { host.hasSuffix($0) }
  }

  private static func origin(_ url: URL) -> String? {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), let host = url.host?.lowercased()
    else { return nil }
    let usual = scheme == "https" ? 443 : 80
    return "\(scheme)://\(host):\(url.port ?? usual)"
  }
}
#endif
