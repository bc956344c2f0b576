import ArgumentParser
import Foundation
import Runner

/// Where a rider wants positions to come from: `gpsd`, `gpsd://phone.local:2947` or `none`.
enum PositionChoice: ExpressibleByArgument, Sendable, Hashable {
  case gpsd(host: String, port: Int)
  case none

  init?(argument: String) {
    switch argument.lowercased() {
    case "none": self = .none
    case "gpsd": self = .gpsd(host: "localhost", port: GPSDFeed.standardPort)
    default:
      guard let url = URLComponents(string: argument), url.scheme?.lowercased() == "gpsd", let host = url.host,
        !host.isEmpty, url.path.isEmpty || url.path == "/", (1...65_535).contains(url.port ?? GPSDFeed.standardPort)
      else { return nil }
      // An address of IPv6 stands in brackets in a URL only.
      self = .gpsd(
        host: host.trimmingCharacters(in: ["[", "]"]), port: url.port ?? GPSDFeed.standardPort)
    }
  }
}
