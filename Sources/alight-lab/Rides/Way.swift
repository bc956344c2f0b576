import Journey

/// The way of a vehicle on the map, walked by metres from its beginning.
struct Way {
  private let points: [Position]
  private let metres: [Double]

  /// The shape of a ride, or the straight lines between its stops; measured so that the ride's own metres hold on it.
  init(_ ride: Ride) {
    let points = ride.shape.count > 1 ? ride.shape : ride.stops.map(\.stop.position)
    var metres = [0.0]
    for (from, to) in zip(points, points.dropFirst()) { metres.append((metres.last ?? 0) + from.metres(to: to)) }
    let scale = (metres.last ?? 0) > 0 ? ride.length / (metres.last ?? 1) : 1
    let start = ride.stops.first?.metres ?? 0
    self.points = points
    self.metres = metres.map { start + $0 * scale }
  }

  /// The straight lines between points, in their true metres.
  init(_ points: [Position]) {
    var metres = [0.0]
    for (from, to) in zip(points, points.dropFirst()) { metres.append((metres.last ?? 0) + from.metres(to: to)) }
    self.points = points
    self.metres = metres
  }

  var length: Double { metres[metres.count - 1] }

  /// The position so many metres along; beyond an end it is that end.
  func position(at along: Double) -> Position {
    let next = index(after: along)
    guard next > 0 else { return points[0] }
    guard next < points.count else { return points[points.count - 1] }
    let length = metres[next] - metres[next - 1]
    return points[next - 1].toward(points[next], share: length > 0 ? (along - metres[next - 1]) / length : 1)
  }

  /// The points between two places, both included.
  func cut(from start: Double, to end: Double) -> [Position] {
    let between = zip(points, metres).filter { $1 > start && $1 < end }.map(\.0)
    return [position(at: start)] + between + [position(at: end)]
  }

  private func index(after along: Double) -> Int {
    var low = 0
    var high = metres.count
    while low < high {
      let middle = (low + high) / 2
      if metres[middle] <= along { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
