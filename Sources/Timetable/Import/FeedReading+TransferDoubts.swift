import GRDB

extension FeedReading {
  /// Nobody changes farther on foot: where a feed says so, one of the places is wrong.
  private static let farthestTransfer = 10_000.0

  /// Tells what of a rule cannot be meant; it is kept as it stands.
  mutating func tellDoubts(about rule: TransferRule, type: Int, _ row: CSVReader) throws {
    if let from = row.text("from_stop_id").flatMap({ stops[$0] }),
      let to = row.text("to_stop_id").flatMap({ stops[$0] }),
      from.position.metres(to: to.position) > Self.farthestTransfer
    {
      tell("far-transfer", row, "a change leads over \(Int(from.position.metres(to: to.position) / 1000)) km")
    }
    for (trip, route, stop, isFirst) in [
      (rule.fromTrip, rule.fromRoute, rule.from, false), (rule.toTrip, rule.toRoute, rule.to, true),
    ] {
      guard let trip else { continue }
      if let route, try Int64.fetchOne(database, sql: "SELECT route FROM trip WHERE id = ?", arguments: [trip]) != route
      {
        tell("trip-of-other-route", row, "a trip is named with a route that it is not of")
      }
      guard let stop else { continue }
      let places = try Row.fetchAll(
        database,
        sql: """
          SELECT p.position, (SELECT max(position) FROM pattern_stop WHERE pattern = p.pattern) AS last FROM pattern_stop p
          WHERE p.pattern = (SELECT pattern FROM trip WHERE id = ?) AND (p.stop = ? OR p.station = ?)
          """, arguments: [trip, stop, stop])
      if places.isEmpty {
        tell("trip-not-at-stop", row, "a trip is named with a stop at which it never calls")
      } else if type == 4, !places.contains(where: { ($0["position"] as Int) == (isFirst ? 0 : $0["last"]) }) {
        tell("mid-trip-transfer", row, "riders are to keep their seat where a trip neither ends nor begins")
      }
    }
    if type == 4, let from = rule.fromTrip, let to = rule.toTrip {
      let types = try Int.fetchAll(
        database, sql: "SELECT r.type FROM trip t JOIN route r ON r.id = t.route WHERE t.id IN (?, ?)",
        arguments: [from, to])
      if Set(types).count > 1 {
        tell("mixed-block", row, "riders are to keep their seat from one kind of vehicle to another")
      }
    }
  }
}
