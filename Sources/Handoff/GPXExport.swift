import Conversation
import Foundation
import Journey

/// Reminders for navigation devices (GPX 1.1): the stops of each ride as waypoints and as a route.
///
/// Waypoints where a level fires carry how near they are to be taken as reached, by Garmin's extension, which others read too.
public struct GPXExport {
  /// The file.
  public let document: Data

  /// - Parameters:
  ///   - prompts: The language of its texts.
  ///   - program: What it names as its maker.
  public init(_ reminders: [ExportedReminder], prompts: Prompts, program: String) {
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<gpx version=\"1.1\" creator=\"\(Markup.escaped(program))\" xmlns=\"http://www.topografix.com/GPX/1/1\""
        + " xmlns:gpxx=\"http://www.garmin.com/xmlschemas/GpxExtensions/v3\">",
    ]
    // The order of the format: first all waypoints, then all routes.
    let rides = reminders.flatMap(\.legs)
    for exported in rides { lines += Self.waypoints(exported, prompts) }
    for exported in rides { lines += Self.route(exported, prompts) }
    lines.append("</gpx>")
    document = Data((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func waypoints(_ exported: ExportedReminder, _ prompts: Prompts) -> [String] {
    let reminder = exported.reminder
    let circles = reminder.levels.compactMap { level in
      reminder.ride.circle(of: level.trigger).map { (level: level, circle: $0) }
    }
    return reminder.ride.stops.flatMap { stop in
      let own = circles.filter { $0.circle.stop == stop.stop }
      var lines = ["  <wpt \(attributes(stop.stop.position))>", "    <name>\(Markup.escaped(stop.stop.name))</name>"]
      if !own.isEmpty {
        let sentences = own.map { exported.sentence($0.level, prompts) }.joined(separator: " ")
        lines.append("    <desc>\(Markup.escaped(sentences))</desc>")
      }
      // Two levels at one stop: the wider circle is the one that warns in time.
      if let metres = own.map(\.circle.metres).max() {
        lines.append(
          "    <extensions><gpxx:WaypointExtension><gpxx:Proximity>\(PlaceText.metres(metres))</gpxx:Proximity>"
            + "</gpxx:WaypointExtension></extensions>")
      }
      return lines + ["  </wpt>"]
    }
  }

  private static func route(_ exported: ExportedReminder, _ prompts: Prompts) -> [String] {
    let reminder = exported.reminder
    let points = reminder.ride.stops.map { stop in
      let time = (stop.arrival ?? stop.departure).map { "<time>\($0.ISO8601Format())</time>" } ?? ""
      return
        "    <rtept \(attributes(stop.stop.position))>\(time)<name>\(Markup.escaped(stop.stop.name))</name></rtept>"
    }
    return [
      "  <rte>", "    <name>\(Markup.escaped(exported.title(prompts)))</name>",
      "    <desc>\(Markup.escaped(exported.description(prompts)))</desc>",
    ] + points + ["  </rte>"]
  }

  private static func attributes(_ position: Position) -> String {
    "lat=\"\(PlaceText.degrees(position.latitude))\" lon=\"\(PlaceText.degrees(position.longitude))\""
  }
}
