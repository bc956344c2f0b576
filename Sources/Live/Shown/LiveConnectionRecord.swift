import Foundation
import Journey
import Timetable

/// A connection with what is known live of its rides, for other programs: `alight.connection/1` with the fields `live` and
/// `announcements`.
package struct LiveConnectionRecord: Encodable {
  struct Time: Encodable {
    var time: Date?
    /// Seconds late, negative where early.
    var delay: Double?
    var uncertainty: Double?
    var skipped: Bool
    /// Another platform.
    var stop: String?
  }

  struct RideLive: Encodable {
    /// The number of the ride.
    var ride: Int
    var cancelled: Bool
    var departure: Time?
    var arrival: Time?
    var madeAt: Date?
    var vehicle: String?
  }

  private let connection: ConnectionRecord
  private let live: [RideLive]

  private let announcements: [AnnouncementRecord]

  private enum Key: String, CodingKey { case live, announcements }

  /// - Parameter announced: Of its rides.
  package init(
    _ connection: Connection, from: Stop, to: Stop, _ board: LiveBoard, announced: [AnnouncementRecord]
  ) {
    announcements = announced
    self.connection = ConnectionRecord(connection, from: from, to: to)
    live = connection.rides.enumerated().compactMap { number, ride in
      board.trip(of: ride).map { trip in
        RideLive(
          ride: number, cancelled: trip.state == .cancelled,
          departure: board.call(of: ride, at: 0).map {
            Time(
              time: $0.departure, delay: $0.departureDelay, uncertainty: $0.uncertainty, skipped: $0.isSkipped,
              stop: $0.movedTo)
          },
          arrival: board.call(of: ride, at: ride.stops.count - 1).map {
            Time(
              time: $0.arrival, delay: $0.arrivalDelay, uncertainty: $0.uncertainty, skipped: $0.isSkipped,
              stop: $0.movedTo)
          }, madeAt: board.madeAt[trip.id.feed], vehicle: trip.vehicle)
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    try connection.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    if !live.isEmpty { try fields.encode(live, forKey: .live) }
    if !announcements.isEmpty { try fields.encode(announcements, forKey: .announcements) }
  }
}
