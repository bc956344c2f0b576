import Crypto
import Foundation
import Journey
import Synchronization

/// Rides by the hash of their content, so that each is written, read and held once, however many riders take it.
final class RideCache: Sendable {
  private struct Contents {
    var byHash: [String: Ride] = [:]
    var byRide: [Ride: String] = [:]
  }

  /// More than the rides of a day of a large operator: beyond it all are read anew.
  private static let most = 50_000
  private let contents = Mutex(Contents())

  func ride(_ hash: String) -> Ride? { contents.withLock { $0.byHash[hash] } }

  /// Those of which nothing is known.
  func missing(_ hashes: Set<String>) -> [String] {
    contents.withLock { contents in hashes.filter { contents.byHash[$0] == nil }.sorted() }
  }

  func keep(_ ride: Ride, _ hash: String) {
    contents.withLock { contents in
      if contents.byHash.count >= Self.most { contents = Contents() }
      contents.byHash[hash] = ride
      contents.byRide[ride] = hash
    }
  }

  /// The hash of a ride, SHA-256 over its record, and that record where it was not known before.
  func hash(_ ride: Ride) throws -> (hash: String, body: String?) {
    if let known = contents.withLock({ $0.byRide[ride] }) { return (known, nil) }
    let body = try RecordCoding.encoder().encode(ride)
    let hash = SHA256.hash(data: body).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return (hash, String(decoding: body, as: UTF8.self))
  }
}

/// A reminder without its rides, which are kept beside it.
struct SlimReminder {
  /// The record, with an empty ride in place of each.
  let record: String
  /// The hashes of its rides, in order.
  let hashes: [String]
  /// The rides that were not known before, by hash.
  let new: [String: (ride: Ride, body: String)]

  init(_ reminder: Reminder, _ cache: RideCache) throws {
    var slim = reminder
    var (hashes, new) = ([String](), [String: (Ride, String)]())
    func take(_ ride: inout Ride) throws {
      let (hash, body) = try cache.hash(ride)
      hashes.append(hash)
      if let body { new[hash] = (ride, body) }
      ride = Ride(tripID: nil, line: "", serviceDay: ride.serviceDay, zone: ride.zone, stops: [])
    }
    try take(&slim.ride)
    slim.onward = try slim.onward.map { legs in
      try legs.map { leg in
        var leg = leg
        try take(&leg.ride)
        return leg
      }
    }
    record = String(decoding: try RecordCoding.encoder().encode(slim), as: UTF8.self)
    (self.hashes, self.new) = (hashes, new)
  }

  /// The whole reminder again; nil where a ride is missing.
  static func whole(_ record: String, _ hashes: [String], _ cache: RideCache) throws -> Reminder? {
    var reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(record.utf8))
    let rides = hashes.compactMap(cache.ride)
    guard rides.count == hashes.count, rides.count == 1 + (reminder.onward?.count ?? 0) else { return nil }
    reminder.ride = rides[0]
    reminder.onward = reminder.onward.map { legs in
      zip(legs, rides.dropFirst()).map { Leg(ride: $1, levels: $0.levels) }
    }
    return reminder
  }
}
