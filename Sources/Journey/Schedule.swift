import Foundation

extension Ride {
  /// When the schedule lets a trigger become true; nil where the times that it needs are unknown.
  public func scheduled(_ trigger: Trigger) -> Date? {
    switch trigger {
    case .timeLeft(let seconds): return arrival?.addingTimeInterval(-seconds)
    case .clock(let instant): return instant
    case .entered, .left: return nil
    case .approaching(let stop, let seconds, let metres):
      guard stops.indices.contains(stop), let reached = stops[stop].arrival ?? stops[stop].departure else { return nil }
      let near = instant(atMetres: stops[stop].metres - metres) ?? reached
      return min(near, reached.addingTimeInterval(-seconds))
    case .reached(let stop):
      guard stops.indices.contains(stop) else { return nil }
      return stops[stop].arrival ?? stops[stop].departure
    case .passed(let stop):
      guard stops.indices.contains(stop) else { return nil }
      return stops[stop].departure ?? stops[stop].arrival
    case .within(let metres, let measure):
      guard let last = stops.last else { return nil }
      let along = measure == .along ? last.metres - metres : metresWhereCircleBegins(metres)
      return instant(atMetres: along)
    case .all(let triggers):
      let instants = triggers.map(scheduled)
      return instants.contains(nil) ? nil : instants.compactMap(\.self).max()
    case .any(let triggers):
      return triggers.compactMap(scheduled).min()
    }
  }

  /// The scheduled instant at which the vehicle is so many metres along, between two stops at an even pace.
  /// Before the boarding stop it is the departure.
  public func instant(atMetres metres: Double) -> Date? {
    guard let first = stops.first else { return nil }
    if metres <= first.metres { return departure }
    for (from, to) in zip(stops, stops.dropFirst()) where metres <= to.metres {
      guard let start = from.departure ?? from.arrival, let end = to.arrival ?? to.departure else { return nil }
      let share = to.metres > from.metres ? (metres - from.metres) / (to.metres - from.metres) : 1
      return start.addingTimeInterval(share * end.timeIntervalSince(start))
    }
    return arrival
  }

  /// Metres along the ride where the vehicle enters the circle round the destination for the last time.
  private func metresWhereCircleBegins(_ radius: Double) -> Double {
    guard let last = stops.last else { return 0 }
    let way = wayWithMetres()
    var entered = last.metres
    for (point, metres) in way.reversed() {
      if point.metres(to: last.stop.position) > radius { break }
      entered = metres
    }
    return entered
  }

  /// Points of the way with their metres, about every 50 m, from the shape or else the straight lines between stops.
  private func wayWithMetres() -> [(Position, Double)] {
    guard let first = stops.first, let last = stops.last else { return [] }
    let points = shape.count > 1 ? shape : stops.map(\.stop.position)
    var way: [(Position, Double)] = []
    var along = 0.0
    for (from, to) in zip(points, points.dropFirst()) {
      let step = from.metres(to: to)
      let pieces = max(1, Int(step / 50))
      for piece in 0..<pieces {
        let share = Double(piece) / Double(pieces)
        way.append((from.toward(to, share: share), along + share * step))
      }
      along += step
    }
    way.append((last.stop.position, along))
    let scale = along > 0 ? (last.metres - first.metres) / along : 1
    return way.map { ($0.0, first.metres + $0.1 * scale) }
  }
}

extension Position {
  /// The point at a share (0 to 1) of the straight way to another one; for short ways only.
  public func toward(_ other: Position, share: Double) -> Position {
    Position(
      latitude: latitude + (other.latitude - latitude) * share,
      longitude: longitude + (other.longitude - longitude) * share)
  }

  /// So many metres north and east of here; for short ways only.
  public func moved(north: Double, east: Double) -> Position {
    let metresPerDegree = 111_195.0
    return Position(
      latitude: latitude + north / metresPerDegree,
      longitude: longitude + east / (metresPerDegree * cos(latitude * .pi / 180)))
  }
}
