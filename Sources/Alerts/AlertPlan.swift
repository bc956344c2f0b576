import Foundation
import Journey

/// A reminder made ready to be followed: the stops in metres, the timetable as a line and the levels with their thresholds.
///
/// It is built from the reminder's `levels` and ride alone and knows nothing of modes.
public struct AlertPlan: Sendable {
  /// What the times of the ride are good for.
  public enum Timetable: Sendable, Hashable {
    /// They are those of the ride's own day: the clock alone tells where the vehicle should be.
    case ofTheDay
    /// They are of another day and give the pace between stops, but no delay.
    case paceOnly
  }

  struct PlannedStop: Sendable, Hashable {
    var point: Point
    /// Along the route line, or along the straight lines between stops where there is none.
    var metres: Double
  }

  struct PlannedLevel: Sendable, Hashable {
    var level: Int
    var trigger: Trigger
    /// When the timetable lets it fire, in seconds of the timeline; nil without times.
    var scheduled: Double?
  }

  public let policy: AlertPolicy
  let frame: LocalFrame
  var stops: [PlannedStop]
  let next: Point?
  let levels: [PlannedLevel]
  var route: RouteLine?
  var timeline: Timeline?
  let timetable: Timetable
  let knowsBoarding: Bool
  /// Whether all stops between the ends are known, so that they can be counted.
  let knowsStops: Bool
  /// Whether the way leads past one of its stops another time, so that a place alone does not tell how far the vehicle has come.
  let comesByTwice: Bool
  /// What the rider changes into at the destination; nil where the journey ends there.
  let change: Change?
  /// The plans of the rides after this one, in order.
  var onward: [AlertPlan]
  /// Seconds after the last call at which a rider is asked who has not said that they are off; empty for never.
  let followUps: [Double]
  /// m/s that the vehicle does not exceed.
  let fastestVehicle: Double
  /// From when on the rider is told to walk to the ride, in seconds since the reference date; nil where there is nothing to walk.
  private(set) var setOut: Double?
  private let placeGuard: (centre: Point, metres: Double, side: PlaceGuard.Side)?

  var destination: PlannedStop { stops[stops.count - 1] }
  /// Index of the stop before the destination; -1 where that is come to from anywhere.
  var before: Int { stops.count - 2 }
  var lastLeg: Double { before < 0 ? 0 : stops[stops.count - 1].metres - stops[before].metres }
  /// Whether nothing is known of the way but where it ends.
  var isFromAnywhere: Bool { stops.count == 1 }
  /// When the day of one that comes again ends, in seconds since the reference date: what has not come by then comes the next time.
  private(set) var endOfDay: Double?
  /// What is watched at places, where it is that and no ride.
  private(set) var visit: VisitPlan?
  /// When the rider is to be at a destination that is come to from anywhere, in seconds since the reference date.
  let appointed: Double?

  /// The plan of a stored reminder, with all its rides; nil for a record with a ride of no stops.
  public init?(_ reminder: Reminder, policy: AlertPolicy = .standard) {
    var onward: [AlertPlan] = []
    for leg in (1..<reminder.legs.count).reversed() {
      guard let plan = AlertPlan(leg: reminder.leg(leg), onward: onward, policy) else { return nil }
      onward.insert(plan, at: 0)
    }
    self.init(leg: reminder.leg(0), onward: onward, policy)
    visit = reminder.visit.map { VisitPlan($0, ride: reminder.ride, frame) }
    if isFromAnywhere, reminder.recurrence != nil {
      endOfDay = reminder.validUntil?.timeIntervalSinceReferenceDate
    }
    if reminder.walk(beforeRide: 0) != nil {
      setOut = reminder.setsOut.map { $0.timeIntervalSinceReferenceDate - policy.setOutEarly }
    }
  }

  private init?(leg: Reminder, onward: [AlertPlan], _ policy: AlertPolicy) {
    self.init(
      ride: leg.ride, levels: leg.levels, timetable: .ofTheDay, knowsBoarding: !leg.ride.isFromAnywhere,
      followsUp: leg.followsUp ?? false,
      placeGuard: leg.placeGuard, changingInto: leg.onward?.first?.ride, onward: onward, policy: policy)
  }

  /// The plan of one of the rides.
  /// - Parameter index: 0 for this one.
  func leg(_ index: Int) -> AlertPlan { index == 0 ? self : onward[min(index, onward.count) - 1] }

  /// The plan of a ride with its levels; nil for one of no stops.
  /// - Parameters:
  ///   - knowsBoarding: whether the first stop is where the rider gets on; then nothing fires before it was left.
  ///   - followsUp: whether a rider who does not say that they are off is asked later.
  ///   - placeGuard: a circle within or outside of which alone it alerts.
  public init?(
    ride: Ride, levels: [Level], timetable: Timetable, knowsBoarding: Bool, followsUp: Bool = false,
    placeGuard: PlaceGuard? = nil, policy: AlertPolicy = .standard
  ) {
    self.init(
      ride: ride, levels: levels, timetable: timetable, knowsBoarding: knowsBoarding, followsUp: followsUp,
      placeGuard: placeGuard, changingInto: nil, onward: [], policy: policy)
  }

  private init?(
    ride: Ride, levels: [Level], timetable: Timetable, knowsBoarding: Bool, followsUp: Bool, placeGuard: PlaceGuard?,
    changingInto next: Ride?, onward: [AlertPlan], policy: AlertPolicy
  ) {
    guard let last = ride.stops.last else { return nil }
    let frame = LocalFrame(origin: last.stop.position)
    let points = ride.stops.map { frame.point($0.stop.position) }
    let route = RouteLine(ride.shape.map(frame.point))
    let metres = route.flatMap { Self.place(ride.stops.map(\.metres), points, on: $0) }
    let placed = metres ?? Self.straightMetres(points)
    self.policy = policy
    self.frame = frame
    self.route = metres == nil ? nil : route
    stops = zip(points, placed).map { PlannedStop(point: $0, metres: $1) }
    comesByTwice = Self.comesByTwice(stops, within: policy.offRouteMetres)
    self.next = ride.next.map { frame.point($0.stop.position) }
    change = next.flatMap { Change($0, frame) }
    self.onward = onward
    timeline = Timeline(
      metres: placed, arrivals: ride.stops.map(\.arrival), departures: ride.stops.map(\.departure),
      dwell: policy.dwell)
    self.timetable = timetable
    self.knowsBoarding = knowsBoarding
    appointed = ride.isFromAnywhere ? ride.arrival?.timeIntervalSinceReferenceDate : nil
    knowsStops = ride.knowsItsStops && !ride.isFromAnywhere
    followUps = followsUp ? policy.followUps : []
    fastestVehicle = Self.fastest(ride.routeType)
    self.placeGuard = placeGuard.map { (frame.point($0.centre), $0.metres, $0.side) }
    self.levels = Self.planned(levels, ride, timeline, policy)
  }

  /// Before this no ride has begun, in seconds since the reference date; nil without a timetable of the day.
  var earliest: Double? {
    guard timetable == .ofTheDay, let timeline else { return nil }
    return timeline.departures[0] - policy.boardingEarly
  }

  /// Metres within which the first level of a circle is left the time to come first.
  var roomAfterFirst: Double {
    guard let before = levels.first(where: { $0.level == 1 }), case .within(let metres, _) = before.trigger else {
      return .infinity
    }
    return 0.9 * metres
  }

  /// Whether the reminder's circle forbids alerts at a place.
  func isHeldBack(at point: Point) -> Bool {
    guard let placeGuard else { return false }
    let isWithin = point.metres(to: placeGuard.centre) <= placeGuard.metres
    return isWithin != (placeGuard.side == .within)
  }

  /// Metres of each stop along the route line: the nearest place to the stop near where the timetable's metres put it.
  private static func place(_ metres: [Double], _ points: [Point], on route: RouteLine) -> [Double]? {
    guard let last = metres.last, let end = points.last, let endOfLine = route.points.last else { return nil }
    // The metres and the line measure the same way up to the error of whoever measured it. A line that goes on beyond
    // the destination is no reason to stretch them.
    let scale = last > 0 && end.metres(to: endOfLine) < 100 ? route.length / last : 1
    var placed: [Double] = []
    var hint = 0
    for (along, point) in zip(metres, points) {
      let expected = along * scale
      guard
        let place = route.nearest(
          to: point, from: max(placed.last ?? 0, expected - 150), to: max(expected + 150, (placed.last ?? 0) + 1),
          hint: hint, expected: expected),
        place.offset < 200
      else { return nil }
      placed.append(max(place.along, placed.last ?? 0))
      hint = place.piece
    }
    return placed
  }

  private static func comesByTwice(_ stops: [PlannedStop], within room: Double) -> Bool {
    stops.indices.contains { index in
      stops.indices.dropLast().contains { leg in
        // The legs to a stop and from it, and those beside them round a corner, lead past it once.
        abs(stops[leg].metres - stops[index].metres) > 4 * room
          && abs(stops[leg + 1].metres - stops[index].metres) > 4 * room
          && stops[index].point.metres(toWayFrom: stops[leg].point, to: stops[leg + 1].point) <= room
      }
    }
  }

  private static func straightMetres(_ points: [Point]) -> [Double] {
    var metres = [0.0]
    for (from, to) in zip(points, points.dropFirst()) {
      metres.append((metres.last ?? 0) + from.metres(to: to))
    }
    return metres
  }

  private static func planned(_ levels: [Level], _ ride: Ride, _ timeline: Timeline?, _ policy: AlertPolicy)
    -> [PlannedLevel]
  {
    levels.sorted { $0.level < $1.level }.map { level in
      var scheduled = ride.scheduled(level.trigger)?.timeIntervalSinceReferenceDate
      if level.level == 3, let timeline, let due = scheduled {
        let departure = timeline.departures[timeline.departures.count - 2]
        let latest = departure + policy.latestCall(onLeg: timeline.arrival - departure)
        scheduled = max(departure, min(due, latest))
      }
      return PlannedLevel(level: level.level, trigger: level.trigger, scheduled: scheduled)
    }
  }
}

extension AlertPlan {
  /// How far a position lies from the ride's way, in metres.
  public func metresOff(_ position: Position) -> Double {
    let point = frame.point(position)
    if let place = route?.nearest(to: point, from: 0, to: route?.length ?? 0, hint: 0) { return place.offset }
    return zip(stops, stops.dropFirst()).map { point.metres(toWayFrom: $0.point, to: $1.point) }.min() ?? 0
  }
}
