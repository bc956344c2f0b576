import Foundation

/// Pictures of a map by their squares, from a server that the rider has named.
public struct MapTiles: Sendable, Hashable {
  /// With `{z}`, `{x}` and `{y}` in it.
  public let address: String
  /// To whom they are owed, which stands on the map.
  public let attribution: String
  /// The scheme and the host, with its port where it has one.
  public let origin: String

  /// - Parameter text: The address, and behind a blank to whom the pictures are owed; nil for what is no such address.
  public init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true).map(String.init)
    guard let address = parts.first, ["{z}", "{x}", "{y}"].allSatisfy(address.contains),
      !address.contains(where: { "\"'<>;,".contains($0) }),
      let url = URLComponents(string: address.replacing("{", with: "").replacing("}", with: "")),
      let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), let host = url.host, !host.isEmpty
    else { return nil }
    self.address = address
    attribution = parts.count > 1 ? parts[1] : ""
    origin = "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
  }
}
