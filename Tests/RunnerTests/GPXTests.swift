import Foundation
import Testing

@testable import Devices

@Suite("GPX recordings")
struct GPXTests {
  private func fixes(_ text: String) throws(GPXError) -> Int {
    try GPXReader.recording(in: Data(text.utf8), file: "x.gpx").fixes.count
  }

  @Test("reads points with namespaces, comments, fractions of seconds and either quote")
  func reads() throws {
    let text = """
      <?xml version="1.0"?><!-- <trkpt lat="1" lon="1"/> -->
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:trk><g:trkseg>
      <g:trkpt lon='14.5' lat='48.25'><g:ele>250</g:ele><g:time>2026-12-01T08:00:00.250Z</g:time><g:hdop>2</g:hdop></g:trkpt>
      <g:trkpt lat="48.26" lon="14.5"><g:time>2026-12-01T09:00:01+01:00</g:time></g:trkpt>
      </g:trkseg></g:trk></g:gpx>
      """
    let fixes = try GPXReader.recording(in: Data(text.utf8), file: "x.gpx").fixes
    #expect(fixes.map(\.position.latitude) == [48.25, 48.26])
    #expect(fixes.first?.accuracy == 10)
    #expect(abs(fixes[1].at.timeIntervalSince(fixes[0].at) - 0.75) < 0.001)
  }

  @Test("bad files are named with their cause")
  func bad() {
    let head = "<gpx><trk><trkseg>"
    let tail = "</trkseg></trk></gpx>"
    let point = "<trkpt lat=\"48\" lon=\"14\"><time>2026-12-01T08:00:00Z</time></trkpt>"
    #expect(throws: GPXError.notGPX(file: "x.gpx")) { try fixes("") }
    #expect(throws: GPXError.notGPX(file: "x.gpx")) { try fixes("latitude,longitude\n48,14\n") }
    #expect(throws: GPXError.truncated(file: "x.gpx")) { try fixes(head + point + "<trkpt lat=\"48") }
    #expect(throws: GPXError.noPoints(file: "x.gpx")) { try fixes(head + tail) }
    #expect(throws: GPXError.noTimes(file: "x.gpx")) { try fixes(head + "<trkpt lat=\"48\" lon=\"14\"/>" + tail) }
    #expect(throws: GPXError.badPoint(file: "x.gpx", number: 1)) {
      try fixes(head + point.replacing("48", with: "98") + tail)
    }
    #expect(throws: GPXError.badTime(file: "x.gpx", number: 1)) {
      try fixes(head + point.replacing("2026-12-01T08", with: "yesterday") + tail)
    }
    #expect(throws: GPXError.notGPX(file: "x.gpx")) {
      try GPXReader.recording(in: Data([0xFF, 0xFE, 0]), file: "x.gpx")
    }
  }

  @Test("a file that is not there is no recording")
  func missing() {
    #expect(throws: GPXError.self) { try GPXReader.recording(at: URL(filePath: "/no/such/ride.gpx")) }
  }

  @Test("a point that cannot be is left out and counted, and the ride goes on")
  func badPoints() throws {
    let point = "<trkpt lat=\"48\" lon=\"14\"><time>2026-12-01T08:00:00Z</time></trkpt>"
    let others = [
      point.replacing("48", with: "98"), point.replacing("48", with: "nan"), point.replacing("14", with: "1e999"),
      point.replacing("48", with: ""), point.replacing("2026-12-01T08", with: "yesterday"),
      point.replacing("2026", with: "1900"), point.replacing("2026", with: "9999"),
      point.replacing("2026", with: "292277026596"), point.replacing("2026", with: "2096"),
      "<trkpt lat=\"0\" lon=\"0\"><time>2026-12-01T08:00:00Z</time></trkpt>", "<trkpt lat=\"48\" lon=\"14\"/>",
      point.replacing("</time>", with: "</time><hdop>inf</hdop>"),
    ]
    let text = "<gpx>" + point + others.joined() + point + point + "</gpx>"
    let recording = try GPXReader.recording(in: Data(text.utf8), file: "x.gpx")
    #expect(recording.fixes.count == 3)
    #expect(recording.leftOut == others.count)
  }
}
