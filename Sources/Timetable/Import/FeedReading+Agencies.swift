import Foundation
import GRDB

extension FeedReading {
  private struct Agency {
    var id: String
    var name: String
    var zone: String
  }

  private struct Publication {
    var publisher: String?
    var version: String?
    var language: String?
  }

  /// Reads agency.txt and feed_info.txt and makes the feed's own row and those of its agencies.
  mutating func begin(name: String, isDemonstration: Bool) throws {
    var spoken: Set<String> = []
    let known = try readAgencies(&spoken)
    guard let zone = Self.earliestZone(of: known.map(\.zone)) else {
      throw refusal("no-agency", "agency.txt", "it names no agency", "get a complete feed")
    }
    self.zone = zone
    var publication = try readFeedInfo()
    // Where the feed does not say, or says that it mixes languages, its agencies may agree on one.
    if publication.language == nil || publication.language?.lowercased() == "mul", spoken.count == 1 {
      publication.language = spoken.first
    }
    language = publication.language
    try database.execute(
      sql: """
        INSERT INTO feed (name, source, imported_at, zone, publisher, language, version, latest, stations, trips, demonstration)
        VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)
        """,
      arguments: [
        name, files.path, Int(Date().timeIntervalSince1970), zone, publication.publisher, publication.language,
        publication.version, isDemonstration,
      ])
    feed = database.lastInsertedRowID
    for agency in known {
      try database.execute(
        sql: "INSERT INTO agency (feed, agency_id, name, zone) VALUES (?, ?, ?, ?)",
        arguments: [feed, agency.id, agency.name, agency.zone])
      agencies[agency.id] = database.lastInsertedRowID
      agencyZones[database.lastInsertedRowID] = agency.zone
      counts.agencies += 1
    }
    noteZones(known)
  }

  /// Of the zones of agencies, which should be one, that where the day begins first: no time becomes one of the day before by it.
  private static func earliestZone(of zones: [String]) -> String? {
    let offsets = zones.map { TimeZone(identifier: $0)?.secondsFromGMT() ?? 0 }
    return zip(zones, offsets).max { $0.1 < $1.1 }.flatMap { latest in
      zip(zones, offsets).first { $0.1 == latest.1 }?.0
    }
  }

  private mutating func noteZones(_ agencies: [Agency]) {
    let zones = Set(agencies.map(\.zone)).sorted()
    guard zones.count > 1 else { return }
    log.note(
      "inconsistent-agency-timezone", .repaired, "agency.txt",
      "its agencies are in \(zones.joined(separator: ", ")); each route is timed by the clock of its own")
  }

  /// - Parameter spoken: gets the languages that the agencies name.
  private mutating func readAgencies(_ spoken: inout Set<String>) throws -> [Agency] {
    var agencies: [Agency] = []
    var ids: Set<String> = []
    var languages: Set<String> = []
    try forEachRow(of: "agency.txt") { reading, row in
      if let language = row.text("agency_lang") { languages.insert(language.lowercased()) }
      // Its id may be missing where there is one agency alone.
      let id = row.text("agency_id") ?? ""
      guard ids.insert(id).inserted else {
        reading.skip("duplicate-key", row, "agency_id \(id) stands in the file before")
        return
      }
      var zone = row.text("agency_timezone") ?? ""
      if zone.isEmpty, let first = agencies.first {
        zone = first.zone
        reading.repair("missing-zone", row, "agency \(id) has no time zone; it has that of the first")
      }
      guard !zone.isEmpty, TimeZone(identifier: zone) != nil else {
        throw row.bad(
          "unknown-zone", "\"\(zone)\" is not the name of a time zone",
          remedy: "it must be one such as Europe/Vienna; get a correct feed")
      }
      agencies.append(Agency(id: id, name: row.text("agency_name") ?? id, zone: zone))
    }
    spoken.formUnion(languages)
    return agencies
  }

  private mutating func readFeedInfo() throws -> Publication {
    var publication = Publication()
    try forEachRow(of: "feed_info.txt") { reading, row in
      publication.language = publication.language ?? row.text("feed_lang")
      publication.publisher = publication.publisher ?? row.text("feed_publisher_name")
      publication.version = publication.version ?? row.text("feed_version")
      let (first, last) = (row.day("feed_start_date"), row.day("feed_end_date"))
      if first.isInvalid || last.isInvalid {
        reading.repair("invalid-date", row, "a date of the feed's validity is none; it is left out")
      }
      reading.declared = (reading.declared.first ?? first.value, reading.declared.last ?? last.value)
    }
    return publication
  }
}
