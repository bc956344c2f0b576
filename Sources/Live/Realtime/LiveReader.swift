#if Realtime
import Foundation
import Journey
import SwiftProtobuf
import Timetable

/// Puts what a live feed says on the timetable, by the rules of the standard's validator.
///
/// One bad stop time costs that stop time, one bad entity that entity, and never the feed.
public final class LiveReader {
  let feed: String
  let policy: LivePolicy
  private let store: TimetableStore
  /// What was looked up before: feeds name the same trips again at each poll. Nil for a trip that the timetable does not have.
  private var trips: [String: ScheduledTrip?] = [:]
  private var lines: [String: [Position]] = [:]
  let stations: [String: String]

  /// - Parameter feed: The name of the timetable that it belongs to.
  /// - Throws: `TimetableError`
  public init(_ store: TimetableStore, feed: String, policy: LivePolicy = LivePolicy()) throws {
    (self.store, self.feed, self.policy) = (store, feed, policy)
    stations = try store.stations(of: feed)
  }

  /// Reads a whole feed.
  /// - Parameter now: By which the age of the header is judged.
  /// - Throws: `LiveError` where it is none, `TimetableError`
  public func snapshot(_ data: Data, now: Date) throws -> LiveSnapshot {
    let message = try Self.message(data, policy)
    var reading = LiveReading(self, message, now: now)
    try look(up: message.entity.prefix(policy.mostEntities))
    return try reading.read()
  }

  private static func message(_ data: Data, _ policy: LivePolicy) throws(LiveError) -> TransitRealtime_FeedMessage {
    guard !data.isEmpty else { throw .empty }
    guard data.count <= policy.mostBytes else { throw .tooLarge(bytes: data.count, most: policy.mostBytes) }
    let start = data.prefix(64).drop { $0 <= 32 }
    if start.first == UInt8(ascii: "<") { throw .isPage }
    let message: TransitRealtime_FeedMessage
    do {
      message = try TransitRealtime_FeedMessage(serializedBytes: data)
    } catch {
      throw .notProtobuf
    }
    guard message.hasHeader else { throw message.entity.isEmpty ? .notProtobuf : .noHeader }
    return message
  }

  /// Reads the trips that are new in one go.
  private func look(up entities: some Sequence<TransitRealtime_FeedEntity>) throws {
    var missing: Set<String> = []
    for entity in entities {
      for trip in [entity.tripUpdate.trip, entity.vehicle.trip] where trip.hasTripID && trips[trip.tripID] == nil {
        missing.insert(trip.tripID)
      }
    }
    guard !missing.isEmpty else { return }
    // A feed that is asked for days names trips that are long over.
    if trips.count > policy.mostEntities { trips = [:] }
    let found = try store.scheduledTrips(missing, of: feed)
    for id in missing { trips[id] = .some(found[id]) }
  }

  func trip(_ id: String) -> ScheduledTrip? { trips[id] ?? nil }

  /// Metres from a place to the line of a trip.
  func metres(from position: Position, to trip: ScheduledTrip) throws -> Double {
    let line = try lines[trip.tripID] ?? store.line(of: trip)
    lines[trip.tripID] = line
    return LineDistance.metres(from: position, to: line)
  }
}
#endif
