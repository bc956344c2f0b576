import Conversation
import Foundation
import Journey

/// A picture of a simulated ride: the way with its stops, what was received, and where each alert came; its last stretch once more
/// as a straight line, where all that matters happens.
public struct RidePicture {
  /// The file, as SVG.
  public let document: Data

  static let width = 960.0
  /// Units above the map, for the title and the verdict.
  private static let head = 66.0

  public init(_ ride: RehearsedRide, _ told: [Rehearsal.Told], _ verdict: LastCallVerdict, _ prompts: Prompts) {
    let journey = ride.reminder.ride
    let way = journey.shape.count > 1 ? journey.shape : journey.stops.map(\.stop.position)
    let frame = PictureFrame(way + journey.stops.map(\.stop.position), width: Self.width, top: Self.head)
    let title = "\(journey.line): \(journey.stops[0].stop.name) → \(ride.reminder.destination.name)"
    var drawing = PictureDrawing()
    drawing.text(Markup.short(title, 90), PicturePoint(x: 24, y: 32), "title")
    drawing.text(verdict.sentence(journey, prompts), PicturePoint(x: 24, y: 54))

    drawing.path(way.map(frame.point), "way")
    if let tunnel = ride.tunnel {
      drawing.path(ride.truth.filter { tunnel.contains($0.at) }.map { frame.point($0.position) }, "gap")
    }
    drawing.dots(ride.received.compactMap { $0.map { frame.point($0.position) } })
    let marks = told.filter { $0.alert.event == .alert || $0.alert.event == .missed }
    let clock = ClockText(zone: journey.arrivalZone)
    Self.draw(journey.stops, marks, way.map(frame.point), frame, clock, &drawing)

    var strip = PictureStrip(ride, marks, top: frame.box.y + frame.box.height)
    strip.draw(prompts, &drawing)
    let legend = PictureLegend(ride, marks, clock, prompts)
    let height = legend.draw(top: strip.bottom, &drawing)
    document = drawing.document(width: Self.width, height: height, title: title)
  }

  /// Stops and alerts, each with its name or number where there is room.
  private static func draw(
    _ stops: [RideStop], _ marks: [Rehearsal.Told], _ way: [PicturePoint], _ frame: PictureFrame, _ clock: ClockText,
    _ drawing: inout PictureDrawing
  ) {
    let points = stops.map { frame.point($0.stop.position) }
    var labels = PictureLabels(
      in: frame.box,
      taken: points.map { PictureBox(x: $0.x - 7, y: $0.y - 7, width: 14, height: 14) }
        + PictureLabels.boxes(along: way))
    for mark in marks {
      let point = frame.point(mark.place.position)
      guard let place = labels.place(width: 20, height: 20, at: point) else { continue }
      drawing.path([point, place.middle], "lead")
      drawing.circle(point, 3, mark.style)
      drawing.disc(mark.sign, place.middle, mark.style, hint: clock.text(mark.alert.at))
    }
    // Both ends are named first: they must not be the ones without room.
    let ends = [stops.count - 1, 0]
    for index in ends + stops.indices.dropFirst().dropLast() {
      let isEnd = ends.contains(index)
      let name = Markup.short(stops[index].stop.name, 34)
      let size = isEnd ? 13.5 : 12.0
      let room = labels.place(width: PictureLabels.width(name, size: size), height: size + 4, at: points[index])
      if let room {
        if room.isFar { drawing.path([points[index], room.edge(towards: points[index])], "lead") }
        drawing.text(name, PicturePoint(x: room.box.x + 2, y: room.box.y + size), isEnd ? "strong" : "")
      }
      let style = index == 0 ? "end" : index == stops.count - 1 ? "goal" : "stop"
      drawing.circle(points[index], isEnd ? 7 : 4.5, style, hint: stops[index].stop.name)
    }
  }
}

extension Rehearsal.Told {
  /// Its number, or a sign for a stop that was missed.
  var sign: String { alert.level.map(String.init) ?? "!" }
  var style: String { "l\(alert.level ?? 4)" }
}
