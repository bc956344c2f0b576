import Foundation
import Matching

/// A GTFS feed in which trips call at every stop, with the other names of the stops as translations.
struct BenchFeed {
  private let stops: [MatchOption]

  /// So many stops one after the other make a trip.
  private static let calls = 50

  init(_ stops: [MatchOption]) { self.stops = stops }

  func write(into folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var rows = "stop_id,stop_name,stop_lat,stop_lon\n"
    var calls = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    var translations = "table_name,field_name,language,translation,record_id\n"
    for (number, stop) in stops.enumerated() {
      let position = stop.position
      rows += "\(number),\(Self.quoted(stop.name)),\(position?.latitude ?? 48),\(position?.longitude ?? 14)\n"
      let time = String(format: "08:%02d:00", number % Self.calls)
      calls += "\(number / Self.calls),\(time),\(time),\(number),\(number % Self.calls)\n"
      for other in stop.alternatives {
        translations += "stops,stop_name,\(Self.tag(other.language)),\(Self.quoted(other.name)),\(number)\n"
      }
    }
    let trips = (0...(stops.count - 1) / Self.calls).map { "r,s,\($0)\n" }.joined()
    let tables = [
      "stops": rows, "stop_times": calls, "trips": "route_id,service_id,trip_id\n" + trips,
      "translations": translations,
      "agency": "agency_id,agency_name,agency_url,agency_timezone\na,A,https://example.org,Europe/Vienna\n",
      "routes": "route_id,agency_id,route_short_name,route_long_name,route_type\nr,a,1,One,3\n",
      "calendar": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        + "s,1,1,1,1,1,1,1,20200101,20401231\n",
    ]
    for (name, text) in tables { try Data(text.utf8).write(to: folder.appending(path: "\(name).txt")) }
  }

  private static func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }

  /// Tables of stations name readings by what they are.
  private static func tag(_ language: String) -> String {
    ["kana": "ja-Hrkt", "romaji": "ja-Latn", "hepburn": "ja-Latn-hepburn", "": "en"][language] ?? language
  }
}
