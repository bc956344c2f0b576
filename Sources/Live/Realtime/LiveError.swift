import Foundation

/// Why a live feed cannot be read at all; the last good one stays, with its age.
public enum LiveError: Error, Hashable, CustomStringConvertible {
  case empty
  case isPage
  case notProtobuf
  case tooLarge(bytes: Int, most: Int)
  case noHeader
  /// The program reads no live feeds.
  case notBuilt

  public var description: String {
    switch self {
    case .empty: "there is nothing in it"
    case .isPage: "it is a web page, not GTFS Realtime: check the address, and whether a key is wanted"
    case .notProtobuf: "it is not GTFS Realtime in protobuf: it may be cut off, or JSON"
    case .tooLarge(let bytes, let most): "it has \(bytes / 1_000_000) MB, and \(most / 1_000_000) MB are taken at most"
    case .noHeader: "it has no header, so that it is no GTFS Realtime"
    case .notBuilt: "this Alight was built without live data (the package trait Realtime)"
    }
  }
}
