import Foundation
import GRDB
import Journey

extension ReminderStore {
  /// The stops that the rider is likely to name for one end of the ride, the likeliest first and each once: those of the trips
  /// that are likely at this time, on this weekday and from here, then those that were used most at either end.
  ///
  /// Where the ride begins is known when its end is asked for: then trips from there come first.
  /// - Parameters:
  ///   - from: The id of the stop where the ride begins; nil while that is open.
  ///   - zone: The IANA zone in which the time of day is meant.
  ///   - near: Where the rider is; nil where nobody knows.
  public func likelyStops(
    for slot: Slot, from: String? = nil, at now: Date, zone: String, near: Position? = nil, limit: Int = 12
  ) throws -> [Stop] {
    let all = try lastTrips(limit: -1).sorted { $0.count > $1.count }
    guard !all.isEmpty else { return [] }
    let likely = try suggestedTrips(at: now, zone: zone, near: near, limit: all.count).map(\.trip)
    var stops: [Stop]
    if slot == .to, let from {
      stops = (likely + all).filter { $0.origin.id == from }.map(\.destination)
    } else {
      stops = likely.map { slot == .to ? $0.destination : $0.origin }
    }
    stops += Self.mostUsed(all)
    var seen: Set<String> = from.map { [$0] } ?? []
    return Array(stops.filter { seen.insert($0.id).inserted }.prefix(limit))
  }

  private static func mostUsed(_ trips: [Trip]) -> [Stop] {
    var uses: [String: (stop: Stop, count: Int, order: Int)] = [:]
    for trip in trips {
      for stop in [trip.origin, trip.destination] {
        let known = uses[stop.id]
        uses[stop.id] = (stop, (known?.count ?? 0) + trip.count, known?.order ?? uses.count)
      }
    }
    return uses.values.sorted { ($0.count, $1.order) > ($1.count, $0.order) }.map(\.stop)
  }
}
