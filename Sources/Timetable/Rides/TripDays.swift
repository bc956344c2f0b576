import Foundation
import GRDB

/// The service days of some trips of one feed.
struct TripDays {
  let zone: TimeZone
  /// How many days a trip may run into after its service day.
  let daysInto: Int
  private let services: [Int64: Service]

  /// - Parameters:
  ///   - feed: the feed's key.
  ///   - services: the keys of the trips' services.
  init(_ database: Database, feed: Int64, services: Set<Int64>) throws {
    guard let row = try Row.fetchOne(database, sql: "SELECT zone, latest FROM feed WHERE id = ?", arguments: [feed])
    else { throw TimetableError.damaged }
    zone = TimeZone(identifier: row["zone"]) ?? .gmt
    daysInto = (row["latest"] as Int) / 86_400 + 1
    self.services = try Service.all(services, database)
  }

  /// The keys of the services that run on a day.
  func running(on day: ServiceDay) -> Set<Int64> { Set(services.filter { $0.value.runs(on: day) }.keys) }
}

extension Array {
  /// Without elements that are twins of one before with the same time: in some feeds a trip stands twice, under two services.
  /// - Parameter time: by which the array is sorted.
  func withoutTwins(at time: (Element) -> Date, where areTwins: (Element, Element) -> Bool) -> [Element] {
    var kept: [Element] = []
    for one in self {
      let isTwin = kept.reversed().prefix { time($0) == time(one) }.contains { areTwins($0, one) }
      if !isTwin { kept.append(one) }
    }
    return kept
  }
}
