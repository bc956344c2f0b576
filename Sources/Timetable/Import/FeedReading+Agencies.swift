import Foundation
import GRDB

extension FeedReading {
  private struct Agency {
    var id: String
    var name: String
    var zone: String
    var line: Int
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
    if let own = publication.language, own.lowercased() != "mul", spoken.count == 1, let said = spoken.first,
      said.prefix(2) != own.lowercased().prefix(2)
    {
      log.note(
        "language-mismatch", .told, "feed_info.txt",
        "the feed says that it is in \(own), and its agencies that they speak \(said)")
    }
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
    if known.count > 1, known.contains(where: \.id.isEmpty) {
      log.note(
        "missing-agency-id", .repaired, "agency.txt",
        "one of several agencies has no agency_id; it runs the routes that name none")
    }
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
      let zone = row.text("agency_timezone") ?? ""
      guard zone.isEmpty || TimeZone(identifier: zone) != nil else { throw Self.unknownZone(zone, row) }
      let name = reading.name("agency_name", row)
      if name == nil { reading.repair("missing-name", row, "agency \(id) has no name; it is called by its id") }
      agencies.append(Agency(id: id, name: name ?? id, zone: zone, line: row.line))
    }
    try mendZones(&agencies)
    spoken.formUnion(languages)
    return agencies
  }

  private static func unknownZone(_ zone: String, _ row: CSVReader) -> TimetableError {
    row.bad(
      "unknown-zone", "\"\(zone)\" is not the name of a time zone",
      remedy: "it must be one such as Europe/Vienna; get a correct feed")
  }

  /// Agencies without a zone have that of the first that has one.
  private mutating func mendZones(_ agencies: inout [Agency]) throws {
    guard let known = agencies.first(where: { !$0.zone.isEmpty })?.zone else {
      guard let first = agencies.first else { return }
      throw TimetableError.badFeed(
        feed: files.path, file: "agency.txt", line: first.line, rule: "unknown-zone",
        cause: "\"\" is not the name of a time zone", remedy: "it must be one such as Europe/Vienna; get a correct feed"
      )
    }
    for index in agencies.indices where agencies[index].zone.isEmpty {
      agencies[index].zone = known
      log.note(
        "missing-zone", .repaired, "agency.txt", line: agencies[index].line,
        "agency \(agencies[index].id) has no time zone; it has that of another one")
    }
  }

  /// A language tag; one that can be none is told, and left out.
  mutating func language(_ text: String?, _ row: CSVReader) -> String? {
    guard let text else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isTag =
      (2...3).contains(parts[0].count) && parts.allSatisfy { (1...8).contains($0.count) }
      && parts[0].allSatisfy { $0.isASCII && $0.isLetter }
      && parts.dropFirst().joined().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    if isTag { return text }
    tell("invalid-language", row, "\"\(text)\" is no language tag such as en or ja-Hrkt; it is left out")
    return nil
  }

  private mutating func readFeedInfo() throws -> Publication {
    var publication = Publication()
    try forEachRow(of: "feed_info.txt") { reading, row in
      if publication.publisher != nil || publication.language != nil {
        return reading.skip("duplicate-key", row, "the file has a row before, and one feed is one publication")
      }
      publication.language = reading.language(row.text("feed_lang"), row)
      publication.publisher = publication.publisher ?? row.text("feed_publisher_name")
      publication.version = publication.version ?? row.text("feed_version")
      let (first, last) = (row.day("feed_start_date"), row.day("feed_end_date"))
      if first.isInvalid || last.isInvalid {
        reading.repair("invalid-date", row, "a date of the feed's validity is none; it is left out")
      }
      reading.declaredEnd = reading.declaredEnd ?? last.value
    }
    return publication
  }
}
