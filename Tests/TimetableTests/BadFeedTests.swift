import Foundation
import Journey
import Testing

@testable import Timetable

/// One defect of an otherwise good feed.
struct Defect: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var file: String
  /// The file's new text; nil where it is missing.
  var text: String?
  /// The rule of the notice, or a part of the error's sentence.
  var expected: String

  init(_ testDescription: String, _ file: String, _ text: String?, _ expected: String) {
    self.testDescription = testDescription
    self.file = file
    self.text = text
    self.expected = expected
  }
}

@Suite("A bad feed") struct BadFeedTests {
  static let refused: [Defect] =
    ["agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt"].map {
      Defect("without \($0)", $0, nil, "missing-file")
    } + [
      Defect("without any calendar", "calendar.txt", nil, "missing-calendar"),
      Defect("with an empty file", "stops.txt", "", "empty-file"),
      Defect("with only a header", "stops.txt", "stop_id,stop_name,stop_lat,stop_lon\n", "no-usable-stop"),
      Defect("without a column", "stops.txt", "stop_name,stop_lat,stop_lon\nA,48,14\n", "missing-column"),
      Defect("without a column or a row", "routes.txt", "route_short_name,route_type\n", "missing-column"),
      Defect("in an unknown zone", "agency.txt", "agency_timezone\nMars/Olympus\n", "unknown-zone"),
      Defect("without a zone", "agency.txt", "agency_name,agency_timezone\nA,\n", "unknown-zone"),
      Defect(
        "with a second agency in an unknown zone", "agency.txt",
        "agency_id,agency_timezone\na,Europe/Vienna\nb,Mars/Olympus\n", "unknown-zone"),
      Defect("without an agency", "agency.txt", "agency_timezone\n", "no-agency"),
      Defect(
        "with a quote left open", "stop_times.txt",
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt,\"08:00:00,08:00:00,a,1\n", "unclosed-quote"),
      Defect("with a web page for a file", "routes.txt", "<html>\n<body>404</body>\n", "not-csv"),
      Defect("with an answer in JSON for a file", "trips.txt", "{\"error\": 404}\n", "not-csv"),
      Defect("with zeros for a file", "trips.txt", String(repeating: "\0", count: 5000), "not-csv"),
      Defect(
        "with a field of ten million letters", "stops.txt",
        "stop_id,stop_name,stop_lat,stop_lon\na," + String(repeating: "x", count: 10_000_000), "field-too-long"),
      Defect(
        "with a quoted field of ten million letters", "stops.txt",
        "stop_id,stop_name,stop_lat,stop_lon\na,\"" + String(repeating: "x\n", count: 5_000_000) + "\",1,1\n",
        "field-too-long"),
      Defect(
        "with a row of a million fields", "stops.txt",
        "stop_id,stop_name,stop_lat,stop_lon\n" + String(repeating: ",x", count: 1_000_000) + "\n", "row-too-long"),
      Defect(
        "without a usable trip", "stop_times.txt",
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt,08:00:00,08:00:00,a,1\n", "no-usable-trip"),
      Defect(
        "without a weekday column", "calendar.txt",
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,start_date,end_date\n"
          + "daily,1,1,1,1,1,1,20260101,20261231\n", "missing-column"),
    ]

  @Test("is refused by its rule, naming the file and the next step", arguments: refused) func refusal(_ defect: Defect)
    throws
  {
    var feed = SmallFeed()
    feed.files[defect.file] = defect.text
    let error = #expect(throws: TimetableError.self) { _ = try feed.imported() }
    #expect(error?.kind == .badData)
    #expect(error?.refusal?.rule == defect.expected)
    let file = defect.expected == "no-usable-trip" ? "trips.txt" : defect.file
    #expect(error?.refusal?.file == file)
    #expect(error?.description.contains(file) == true)
    #expect(error?.description.contains(";") == true)
  }

  private static let stopTimes = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
  private static let good = "t,08:00:00,08:00:00,a,1\nt,08:20:00,08:20:00,c,9\n"
  private static let agency =
    "agency_id,agency_name,agency_url,agency_timezone\na,A,https://example.org,Europe/Vienna\n"
  private static let stops = "stop_id,stop_name,stop_lat,stop_lon\na,A,48.30,14.30\nb,B,48.31,14.30\nc,C,48.33,14.30\n"
  private static let calendar =
    "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
    + "daily,1,1,1,1,1,1,1,20260101,20261231\n"

  static let skipped: [Defect] = [
    Defect("with a short row", "stops.txt", stops + "d,D\n", "wrong-row-length"),
    Defect("with a long row", "stops.txt", stops + "d,D,48,14,1,2\n", "wrong-row-length"),
    Defect("with a stop twice", "stops.txt", stops + "a,Again,48,14\n", "duplicate-key"),
    Defect("with a stop beyond the pole", "stops.txt", stops + "d,D,91.5,14\n", "no-position"),
    Defect("with a stop at no number", "stops.txt", stops + "d,D,north,14\n", "no-position"),
    Defect("with a stop at infinity", "stops.txt", stops + "d,D,inf,nan\n", "no-position"),
    Defect("with a stop at zero, zero", "stops.txt", stops + "d,D,0,0\n", "no-position"),
    Defect("with a stop without an id", "stops.txt", stops + ",D,48,14\n", "missing-key"),
    Defect(
      "with a call at an unknown stop", "stop_times.txt", stopTimes + good + "t,08:30:00,08:30:00,x,10\n",
      "unknown-stop"),
    Defect(
      "with a call of an unknown trip", "stop_times.txt", stopTimes + good + "x,08:30:00,08:30:00,a,1\n", "unknown-trip"
    ),
    Defect("with a minute 61", "stop_times.txt", stopTimes + good + "t,08:61:00,08:30:00,b,5\n", "invalid-time"),
    Defect("with a time that is none", "stop_times.txt", stopTimes + good + "t,noon,noon,b,5\n", "invalid-time"),
    Defect(
      "with a million hours", "stop_times.txt", stopTimes + good + "t,999999:00:00,999999:00:00,b,5\n", "invalid-time"),
    Defect(
      "with an endless sequence", "stop_times.txt", stopTimes + good + "t,08:10:00,08:10:00,b,99999999999\n",
      "invalid-time"),
    Defect(
      "with the same sequence twice", "stop_times.txt", stopTimes + good + "t,08:30:00,08:30:00,b,9\n", "duplicate-key"),
    Defect(
      "with a trip that runs back in time", "stop_times.txt",
      stopTimes + good + "u,09:00:00,09:00:00,a,1\nu,08:00:00,08:00:00,b,2\n", "time-runs-back"),
    Defect(
      "with a departure before the arrival", "stop_times.txt",
      stopTimes + good + "u,09:00:00,09:00:00,a,1\nu,09:20:00,09:10:00,b,2\nu,09:30:00,09:30:00,c,3\n", "time-runs-back"
    ),
    Defect(
      "with a trip of one stop", "stop_times.txt", stopTimes + good + "u,09:00:00,09:00:00,a,1\n", "too-few-stops"),
    Defect(
      "with a trip without an end", "stop_times.txt",
      stopTimes + good + "u,09:00:00,09:00:00,a,1\nu,,,b,2\n", "no-time-at-an-end"),
    Defect("with a trip without stops", "stop_times.txt", stopTimes + good, "trip-without-stops"),
    Defect(
      "with a trip of no route", "trips.txt", "route_id,service_id,trip_id\nr,daily,t\nx,daily,u\n", "unknown-route"),
    Defect(
      "with a trip of no service", "trips.txt", "route_id,service_id,trip_id\nr,daily,t\nr,x,u\n", "unknown-service"),
    Defect(
      "with the 30th of February", "calendar.txt", calendar + "odd,1,1,1,1,1,1,1,20260230,20261231\n", "invalid-date"),
    Defect(
      "with an exception of type 3", "calendar_dates.txt", "service_id,date,exception_type\ndaily,20260101,3\n",
      "invalid-date"),
    Defect(
      "with a headway of nothing", "frequencies.txt",
      "trip_id,start_time,end_time,headway_secs\nt,06:00:00,07:00:00,0\n", "invalid-frequency"),
    Defect(
      "with a shape point nowhere", "shapes.txt",
      "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns,48,14,x\n", "invalid-shape-point"),
    Defect(
      "with a shape of one point", "shapes.txt",
      "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns,48,14,1\n", "too-few-points"),
    Defect(
      "with a shape point twice", "shapes.txt",
      "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns,48,14,1\ns,48,15,2\ns,48,16,2\n", "duplicate-key"),
    Defect(
      "with an agency twice", "agency.txt", agency + "a,Again,https://example.org,Europe/Vienna\n", "duplicate-key"),
    Defect("with a route twice", "routes.txt", "route_id,route_short_name,route_type\nr,1,3\nr,2,3\n", "duplicate-key"),
    Defect(
      "with a trip twice", "trips.txt", "route_id,service_id,trip_id\nr,daily,t\nr,daily,t\n", "duplicate-key"),
    Defect(
      "with a service twice", "calendar.txt", calendar + "daily,1,1,1,1,1,1,1,20260101,20261231\n", "duplicate-key"),
    Defect(
      "with an exception twice", "calendar_dates.txt",
      "service_id,date,exception_type\ndaily,20261224,2\ndaily,20261224,1\n", "duplicate-key"),
    Defect(
      "with a frequency of an unknown trip", "frequencies.txt",
      "trip_id,start_time,end_time,headway_secs\nx,06:00:00,07:00:00,600\n", "unknown-trip"),
    Defect(
      "with a change at an unknown stop", "transfers.txt", "from_stop_id,to_stop_id,transfer_type\na,x,0\n",
      "unknown-stop"),
    Defect(
      "with a change from an unknown route", "transfers.txt",
      "from_stop_id,to_stop_id,transfer_type,from_route_id\na,b,0,x\n", "unknown-route"),
    Defect(
      "with a change of type 9", "transfers.txt", "from_stop_id,to_stop_id,transfer_type\na,b,9\n",
      "invalid-transfer"),
    Defect(
      "with a change in less than no time", "transfers.txt",
      "from_stop_id,to_stop_id,transfer_type,min_transfer_time\na,b,2,-5\n", "invalid-transfer"),
    Defect(
      "with a change twice", "transfers.txt", "from_stop_id,to_stop_id,transfer_type\na,b,0\na,b,1\n",
      "duplicate-key"),
    Defect(
      "with a way to nowhere", "pathways.txt",
      "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional\np,a,x,1,1\n", "unknown-stop"),
    Defect(
      "with a name of an unknown stop", "translations.txt",
      "table_name,field_name,language,translation,record_id\nstops,stop_name,en,X,x\n", "unknown-stop"),
    Defect(
      "with a name in no language", "translations.txt", "trans_id,lang,translation\nAlpha,,Aleph\n", "missing-key"),
  ]

  @Test("with a bad row is read without it, and says so with the line", arguments: skipped) func skip(_ defect: Defect)
    throws
  {
    var feed = SmallFeed()
    feed["trips.txt"] += "r,daily,u\n"
    feed.files[defect.file] = defect.text
    let (store, report) = try feed.imported()
    let notice = try #require(report.notices.first { $0.rule == defect.expected })
    #expect(notice.action == .skipped)
    #expect(notice.file == defect.file || defect.expected == "trip-without-stops")
    #expect(notice.count == 1)
    let ride = try store.rides(from: "small:a", to: "small:c", at: try instant("2026-05-01T05:00:00+02:00")).chosen
    #expect(ride?.tripID == "t")
  }

  @Test("in UTF-16 is told from UTF-8") func utf16() throws {
    let folder = try TemporaryFolder()
    let path = try SmallFeed().write(to: folder.url)
    let stops = URL(filePath: path).appending(path: "stops.txt")
    try #require("stop_id,stop_name,stop_lat,stop_lon\na,Bürgerstraße,48,14\n".data(using: .utf16)).write(to: stops)
    let error = #expect(throws: TimetableError.self) { _ = try TimetableStore.inMemory().importFeed(at: path) }
    #expect(error?.refusal?.rule == "utf-16")
  }

  @Test("with zero bytes and control characters in it does no harm") func controlCharacters() throws {
    var feed = SmallFeed()
    feed["stops.txt"] =
      "stop_id,stop_name,stop_lat,stop_lon\na,A\u{0}\u{1b}[2J,48.30,14.30\nc,\u{202e}C,48.33,14.30\nb,'; DROP TABLE stop; --,48.31,14.30\n"
    let (store, _) = try feed.imported()
    #expect(try store.stops().count == 3)
    #expect(try store.matchOptions().contains { $0.name == "'; DROP TABLE stop; --" })
  }

  @Test("that is not there, empty, no zip or cut off is told apart") func files() throws {
    let folder = try TemporaryFolder()
    let store = try TimetableStore.inMemory()
    let file = folder.url.appending(path: "feed.zip")
    #expect(throws: TimetableError.noSuchFeed(path: file.path)) { try store.importFeed(at: file.path) }
    let cases: [(Data, String)] = [
      (Data(), "the file is empty"), (Data("hello".utf8), "neither a zip file nor a folder"),
      (Data("PK\u{3}\u{4}".utf8) + Data(repeating: 7, count: 500), "cut off"),
      (Data("PK\u{5}\u{6}".utf8) + Data(repeating: 0, count: 18), "cannot be read"),
    ]
    for (bytes, expected) in cases {
      try bytes.write(to: file)
      let error = #expect(throws: TimetableError.self) { try store.importFeed(at: file.path) }
      #expect(error?.kind == .badData)
      #expect(error?.description.contains(expected) == true)
    }
    let device = #expect(throws: TimetableError.self) { try store.importFeed(at: "/dev/zero") }
    #expect(device?.description.contains("no ordinary file") == true)
  }

  @Test("in a damaged zip is refused and leaves what was there", .enabled(if: Fixtures.hasZip)) func damagedZip() throws
  {
    let folder = try TemporaryFolder()
    let zip = folder.url.appending(path: "demo.zip")
    try run("/usr/bin/zip", ["-q", "-r", zip.path, "."], in: Fixtures.demoNetwork)
    let whole = try Data(contentsOf: zip)
    let store = try TimetableStore.inMemory()
    try store.importFeed(at: zip.path, name: "demo")
    for share in [0.1, 0.5, 0.9, 0.99] {
      try whole.prefix(Int(Double(whole.count) * share)).write(to: zip)
      let error = #expect(throws: TimetableError.self) { try store.importFeed(at: zip.path, name: "demo") }
      #expect(error?.description.contains("cut off") == true)
      var broken = whole
      let place = Int(Double(whole.count) * share * 0.9)
      for offset in 0..<64 { broken[place + offset] ^= 0x5a }
      try broken.write(to: zip)
      #expect(throws: TimetableError.self) { try store.importFeed(at: zip.path, name: "demo") }
      #expect(try store.stops().count == 41)
    }
  }

  @Test("never takes the place of the good one of the same name") func oldStays() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "timetable.sqlite").path
    let store = try TimetableStore(path: path)
    try store.importFeed(at: try SmallFeed().write(to: folder.url), name: "small")
    var bad = SmallFeed()
    bad["stop_times.txt"] += "t,\"09:00:00"
    let badPath = try bad.write(to: folder.url)
    #expect(throws: TimetableError.self) { try store.importFeed(at: badPath, name: "small") }
    let ride = try TimetableStore(path: path, readOnly: true).rides(
      from: "small:a", to: "small:c", at: try instant("2026-05-01T05:00:00+02:00"))
    #expect(ride.chosen != nil)
  }
}

@Suite("The file of the timetable") struct TimetableFileTests {
  let folder: TemporaryFolder
  var path: String { folder.url.appending(path: "timetable.sqlite").path }

  init() throws { folder = try TemporaryFolder() }

  private func storageError(containing text: String, _ work: () throws -> Void) {
    let error = #expect(throws: TimetableError.self) { try work() }
    #expect(error?.kind == .storage)
    #expect(error?.description.contains(text) == true)
  }

  @Test("is refused where it is no database, or from a newer version") func foreign() throws {
    try Data("this is a letter to my aunt, who does not read databases".utf8).write(to: URL(filePath: path))
    storageError(containing: "it is not a database") { _ = try TimetableStore(path: path) }
    try FileManager.default.removeItem(atPath: path)
    let store = try TimetableStore(path: path)
    try store.database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of the future')") }
    try store.database.close()
    storageError(containing: "newer version") { _ = try TimetableStore(path: path) }
    storageError(containing: "newer version") { _ = try TimetableStore(path: path, readOnly: true) }
  }

  @Test("is told by name where its folder is missing") func missingFolder() throws {
    let missing = folder.url.appending(path: "nowhere/t.sqlite").path
    storageError(containing: missing) { _ = try TimetableStore(path: missing) }
    storageError(containing: "cannot be opened") { _ = try TimetableStore(path: path, readOnly: true) }
  }

  @Test("cannot be imported into when opened for reading") func readOnly() throws {
    try TimetableStore(path: path).importFeed(at: try SmallFeed().write(to: folder.url), name: "small")
    let store = try TimetableStore(path: path, readOnly: true)
    let feed = try SmallFeed().write(to: folder.url)
    storageError(containing: "cannot be written") { try store.importFeed(at: feed, name: "other") }
    storageError(containing: "cannot be written") { try store.removeFeed("small") }
    #expect(try store.feeds().map(\.name) == ["small"])
  }

  @Test("keeps the old feed when the disk fills up", .enabled(if: getuid() == 0)) func fullDisk() throws {
    let mount = folder.url.appending(path: "disk")
    try FileManager.default.createDirectory(at: mount, withIntermediateDirectories: true)
    do {
      try run("/usr/bin/mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", mount.path], in: folder.url)
    } catch {
      return  // Not every machine lets a test mount a disk.
    }
    defer { try? run("/usr/bin/umount", [mount.path], in: folder.url) }
    let path = mount.appending(path: "timetable.sqlite").path
    let feed = try SmallFeed().write(to: folder.url)
    let store = try TimetableStore(path: path)
    try store.importFeed(at: feed, name: "small")
    storageError(containing: "the disk is full") {
      for number in 1...50 { try store.importFeed(at: Fixtures.demoNetwork.path, name: "demo-\(number)") }
    }
    let names = try store.feeds().map(\.name)
    #expect(names.last == "small")
    #expect(try store.stops().count == 3 + 41 * (names.count - 1))
    #expect(try TimetableStore(path: path, readOnly: true).feeds().map(\.name) == names)
    storageError(containing: "the disk is full") {
      for _ in 1...50 { try store.importFeed(at: Fixtures.demoNetwork.path, name: "small") }
    }
    #expect(try store.feeds().map(\.name) == names)
    try store.database.close()
  }
}
