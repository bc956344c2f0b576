import Journey

/// Where a journey begins or ends, as a search sees it: the places from which one rides on, and those where one gets off for it, each
/// with the seconds on foot. Each place stands in a list once.
struct RouterEnd: Sendable {
  typealias Reach = ConnectionSearch.Reach

  private let leaving: [Reach]
  private let coming: [Reach]
  /// The places of the station itself; nil for a point on the map.
  private let own: Set<Int32>?

  /// A station: its own places and those that one may walk to, or from.
  /// - Parameter reversed: the same network with time running backwards, in which ways lead back.
  init(station key: Int64, _ network: RoutingNetwork, reversed: RoutingNetwork) {
    let own = network.places(ofStation: key)
    leaving = Self.reaches(own, network)
    coming = Self.reaches(own, reversed)
    self.own = Set(own)
  }

  /// A point on the map: the places round it.
  init(point reaches: [Reach]) {
    (leaving, coming, own) = (reaches, reaches, nil)
  }

  /// - Parameter walks: Whether one walks from there to a ride; to or from a point there is no other way.
  func leaving(walks: Bool) -> [Reach] { walks ? leaving : withoutWalks(leaving) }
  func coming(walks: Bool) -> [Reach] { walks ? coming : withoutWalks(coming) }

  private func withoutWalks(_ reaches: [Reach]) -> [Reach] {
    own.map { own in reaches.filter { own.contains($0.place) } } ?? reaches
  }

  /// Whether any vehicle stops there, or near it.
  var isServed: Bool { !leaving.isEmpty || !coming.isEmpty }

  /// Seconds on foot to where the first ride begins, and from where the last one ends.
  func seconds(to place: Int32) -> Int { leaving.first { $0.place == place }?.seconds ?? 0 }
  func seconds(from place: Int32) -> Int { coming.first { $0.place == place }?.seconds ?? 0 }

  private static func reaches(_ own: [Int32], _ network: RoutingNetwork) -> [Reach] {
    var best: [Int32: Int] = [:]
    for place in own {
      for way in Int(network.wayStarts[Int(place)])..<Int(network.wayStarts[Int(place) + 1]) {
        best[network.wayTo[way]] = min(best[network.wayTo[way]] ?? .max, Int(network.waySeconds[way]))
      }
    }
    for place in own { best[place] = 0 }
    return best.map { Reach(place: $0.key, seconds: $0.value) }.sorted { $0.place < $1.place }
  }
}
