/// A circle on the map whose border tells of a level: what programs watch that know places and nothing of rides.
public struct AlertCircle: Sendable, Hashable {
  /// Which way the border is crossed.
  public enum Crossing: Sendable, Hashable {
    case arriving, leaving
  }

  public var stop: Stop
  public var metres: Double
  public var crossing: Crossing

  public init(stop: Stop, metres: Double, crossing: Crossing) {
    self.stop = stop
    self.metres = metres
    self.crossing = crossing
  }
}

extension Ride {
  /// What a phone can tell apart from the next stop in a town, and does not mistake for noise.
  private static let stopMetres = 100.0

  /// The circle that comes nearest to a trigger; nil for one that the clock decides alone.
  ///
  /// Of conditions that must all hold it takes the one that is measured from the destination, or else the last that has a
  /// place: that is the one which holds the level back.
  public func circle(of trigger: Trigger) -> AlertCircle? {
    func circle(_ index: Int, _ metres: Double, _ crossing: AlertCircle.Crossing) -> AlertCircle? {
      guard stops.indices.contains(index) else { return nil }
      return AlertCircle(stop: stops[index].stop, metres: metres, crossing: crossing)
    }
    switch trigger {
    case .timeLeft, .clock: return nil
    case .entered: return stops.last.flatMap { circle(stops.count - 1, $0.stop.reach, .arriving) }
    case .left: return stops.last.flatMap { circle(stops.count - 1, $0.stop.reach, .leaving) }
    case .approaching(let stop, _, let metres): return circle(stop, metres, .arriving)
    case .reached(let stop): return circle(stop, Self.stopMetres, .arriving)
    case .passed(let stop): return circle(stop, Self.stopMetres, .leaving)
    case .within(let metres, _): return circle(stops.count - 1, metres, .arriving)
    case .all(let parts):
      let near = parts.first { if case .within = $0 { true } else { false } }
      return near.flatMap { self.circle(of: $0) } ?? parts.compactMap { self.circle(of: $0) }.last
    case .any(let parts): return parts.compactMap { self.circle(of: $0) }.first
    }
  }
}

extension Reminder {
  /// The circles that come nearest to a level: of a reminder of places one for each of them.
  public func circles(of level: Level) -> [AlertCircle] {
    guard let visit, level.trigger == .entered || level.trigger == .left else {
      return ride.circle(of: level.trigger).map { [$0] } ?? []
    }
    let crossing: AlertCircle.Crossing = level.trigger == .left ? .leaving : .arriving
    return visit.places.map { AlertCircle(stop: $0, metres: $0.reach, crossing: crossing) }
  }
}
