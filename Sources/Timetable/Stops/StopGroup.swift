import Foundation
import Journey

/// One stop as people see it: a station, or the poles of one name that stand round a crossing and have no station in the feed.
public struct StopGroup: Sendable {
  /// The most served first.
  public private(set) var members: [ListedStop]

  public init(_ members: [ListedStop]) { self.members = members.sorted { $0.calls > $1.calls } }

  public var stop: Stop { members[0].stop }
  public var ids: [String] { members.map(\.stop.id) }
  public var platforms: Int { members.reduce(0) { $0 + $1.platforms } }

  /// All lines, each once.
  public var lines: [StopLine] {
    var seen: Set<String> = []
    return members.flatMap(\.lines).filter { seen.insert($0.name).inserted }
      .sorted { $0.name.compare($1.name, options: .numeric) == .orderedAscending }
  }

  /// The ids of stops, those together that are one, in the order of the first of each.
  public static func ids(_ stops: [Stop]) -> [[String]] {
    var groups: [[Stop]] = []
    for stop in stops {
      if let place = groups.firstIndex(where: { isOne($0[0], stop) }) {
        groups[place].append(stop)
      } else {
        groups.append([stop])
      }
    }
    return groups.map { $0.map(\.id) }
  }

  private static func isOne(_ one: Stop, _ other: Stop) -> Bool {
    one.gtfs?.feed == other.gtfs?.feed && one.isOnePlace(with: other)
  }
}
