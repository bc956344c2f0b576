/// When the trips of each block run, to find two that one vehicle cannot run both.
struct BlockTimes {
  private struct Run {
    var trip: String
    var type: Int
    var leaves: Int
    var arrives: Int
  }

  private struct Key: Hashable {
    var block: String
    var service: Int64
  }

  private var runs: [Key: [Run]] = [:]

  mutating func add(_ trip: String, type: Int, block: String, service: Int64, leaves: Int, arrives: Int) {
    runs[Key(block: block, service: service), default: []].append(
      Run(trip: trip, type: type, leaves: leaves, arrives: arrives))
  }

  /// Two trips of each block that run at the same time on the same days, by block.
  var overlaps: [(block: String, trip: String, other: String)] {
    Self.pairs(runs.map { ($0.block, $1) }) { $1.leaves < $0.arrives }
  }

  /// Two trips of each block that are of different kinds of vehicles, on whatever days, by block.
  var mixed: [(block: String, trip: String, other: String)] {
    Self.pairs(
      Dictionary(grouping: runs.keys, by: \.block).mapValues { $0.flatMap { runs[$0] ?? [] } }.map { ($0, $1) }
    ) {
      $0.type != $1.type
    }
  }

  private static func pairs(_ runs: [(block: String, runs: [Run])], _ isWrong: (Run, Run) -> Bool)
    -> [(block: String, trip: String, other: String)]
  {
    runs.compactMap { block, runs in
      let order = runs.sorted { ($0.leaves, $0.arrives, $0.trip) < ($1.leaves, $1.arrives, $1.trip) }
      let pair = zip(order, order.dropFirst()).first(where: isWrong)
      return pair.map { (block, $0.trip, $1.trip) }
    }.sorted { ($0.block, $0.trip) < ($1.block, $1.trip) }
  }
}
