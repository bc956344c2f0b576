import Foundation
import Journey
import Testing

@testable import Places

@Suite("Places from a file")
struct PlaceFileTests {
  private func read(_ text: String) throws -> PlaceFile { try PlaceFile(Data(text.utf8), file: "file") }

  private func flaw(_ text: String) -> String {
    do {
      _ = try read(text)
      return "taken"
    } catch {
      return "\(error)"
    }
  }

  @Test("are read from GeoJSON, GPX, tables and OpenStreetMap alike")
  func kinds() throws {
    let geojson = """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [14.29, 48.30]}, "properties":
          {"Title": "Lentos", "description": "Art by the river", "website": "https://lentos.at", "category": "Museum",
           "radius": 200, "opening_hours": "Tu-Su 10:00-18:00"}}]}
      """
    let gpx = """
      <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"
        xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3">
      <wpt lat="48.30" lon="14.29"><name>Lentos</name><desc>Art by the river</desc><link href="https://lentos.at"><text>site</text></link>
      <type>Museum</type><extensions><gpxx:WaypointExtension><gpxx:Proximity>200</gpxx:Proximity></gpxx:WaypointExtension></extensions>
      </wpt></gpx>
      """
    let table =
      "\u{FEFF}Name;Breite;Länge;Text;URL;Type;Radius\r\n\"Lentos\";48,30;14,29;\"Art by the river\";https://lentos.at;Museum;200 m\r\n"
    let osm = """
      <osm version="0.6"><node id="1" lat="48.2" lon="14.2"/><node id="2" lat="48.30" lon="14.29"><tag k="name" v="Lentos"/>
      <tag k="tourism" v="Museum"/><tag k="website" v="https://lentos.at"/><tag k="description" v="Art by the river"/>
      <tag k="radius" v="200"/></node><way id="3"><tag k="name" v="Danube"/></way></osm>
      """
    for (text, hours) in [(geojson, "Tu-Su 10:00-18:00"), (gpx, nil), (table, nil), (osm, nil)] {
      let file = try read(text)
      let expected = Note(
        title: "Lentos", text: "Art by the river", link: "https://lentos.at", category: "museum",
        position: Position(latitude: 48.30, longitude: 14.29), radius: 200, hours: hours)
      #expect(file.notes == [expected], "\(text.prefix(30))")
      #expect(file.leftOut == 0)
    }
  }

  @Test("that cannot be are left out and named, with the swap that would mend them")
  func leftOut() throws {
    let file = try read(
      """
      name,lat,lon,radius,link
      Good,48.3,14.3,,javascript:alert(1)
      Swapped,148.3,48.3,,
      Nowhere,NaN,14.3,,
      Wide,48.3,14.3,9000,
      Odd,48.3,14.3,wide,
      ,48.3,14.3,,
      Short,48.3
      """)
    #expect(file.notes.map(\.title) == ["Good"])
    #expect(file.notes[0].link == nil, "only the web can be linked to")
    #expect(file.leftOut == 6)
    #expect(file.flaws.count == 5)
    #expect(file.flaws[0].contains("row 3") && file.flaws[0].contains("the other way round"), "\(file.flaws)")
    #expect(file.flaws[2].contains("9000"))
  }

  @Test("in an area or on a line are in its middle")
  func extents() throws {
    let file = try read(
      """
      {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[14, 48], [14.2, 48], [14.2, 48.1], [14, 48]]]},
       "properties": {"name": "Park"}}
      """)
    #expect(abs(file.notes[0].position.latitude - 48.05) < 1e-9 && abs(file.notes[0].position.longitude - 14.1) < 1e-9)
  }

  @Test(
    "of a whole region are read from each kind of file, beyond the ten megabytes after which a parser of XML gives up")
  func large() throws {
    let count = 60_000
    let text = String(repeating: "By the river. ", count: 12)
    func rows(_ row: (Int) -> String) -> String { (0..<count).map(row).joined(separator: "\n") }
    let gpx = rows { "<wpt lat=\"48.30\" lon=\"14.29\"><name>Stone \($0)</name><desc>\(text)</desc></wpt>" }
    #expect(gpx.utf8.count > 10_000_000)
    #expect(try read("<gpx version=\"1.1\">\(gpx)</gpx>").notes.map(\.title) == (0..<count).map { "Stone \($0)" })
    let features = (0..<count).map {
      """
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [14.29, 48.30]},
       "properties": {"title": "Stone \($0)", "text": "\(text)"}}
      """
    }.joined(separator: ",")
    let geojson = try read("{\"type\": \"FeatureCollection\", \"features\": [\(features), null]}")
    #expect(geojson.notes.count == count && geojson.leftOut == 1)
    #expect(geojson.flaws == ["feature \(count + 1): it has no geometry"])
    let table = try read("title,lat,lon,text\n" + rows { "Stone \($0),48.30,14.29,\(text)" })
    #expect(table.notes.last?.title == "Stone \(count - 1)")
  }

  @Test("tell what is wrong with a file that is none")
  func bad() {
    #expect(flaw("").contains("is empty"))
    #expect(flaw("{\"type\": \"Topology\"}").contains("no GeoJSON"))
    #expect(flaw("{\"type\": \"FeatureCollection\", \"features\": [").contains("damaged"))
    #expect(flaw("<kml></kml>").contains("<kml>"))
    #expect(flaw("<gpx><wpt lat=\"1\" lon=\"2\"><name>A").contains("damaged"))
    #expect(flaw("stop,line\nA,1\n").contains("no columns lat and lon"))
    #expect(flaw("name,lat,lon\n").contains("no place that can be used"))
    #expect(flaw("name,lat,lon\n\"A,1,2\n").contains("never ends"))
    #expect(throws: PlaceFileError.notText(file: "x")) { try PlaceFile(Data([0x7B, 0xFF, 0xFE]), file: "x") }
    #expect(throws: PlaceFileError.self) { try PlaceFile(at: URL(filePath: "/no/such/file")) }
    #expect(throws: PlaceFileError.tooLong(file: "x", megabytes: 64)) {
      try PlaceFile(Data(count: PlaceFile.longest + 1), file: "x")
    }
  }

  @Test(
    "do no harm where a file means it: deep nesting, entities without end, files named elsewhere, texts that steer a terminal"
  )
  func hostile() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(flaw("{\"type\": \"FeatureCollection\", \"features\": \(deep)").contains("damaged"))
    let nested = String(repeating: "[", count: 400) + "1,2" + String(repeating: "]", count: 400)
    let feature = "{\"type\":\"Feature\",\"geometry\":{\"coordinates\":\(nested)},\"properties\":{\"name\":\"A\"}}"
    #expect(try read(feature).notes.count == 1)
    let lol = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
    let bomb = "<!DOCTYPE gpx [<!ENTITY l0 \"lol\">\(lol)]><gpx><wpt lat=\"1\" lon=\"2\"><name>&l9;</name></wpt></gpx>"
    #expect((try? read(bomb))?.notes.first?.title.count ?? 0 <= 200)
    let reach =
      "<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><gpx><wpt lat=\"1\" lon=\"2\"><name>A&x;</name></wpt></gpx>"
    #expect((try? read(reach))?.notes.first?.title ?? "A" == "A")
    let steering = try read("name,lat,lon\n\"A\u{1B}[31mB\",1,2\n")
    #expect(!steering.notes[0].title.contains("\u{1B}"))
  }
}
