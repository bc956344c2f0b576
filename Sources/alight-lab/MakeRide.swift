import Alerts
import ArgumentParser
import Foundation
import Journey
import Rehearsal

/// `alight-lab make-ride`: a recording along a reminder's ride, for trying out the runner.
struct MakeRide: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-ride", abstract: "Write a GPX recording along the ride of a reminder's record.")

  @Argument(help: "The record as JSON (\"alight reminders show ID --json\"), or - for standard input.")
  var record: String

  @Option(help: "The GPX file to write.")
  var out: String

  @Option(help: "How far the fixes lie off the way, in metres.")
  var spread = 4.0

  func run() throws {
    let data: Data
    if record == "-" {
      data = FileHandle.standardInput.readDataToEndOfFile()
    } else {
      data = try Data(contentsOf: URL(filePath: record))
    }
    let reminder = try RecordCoding.decoder().decode(Reminder.self, from: data)
    let fixes = SyntheticRide(reminder.ride, spread: spread).fixes()
    guard !fixes.isEmpty else { throw ValidationError("the ride of the record has no times") }
    try Data(Self.document(fixes).utf8).write(to: URL(filePath: out))
  }

  private static func document(_ fixes: [Fix]) -> String {
    let style = Date.ISO8601FormatStyle()
    let points = fixes.map { fix in
      let place = String(format: "lat=\"%.6f\" lon=\"%.6f\"", fix.position.latitude, fix.position.longitude)
      return "<trkpt \(place)><time>\(style.format(fix.at))</time><hdop>1</hdop></trkpt>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="alight-lab" xmlns="http://www.topografix.com/GPX/1/1">
      <trk><trkseg>
      \(points.joined(separator: "\n"))
      </trkseg></trk>
      </gpx>

      """
  }
}
