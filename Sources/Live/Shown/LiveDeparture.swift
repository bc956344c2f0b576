import Foundation
import Timetable

/// A trip that leaves a stop, with what is known live of it.
package struct LiveDeparture {
  package var departure: StopDeparture
  package var live: LiveTrip?
  /// Its call at the stop.
  package var call: LiveTrip.Call?
  /// When the feed that says so was made.
  package var madeAt: Date?

  package init(_ departure: StopDeparture, _ board: LiveBoard) {
    self.departure = departure
    let parts = departure.stopID.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return }
    let found = board.calls(of: departure.tripID, in: parts[0], day: departure.serviceDay)
    guard
      let (trip, place) = found.lazy.compactMap({ trip -> (LiveTrip, Int)? in
        trip.calls.firstIndex { $0.stopID == parts[1] && $0.scheduledDeparture == departure.time }.map { (trip, $0) }
      }).first
    else { return }
    (live, call, madeAt) = (trip, trip.calls[place], board.madeAt[parts[0]])
  }

  package var isCancelled: Bool { live?.state == .cancelled || call?.isSkipped == true }

  /// When it leaves as far as is known.
  package var time: Date { isCancelled ? departure.time : call?.departure ?? departure.time }

  /// `+3`, `-1`, `on time` or `cancelled`; nil where nothing is known but the timetable.
  package var word: String? {
    live?.state == .cancelled ? "cancelled" : call.flatMap { LiveWord.of($0, isArrival: false) }
  }
}

/// What is known live of a call, in a word.
package enum LiveWord {
  /// `+3`, `-1`, `on time` or `does not stop`; nil where nothing is known but the timetable.
  package static func of(_ call: LiveTrip.Call, isArrival: Bool) -> String? {
    if call.isSkipped { return "does not stop" }
    return minutesLate(call, isArrival: isArrival).map { $0 == 0 ? "on time" : $0 > 0 ? "+\($0)" : "\($0)" }
  }

  /// Whole minutes late, below zero where early; nil where nothing is known but the timetable.
  package static func minutesLate(_ call: LiveTrip.Call, isArrival: Bool) -> Int? {
    let delays = isArrival ? [call.arrivalDelay, call.departureDelay] : [call.departureDelay, call.arrivalDelay]
    return delays.compactMap(\.self).first.map { Int(($0 / 60).rounded()) }
  }
}

/// A departure with its live times for other programs: `alight.departure/1` with the fields `live` and
/// `announcements`.
package struct LiveDepartureRecord: Encodable {
  private let departure: DepartureRecord
  private let live: Live?

  struct Live: Encodable {
    var time: Date?
    /// Seconds late, negative where early.
    var delay: Double?
    /// Seconds by which the time may be off.
    var uncertainty: Double?
    var cancelled: Bool
    var skipped: Bool
    /// Another platform of the stop.
    var stop: String?
    var madeAt: Date?
    var vehicle: String?
  }

  private let announcements: [AnnouncementRecord]

  private enum Key: String, CodingKey { case live, announcements }

  /// - Parameter announced: Of its trip and the stop.
  package init(_ departure: LiveDeparture, zone: String, announced: [AnnouncementRecord]) {
    announcements = announced
    self.departure = DepartureRecord(departure.departure, zone: zone)
    live = departure.live.map { trip in
      Live(
        time: departure.call?.departure, delay: departure.call?.departureDelay,
        uncertainty: departure.call?.uncertainty,
        cancelled: trip.state == .cancelled, skipped: departure.call?.isSkipped == true, stop: departure.call?.movedTo,
        madeAt: departure.madeAt, vehicle: trip.vehicle)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    try departure.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(live, forKey: .live)
    if !announcements.isEmpty { try fields.encode(announcements, forKey: .announcements) }
  }
}
