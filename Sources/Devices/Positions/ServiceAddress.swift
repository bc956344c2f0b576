import Foundation

/// Where a service is, as a URL says it: `gpsd://phone.local:2947`, `mqtts://jane@broker.local/topic`.
public struct ServiceAddress: Sendable, Hashable {
  /// In lower case.
  public var scheme: String
  /// A name or an address; one of IPv6 without its brackets.
  public var host: String
  public var port: Int?
  /// Without a slash at its ends.
  public var path: String
  public var user: String?
  public var password: String?

  /// Why a text is no address. The text itself may hold a password, and is not said again.
  public enum Problem: Error, Hashable {
    case otherScheme
    case noHost(scheme: String)
    case badPort(Int)
    /// A query or a fragment, which no service here knows.
    case extra
  }

  /// - Parameter schemes: Those that are understood.
  /// - Throws: `Problem`
  public init(_ text: String, schemes: Set<String>) throws(Problem) {
    guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(), schemes.contains(scheme) else {
      throw .otherScheme
    }
    // An address of IPv6 stands in brackets in a URL only.
    host = (url.host ?? "").trimmingCharacters(in: ["[", "]"])
    guard !host.isEmpty else { throw .noHost(scheme: scheme) }
    if let port = url.port, !(1...65_535).contains(port) { throw .badPort(port) }
    guard url.query == nil, url.fragment == nil else { throw .extra }
    self.scheme = scheme
    port = url.port
    path = url.path.split(separator: "/").joined(separator: "/")
    (user, password) = (url.user, url.password)
  }
}
