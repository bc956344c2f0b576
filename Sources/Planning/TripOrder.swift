import Foundation
import Journey
import Timetable

/// The order in which the stops of a trip are done soonest: with the fewest rows that cannot be done as wanted, and of those with the
/// earliest end.
///
/// Up to `TripPolicy.mostExact` stops exactly, by dynamic programming over the sets of stops that are done (M. Held and R. M. Karp,
/// *A Dynamic Programming Approach to Sequencing Problems*, 1962) with times of day: of two ways to have done the same stops and to be
/// at the same one, the one that is there sooner is never worse, unless more of it was impossible; so both numbers are kept. More stops
/// by the nearest neighbour in time, improved by moving single stops (Or-opt; I. Or, 1976).
public struct TripOrder {
  /// Which ends of the trip stay where they are.
  public enum Ends: String, Sendable, CaseIterable {
    case none, first, last, both

    var keepsFirst: Bool { self == .first || self == .both }
    var keepsLast: Bool { self == .last || self == .both }
  }

  /// One way to have done some stops: what was impossible of it, when the last stay is over, and the one before it.
  private struct Label {
    var flaws: Int
    var end: Date
    var stop: Int
    /// Index of the label before; below zero for none.
    var before: Int

    func isAsGood(as other: Label) -> Bool { flaws <= other.flaws && end <= other.end }
  }

  private struct Departure: Hashable {
    var stop: Int
    var at: Date
  }

  private let planner: TripPlanner
  private let ends: Ends
  private let policy: TripPolicy
  private var known: KnownArrivals
  /// Where this day and the next were looked at, and not those to come.
  private var hurried: Set<Departure> = []
  private let walks: [[Walk?]]
  /// What comes of an order that is known: what cannot be better is not followed.
  private var bound: (flaws: Int, end: Date)?

  /// Chosen departures are left out: they belong to the order that was.
  public init(
    _ trip: TripPlan, keeping ends: Ends = .first, _ timetable: TimetableStore, _ policy: TripPolicy = .standard
  ) throws {
    var free = trip
    for index in free.stops.indices { free.stops[index].leaves = nil }
    planner = try TripPlanner(free, timetable, policy)
    (self.ends, self.policy) = (ends, policy)
    let stops = free.stops.indices
    known = KnownArrivals(stops: stops.count)
    walks = stops.map { [planner] from in stops.map { from == $0 ? nil : planner.walk(from: from, to: $0) } }
  }

  private var count: Int { planner.trip.stops.count }

  /// The trip in the best order; nil where none reaches all stops.
  public mutating func best() -> TripPlan? {
    guard count > 2 else { return planner.trip }
    return (count <= policy.mostExact ? exact() : improved(nearest())).map(arranged)
  }

  private func arranged(_ order: [Int]) -> TripPlan {
    var trip = planner.trip
    trip.stops = order.map { trip.stops[$0] }
    return trip
  }

  /// The earliest arrivals at some of the stops, on foot too; nil where nothing goes, and at others.
  /// - Parameter mayWait: Whether what comes days later is of any use.
  private mutating func arrivals(
    from stop: Int, to left: [Int], at instant: Date, mayWait: Bool = true
  ) -> [Date?] {
    look(from: stop, to: left, at: instant, mayWait)
    var all = [Date?](repeating: nil, count: count)
    for other in left {
      let ride = known.arrival(from: stop, to: other, at: instant) ?? nil
      let onFoot = walks[stop][other].map { instant.addingTimeInterval($0.seconds) }
      all[other] = [ride, onFoot].compactMap(\.self).min()
    }
    return all
  }

  /// Looks for rides that are not known. Most stops are reached on the same day, and by one search for all of them that many orders
  /// share. Only for those that are not, the days to come are looked at: nothing needs to go to a stop that is done.
  private mutating func look(from stop: Int, to left: [Int], at instant: Date, _ mayWait: Bool) {
    func missing(_ others: [Int]) -> [Int] {
      others.filter { $0 != stop && known.arrival(from: stop, to: $0, at: instant) == nil }
    }
    guard !missing(left).isEmpty else { return }
    if hurried.insert(Departure(stop: stop, at: instant)).inserted {
      let others = missing(Array(0..<count))
      let rides = planner.travel.arrivals(from: stop, toEach: others, departing: instant, isPatient: false)
      for (other, ride) in zip(others, rides) where ride != nil {
        known.add(ride, from: stop, to: other, at: instant)
      }
    }
    let late = mayWait ? missing(left) : []
    guard !late.isEmpty else { return }
    for (other, ride) in zip(late, planner.travel.arrivals(from: stop, toEach: late, departing: instant)) {
      known.add(ride, from: stop, to: other, at: instant)
      addLike(ride, from: stop, to: other, at: instant)
    }
  }

  /// Where one waits for days, it is of no account when one came: all that arrives as late is known by two searches.
  private mutating func addLike(_ ride: Date?, from stop: Int, to other: Int, at instant: Date) {
    let like = planner.travel.departures(
      from: stop, to: other, like: instant, arriving: ride, notBefore: planner.trip.start)
    known.add(ride, from: stop, to: other, at: like.lowerBound)
    known.add(ride, from: stop, to: other, at: like.upperBound)
  }

  private var firsts: [Int] {
    if ends.keepsFirst { return [0] }
    return Array(0..<(ends.keepsLast ? count - 1 : count))
  }

  private func begin(at stop: Int) -> Label {
    let (end, flaws) = planner.stay(at: stop, from: planner.trip.start)
    return Label(flaws: flaws, end: end, stop: stop, before: -1)
  }

  /// The stay at the next stop after what a label stands for.
  private func next(_ stop: Int, from arrival: Date, after label: Label, at index: Int = -1) -> Label {
    let (end, flaws) = planner.stay(at: stop, from: arrival)
    return Label(flaws: label.flaws + flaws, end: end, stop: stop, before: index)
  }

  // MARK: Exactly

  private mutating func exact() -> [Int]? {
    let all = (1 << count) - 1
    bound = improved(nearest()).flatMap { outcome($0) }
    var labels = firsts.map(begin)
    var states = [[Int]](repeating: [], count: (all + 1) * count)
    for index in labels.indices { states[(1 << labels[index].stop) * count + labels[index].stop] = [index] }
    for done in 1...all {
      for stop in 0..<count where done & (1 << stop) != 0 {
        for index in states[done * count + stop] { extend(index, done, all, &labels, &states) }
      }
    }
    let complete = (0..<count).flatMap { states[all * count + $0] }
    let best = complete.min { (labels[$0].flaws, labels[$0].end) < (labels[$1].flaws, labels[$1].end) }
    return best.map { order(to: $0, labels) }
  }

  /// Goes on from one label to every stop that is left.
  private mutating func extend(
    _ index: Int, _ done: Int, _ all: Int, _ labels: inout [Label], _ states: inout [[Int]]
  ) {
    let label = labels[index]
    let left = (0..<count).filter { next in
      let isLast = done | (1 << next) == all
      return done & (1 << next) == 0 && (!ends.keepsLast || (next == count - 1) == isLast)
    }
    guard !left.isEmpty else { return }
    // An order that is known ends sooner than what is not reached within this day and the next, of which one may have 23 hours.
    let isBeaten = bound.map { $0.flaws <= label.flaws && $0.end <= label.end.addingTimeInterval(23 * 3600) } ?? false
    let arrivals = arrivals(from: label.stop, to: left, at: label.end, mayWait: !isBeaten)
    let stays = (0..<count).filter { done & (1 << $0) == 0 }.reduce(0.0) { $0 + planner.trip.stops[$1].stay }
    for stop in left {
      guard let arrival = arrivals[stop] else { continue }
      let new = next(stop, from: arrival, after: label, at: index)
      // Were everything else next door, it would end no sooner than one that is known.
      let least = new.end.addingTimeInterval(stays - planner.trip.stops[stop].stay)
      if let bound, (new.flaws, least) > bound { continue }
      let state = (done | (1 << stop)) * count + stop
      guard !states[state].contains(where: { labels[$0].isAsGood(as: new) }) else { continue }
      states[state].removeAll { new.isAsGood(as: labels[$0]) }
      states[state].append(labels.count)
      labels.append(new)
    }
  }

  private func order(to last: Int, _ labels: [Label]) -> [Int] {
    var order: [Int] = []
    var index = last
    while index >= 0 {
      order.append(labels[index].stop)
      index = labels[index].before
    }
    return order.reversed()
  }

  // MARK: By a heuristic

  /// From each stop to the one that is reached first.
  private mutating func nearest() -> [Int]? {
    var order = [0]
    var label = begin(at: 0)
    while order.count < count {
      let left = (0..<count).filter { next in
        !order.contains(next) && (!ends.keepsLast || (next == count - 1) == (order.count == count - 1))
      }
      let arrivals = arrivals(from: label.stop, to: left, at: label.end)
      let reached = left.compactMap { stop in arrivals[stop].map { (stop: stop, at: $0) } }
      guard let first = reached.min(by: { $0.at < $1.at }) else { return nil }
      label = next(first.stop, from: first.at, after: label)
      order.append(first.stop)
    }
    return order
  }

  /// Moves single stops to where the trip ends sooner, until none does.
  private mutating func improved(_ order: [Int]?) -> [Int]? {
    guard var best = order, var value = outcome(best) else { return nil }
    var isBetter = true
    let free = (ends.keepsFirst ? 1 : 0)..<(ends.keepsLast ? count - 1 : count)
    while isBetter {
      isBetter = false
      for from in free {
        for to in max(
          free.lowerBound, from - policy.farthestMove)..<min(free.upperBound, from + policy.farthestMove + 1)
        where to != from {
          var other = best
          other.insert(other.remove(at: from), at: to)
          guard let found = outcome(other), found < value else { continue }
          (best, value, isBetter) = (other, found, true)
        }
      }
    }
    return best
  }

  /// What comes of an order; nil where some stop is not reached.
  private mutating func outcome(_ order: [Int]) -> (flaws: Int, end: Date)? {
    var label = begin(at: order[0])
    for stop in order.dropFirst() {
      guard let arrival = arrivals(from: label.stop, to: [stop], at: label.end)[stop] else {
        return nil
      }
      label = next(stop, from: arrival, after: label)
    }
    return (label.flaws, label.end)
  }
}
