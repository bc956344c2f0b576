import Foundation

/// Where live data of a timetable comes from.
public struct LiveFeed: Codable, Sendable, Hashable {
  /// A field of the request, which may hold a key.
  public struct Header: Codable, Sendable, Hashable {
    public var name: String
    public var value: String

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// The name of the timetable, as `feed list` shows it.
  public var timetable: String
  /// An address of `http` or `https`, or the path of a file that somebody else keeps up to date.
  public var location: String
  public var headers: [Header]
  /// Seconds from one look to the next.
  public var every: TimeInterval

  /// Feeds are made anew twice a minute; more often than this nobody asks politely.
  public static let intervals: ClosedRange<TimeInterval> = 10...3600

  public init(timetable: String, location: String, headers: [Header] = [], every: TimeInterval = 30) {
    (self.timetable, self.location, self.headers, self.every) = (timetable, location, headers, every)
  }

  public var isAddress: Bool {
    let start = location.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// The location without what may be a key: addresses carry some behind the question mark.
  public var shown: String {
    guard isAddress, let mark = location.firstIndex(of: "?") else { return location }
    return location[..<mark] + "?..."
  }
}

/// What a feed sent, and what tells the next time whether it is still the same.
public enum LiveFetched: Sendable, Hashable {
  case fresh(Data, LiveStamp?)
  case unchanged
}

/// How a server, or a file system, names one state of a feed.
public struct LiveStamp: Codable, Sendable, Hashable {
  public var tag: String?
  public var modified: String?

  /// Nil where nothing is named.
  public init?(tag: String?, modified: String?) {
    guard tag != nil || modified != nil else { return nil }
    (self.tag, self.modified) = (tag, modified)
  }
}

/// Gets feeds from where they are.
public protocol LiveFetcher: Sendable {
  /// - Parameter stamp: Of the state that is known; nil for none.
  func fetch(_ feed: LiveFeed, since stamp: LiveStamp?) async throws(LiveFetchError) -> LiveFetched
}

/// Why a feed could not be got.
public enum LiveFetchError: Error, Hashable, CustomStringConvertible {
  case noFile
  /// An answer that is no feed, with the seconds after which the server wants to be asked again.
  case status(Int, retryAfter: TimeInterval?)
  /// To another protocol, or round and round.
  case redirected
  case tooLarge(megabytes: Int)
  case failed(cause: String)
  case cancelled

  public var description: String {
    switch self {
    case .noFile: "the file is not there, or cannot be read"
    case .status(401, _), .status(403, _): "the server wants another key: see --header"
    case .status(404, _), .status(410, _): "the server does not have it: check the address"
    case .status(429, _): "the server is asked too often: see --every"
    case .status(let code, _): "the server answered \(code)"
    case .redirected: "the server sends elsewhere again and again, or to no address of http or https"
    case .tooLarge(let megabytes): "it is larger than \(megabytes) MB"
    case .failed(let cause): cause
    case .cancelled: "it was given up"
    }
  }

  /// The cause in few letters, to be counted by.
  public var kind: String {
    switch self {
    case .noFile: "no-file"
    case .status(let code, _): "http-\(code)"
    case .redirected: "redirected"
    case .tooLarge: "too-large"
    case .failed: "unreachable"
    case .cancelled: "cancelled"
    }
  }
}
