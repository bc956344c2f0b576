import Foundation
import Journey
import Matching
import Timetable

/// One stop as people see it: a station, or the poles of one name that stand round a crossing and have no station in the feed.
struct StopGroup {
  /// The most served first.
  private(set) var members: [ListedStop]

  init(_ members: [ListedStop]) { self.members = members }

  var stop: Stop { members[0].stop }
  var ids: [String] { members.map(\.stop.id) }
  var platforms: Int { members.reduce(0) { $0 + $1.platforms } }

  /// All lines, each once.
  var lines: [StopLine] {
    var seen: Set<String> = []
    return members.flatMap(\.lines).filter { seen.insert($0.name).inserted }
      .sorted { $0.name.compare($1.name, options: .numeric) == .orderedAscending }
  }

  /// Poles of one stop stand no farther apart; two stops of one name seldom this near.
  private static let metres = 300.0

  /// Puts stops together that are one, in the order of the best of each.
  static func grouped(_ stops: [ListedStop]) -> [StopGroup] {
    var groups: [StopGroup] = []
    for stop in stops {
      if let place = groups.firstIndex(where: { $0.takes(stop) }) {
        groups[place].members.append(stop)
      } else {
        groups.append(StopGroup([stop]))
      }
    }
    return groups.map { group in StopGroup(group.members.sorted { $0.calls > $1.calls }) }
  }

  private func takes(_ other: ListedStop) -> Bool {
    stop.gtfs?.feed == other.stop.gtfs?.feed && Normalizer.key(stop.name) == Normalizer.key(other.stop.name)
      && stop.position.metres(to: other.stop.position) <= Self.metres
  }
}
