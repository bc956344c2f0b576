import Foundation

/// The push services that alerts may be handed to: what a browser names is an address that this machine then talks to.
public struct PushServices: Sendable {
  /// Of Chrome and its kin, Firefox, Safari and Edge.
  private static let known = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"]
  private static let knownEnds = [".notify.windows.com", ".push.apple.com"]

  /// Origins that the rider has named: `https://push.example.org`.
  private let own: Set<String>

  /// - Parameter own: Further origins, each with its scheme.
  public init(own: [String] = []) { self.own = Set(own.compactMap { URL(string: $0).flatMap(Self.origin) }) }

  /// Whether an address is one of them.
  public func allow(_ endpoint: URL) -> Bool {
    guard let origin = Self.origin(endpoint), endpoint.user == nil else { return false }
    if own.contains(origin) { return true }
    guard endpoint.scheme == "https", endpoint.port == nil, let host = endpoint.host?.lowercased() else { return false }
    return Self.known.contains(host) || Self.knownEnds.contains { host.hasSuffix($0) }
  }

  private static func origin(_ url: URL) -> String? {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), let host = url.host?.lowercased()
    else { return nil }
    return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
  }
}
