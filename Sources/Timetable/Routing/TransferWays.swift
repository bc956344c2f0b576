import Journey

/// The ways between the places of a network.
struct TransferWays {
  private let network: NetworkTables
  private let rules: TransferRules
  private let positions: [Int64: Position]
  private let policy: RoutingPolicy

  init(_ network: NetworkTables, _ rules: TransferRules, _ positions: [Int64: Position], _ policy: RoutingPolicy) {
    (self.network, self.rules, self.positions, self.policy) = (network, rules, positions, policy)
  }

  /// - Parameter keys: Whose each place is.
  func ways(_ keys: [PlaceKey]) -> [(from: Int32, to: Int32, seconds: Int32)] {
    var ways: [(from: Int32, to: Int32, seconds: Int32)] = []
    let reach = PlaceReach(network, rules, positions, policy)
    for from in 0..<Int32(network.placeCount) {
      for to in reach.places(from: from) {
        let rule = rules.rule(from: keys[Int(from)], to: keys[Int(to)])
        let usual = usual(from, to, isNamed: rule != nil)
        let seconds = rule.map { $0.seconds(usual: usual ?? policy.samePlatforms) } ?? usual
        if let seconds { ways.append((from, to, Int32(seconds))) }
      }
    }
    return ways
  }

  /// What a change takes where no rule says it; nil where it is too far to walk.
  /// - Parameter isNamed: whether a rule is for it, if without a time.
  private func usual(_ from: Int32, _ to: Int32, isNamed: Bool) -> Int? {
    let (start, end) = (network.placeStops[Int(from)], network.placeStops[Int(to)])
    if start == end { return policy.sameStop }
    if network.placeStations[Int(from)] == network.placeStations[Int(to)] { return policy.samePlatforms }
    guard let here = positions[start], let there = positions[end] else { return nil }
    let metres = here.metres(to: there)
    return isNamed ? policy.namedWalk(metres) : policy.walk(metres)
  }
}
