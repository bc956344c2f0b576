import Journey

/// Where a rider is, second by second, built up from what moves them: nobody can be made to leap.
struct Track {
  /// Seconds of the true clock at which it begins.
  let start: Double
  /// The place at each second from `start` on.
  private(set) var points: [Position]
  /// Seconds of the true clock up to which it is built.
  private(set) var clock: Double
  private(set) var place: Position

  init(at place: Position, start: Double) {
    self.place = place
    self.start = start
    clock = start
    points = [place]
  }

  /// The place at a second of the true clock.
  func place(at second: Int) -> Position { points[min(points.count - 1, max(0, second))] }

  mutating func stand(until end: Double) {
    let here = place
    fill(to: max(clock, end)) { _ in here }
  }

  mutating func stand(for seconds: Double) { stand(until: clock + seconds) }

  /// On foot, straight.
  mutating func walk(to end: Position, speed: Double = 1.3) {
    let (from, began, metres) = (place, clock, place.metres(to: end))
    guard metres > 0.5 else { return }
    fill(to: began + metres / speed) { from.toward(end, share: min(1, ($0 - began) * speed / metres)) }
    place = end
  }

  /// From standing to standing along a way, forward or, where the end is less than the beginning, back.
  /// - Returns: when each of the asked places was passed, in seconds of the true clock, as far as they lie between.
  @discardableResult
  mutating func drive(
    _ way: Way, from: Double, to end: Double, speed: Double, acceleration: Double = 1, noting places: [Double] = []
  ) -> [Double] {
    guard abs(end - from) > 0.01 else { return [] }
    let leg = SpeedProfile(metres: abs(end - from), speed: speed, acceleration: acceleration)
    let (began, sign) = (clock, end > from ? 1.0 : -1.0)
    fill(to: began + leg.seconds) { way.position(at: from + sign * leg.metres(at: $0 - began)) }
    place = way.position(at: end)
    return places.filter { ($0 - from) * sign >= 0 && ($0 - end) * sign <= 0 }.map { place in
      began + Self.seconds(of: leg, at: abs(place - from))
    }
  }

  private static func seconds(of leg: SpeedProfile, at metres: Double) -> Double {
    var (low, high) = (0.0, leg.seconds)
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if leg.metres(at: middle) < metres { low = middle } else { high = middle }
    }
    return high
  }

  private mutating func fill(to end: Double, _ place: (Double) -> Position) {
    while start + Double(points.count) <= end { points.append(place(start + Double(points.count))) }
    clock = end
  }
}
