#if Realtime
import Foundation
import SwiftProtobuf
import Timetable

@testable import Live

/// A timetable of one trip a day in Vienna, and feeds about it.
struct TownFeed {
  let store: TimetableStore
  let reader: LiveReader

  /// 2026-12-01 08:05 in Vienna.
  static let now = Date(timeIntervalSince1970: 1_796_108_700)
  /// When the trip sets out, five minutes before.
  static let start = now - 300

  /// The trip `t` calls at a, b, c and d every ten minutes from 08:00, at b and c for a minute; numbers go by tens. `h` goes there each
  /// hour. Platform `b2` is of the same station as `b`.
  init() throws {
    let files = [
      "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\nx,X,https://example.org,Europe/Vienna\n",
      "stops.txt": """
      stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
      a,Alpha,48.30,14.30,,
      B,Beta,48.31,14.30,1,
      b,Beta,48.31,14.30,,B
      b2,Beta,48.31,14.30,,B
      c,Gamma,48.32,14.30,,
      d,Delta,48.33,14.30,,

      """,
      "routes.txt": "route_id,agency_id,route_short_name,route_type\nr,x,1,3\n",
      "calendar.txt": """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      daily,1,1,1,1,1,1,1,20260101,20261231

      """,
      "trips.txt": "route_id,service_id,trip_id,direction_id\nr,daily,t,1\nr,daily,h,0\n",
      "frequencies.txt": "trip_id,start_time,end_time,headway_secs\nh,06:00:00,10:00:00,3600\n",
      "stop_times.txt": """
      trip_id,arrival_time,departure_time,stop_id,stop_sequence
      t,08:00:00,08:00:00,a,10
      t,08:10:00,08:11:00,b,20
      t,08:20:00,08:21:00,c,30
      t,08:30:00,08:30:00,d,40
      h,06:00:00,06:00:00,a,1
      h,06:10:00,06:10:00,b,2

      """,
    ]
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-live-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    store = try TimetableStore.inMemory()
    try store.importFeed(at: folder.path, name: "town", progress: nil)
    reader = try LiveReader(store, feed: "town")
  }

  func read(_ build: (inout TransitRealtime_FeedMessage) -> Void) throws -> LiveSnapshot {
    var message = TransitRealtime_FeedMessage()
    message.header.gtfsRealtimeVersion = "2.0"
    message.header.timestamp = UInt64(Self.now.timeIntervalSince1970) - 10
    build(&message)
    return try reader.snapshot(message.serializedBytes(), now: Self.now)
  }

  /// What a feed makes of the trip when it says so.
  func trip(
    _ stopTimes: [TransitRealtime_TripUpdate.StopTimeUpdate],
    _ change: (inout TransitRealtime_TripUpdate) -> Void = { _ in }
  ) throws -> (trip: LiveTrip?, rules: [String]) {
    let snapshot = try read { message in
      var entity = TransitRealtime_FeedEntity()
      entity.id = "1"
      entity.tripUpdate.trip.tripID = "t"
      entity.tripUpdate.stopTimeUpdate = stopTimes
      change(&entity.tripUpdate)
      message.entity = [entity]
    }
    return (snapshot.trips.values.first, snapshot.findings.map(\.rule))
  }

  typealias StopTime = TransitRealtime_TripUpdate.StopTimeUpdate

  static func at(_ stop: String?, _ sequence: Int? = nil, _ change: (inout StopTime) -> Void = { _ in }) -> StopTime {
    var stopTime = StopTime()
    if let stop { stopTime.stopID = stop }
    if let sequence { stopTime.stopSequence = UInt32(sequence) }
    change(&stopTime)
    return stopTime
  }

  /// With a delay of arrival and departure.
  static func late(_ stop: String, _ seconds: Int) -> StopTime {
    at(stop) { ($0.arrival.delay, $0.departure.delay) = (Int32(seconds), Int32(seconds)) }
  }
}
#endif
