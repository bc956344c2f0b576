import Foundation

/// What can go wrong with feeds and their database. Each says which input, why, and what to do next.
public enum TimetableError: Error, Sendable, Equatable {
  /// The feed is not there.
  case noSuchFeed(path: String)
  /// The feed cannot be read as GTFS at all, by a rule such as `missing-column`. `line` is 0 where the file as a whole is meant.
  case badFeed(feed: String, file: String, line: Int, rule: String, cause: String, remedy: String)
  /// No feed of this name is imported.
  case unknownFeed(name: String, known: [String])
  /// No feed has a stop of this id.
  case unknownStop(id: String)
  /// A name that cannot stand before the colon of a stop's id.
  case badName(String)
  /// The database cannot be read or written.
  case storage(path: String, cause: String, remedy: String)

  /// Rows that contradict each other, which only damage from outside can make.
  static let damaged = TimetableError.storage(
    path: "database", cause: "its rows contradict each other", remedy: "remove the file and import the feeds again")

  /// Which kind of failure it is, for the program's exit status.
  public enum Kind: Sendable {
    case badData, notFound, usage, storage
  }

  public var kind: Kind {
    switch self {
    case .noSuchFeed, .unknownFeed, .unknownStop: .notFound
    case .badFeed: .badData
    case .badName: .usage
    case .storage: .storage
    }
  }
}

extension TimetableError: CustomStringConvertible, LocalizedError {
  public var description: String {
    switch self {
    case .noSuchFeed(let path):
      return "there is no feed at \(path); give the path of a GTFS zip or folder"
    case .badFeed(let feed, let file, let line, _, let cause, let remedy):
      let place = file.isEmpty ? feed : line > 0 ? "\(feed): \(file), line \(line)" : "\(feed): \(file)"
      return "\(place): \(cause); \(remedy)"
    case .unknownFeed(let name, let known):
      let names = known.isEmpty ? "none is imported" : "imported: \(known.joined(separator: ", "))"
      return "no feed is called \(name); \(names)"
    case .unknownStop(let id):
      return "no imported feed has a stop \(id); search for the stop again, its feed may have changed"
    case .badName(let name):
      return "\"\(name)\" cannot name a feed; use 1 to 40 letters, digits, '.', '-' or '_'"
    case .storage(let path, let cause, let remedy):
      return "the timetable \(path): \(cause); \(remedy)"
    }
  }

  public var errorDescription: String? { description }
}
