import Foundation
import Testing

@Suite("alight notes")
struct NotesCommandTests {
  private let program: Program

  init() throws { program = try Program() }

  private func write(_ text: String, _ name: String) throws -> String {
    let file = program.folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @Test("are taken in, listed, shown, muted and forgotten; a file that comes again keeps what is a favourite")
  func keeping() throws {
    defer { program.cleanUp() }
    let file = try write(
      """
      name,category,lat,lon,radius,opening_hours
      Castle,museum,48.37,14.51,200,Mo-Su 10:00-18:00
      Kiosk,shop,48.36,14.50,,
      Nowhere,shop,148.36,14.50,,
      """, "places.csv")
    let taken = try program.run("notes", "import", file)
    #expect(taken.output == "places.csv: 2 notes, 1 left out\n")
    #expect(taken.talk.contains("row 4: latitude 148.36"))
    let listed = try program.run("notes", "list", "--json").objects
    #expect(listed.compactMap { $0["title"] as? String } == ["Castle", "Kiosk"])
    let id = "\(try #require(listed.first?["id"] as? Int))"
    #expect(try program.run("notes", "favourite", id).status == 0)
    #expect(try program.run("notes", "show", id).output.contains("favourite  yes"))
    #expect(try program.run("notes", "mute", "Shop").status == 0)
    #expect(try program.run("notes", "list", "--categories").output == "museum  1\nshop  1  muted\n")
    let again = try write("name,category,lat,lon\nCastle,museum,48.37,14.51\n", "places.csv")
    #expect(try program.run("notes", "import", again).output == "places.csv: 1 notes, 1 of before are gone\n")
    #expect(try program.run("notes").output.hasPrefix("\(id)  * Castle  museum"))
    #expect(try program.run("doctor").output.contains("places.csv (1); nothing is fetched"))
    #expect(try program.run("notes", "forget", "--from", "places.csv").status == 0)
    #expect(try program.run("notes", "list").talk.contains("no such notes"))
  }

  @Test("that cannot be are told, with the exit code of the case")
  func bad() throws {
    defer { program.cleanUp() }
    let file = try write("{\"type\": \"Topology\"}", "map.json")
    for (arguments, status, word) in [
      (["import", file], 65, "no GeoJSON"), (["import", "/no/such/file"], 66, "cannot be read"),
      (["show", "7"], 66, "no note 7"),
      (["mute", "inn"], 66, "no note has the category"), (["forget"], 64, "say what to forget"),
      (["import"], 64, "files"),
      (["forget", "--from", "x"], 66, "no notes came from"),
      (["list", "--limit", "9223372036854775807"], 64, "--limit"),
    ] as [([String], Int32, String)] {
      let told = try program.run(["notes"] + arguments)
      #expect(told.status == status, "\(arguments): \(told.talk)")
      #expect(told.talk.contains(word), "\(arguments): \(told.talk)")
    }
  }

  @Test("are told on the ride, once, away from the calls, and as their schema says")
  func ridden() throws {
    defer { program.cleanUp() }
    let made = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg, two stops before", "yes")
    let record = program.folder.appending(path: "record.json")
    try Data(made.output.utf8).write(to: record)
    let track = program.folder.appending(path: "ride.gpx").path
    #expect(try program.runLab(["make-ride", record.path, "--out", track]).status == 0)
    let points = try String(contentsOfFile: track, encoding: .utf8).matches(
      of: /<trkpt lat="([-\d.]+)" lon="([-\d.]+)"/)
    // One each 50 fixes, which is about each minute.
    let rows = stride(from: 0, to: points.count, by: 50).map { "Sight \($0),\(points[$0].1),\(points[$0].2)" }
    let file = try write("name,lat,lon\n" + rows.joined(separator: "\n") + "\n", "sights.csv")
    #expect(try program.run("notes", "import", file).status == 0)
    let ride = ["run", "--gpx", track, "--speed", "10000x", "--once", "--quiet", "--json"]
    let outcome = try program.run(ride)
    let told = outcome.objects
    let notes = told.filter { $0["schema"] as? String == "alight.note/1" }
    #expect(notes.count > 20, "\(notes.count) of \(rows.count)")
    let titles = notes.compactMap { $0["title"] as? String }
    #expect(Set(titles).count == titles.count)
    #expect(told.count { $0["level"] as? Int == 3 } == 1)
    let schema = try RecordSchema(named: "alight.note-1")
    for line in outcome.output.split(separator: "\n") where line.contains("alight.note/1") {
      #expect(try schema.problems(with: String(line)) == [], "\(line)")
      #expect(try schema.undescribed(in: String(line)) == [], "\(line)")
    }
  }
}
