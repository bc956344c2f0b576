import Conversation
import Foundation
import Journey

/// What the signs of a picture mean, row by row below it.
struct PictureLegend {
  private enum Sign {
    case circle(radius: Double, style: String)
    case line(styles: [String])
    case disc(String, style: String)
    case dots
  }

  private let rows: [(sign: Sign, text: String)]

  init(_ ride: RehearsedRide, _ marks: [Rehearsal.Told], _ clock: ClockText, _ prompts: Prompts) {
    let (texts, stops) = (prompts.alerts.simulation.legend, ride.reminder.ride.stops)
    var rows: [(Sign, String)] = [
      (.circle(radius: 7, style: "end"), "\(texts.boarding): \(stops[0].stop.name)"),
      (.circle(radius: 7, style: "goal"), "\(texts.destination): \(stops[stops.count - 1].stop.name)"),
      (.circle(radius: 4.5, style: "stop"), texts.stop), (.dots, texts.fix),
    ]
    if ride.tunnel != nil { rows.append((.line(styles: ["way", "gap"]), texts.tunnel)) }
    for mark in marks {
      let when = clock.text(mark.alert.at)
      let name = mark.alert.level.map { prompts.legend(level: $0, at: when) } ?? when
      let place = mark.place.sentence(ride.reminder.ride, prompts)
      rows.append((.disc(mark.sign, style: mark.style), "\(name): \(place)"))
    }
    self.rows = rows.map { (sign: $0.0, text: $0.1) }
  }

  /// Draws the rows.
  /// - Returns: Where the picture ends.
  func draw(top: Double, _ drawing: inout PictureDrawing) -> Double {
    var y = top + 22
    for row in rows {
      let middle = PicturePoint(x: 40, y: y)
      switch row.sign {
      case .circle(let radius, let style): drawing.circle(middle, radius, style)
      case .disc(let sign, let style): drawing.disc(sign, middle, style)
      case .dots: drawing.dots([-8.0, -2, 5].map { middle + PicturePoint(x: $0, y: 0) })
      case .line(let styles):
        for style in styles {
          drawing.path([middle + PicturePoint(x: -16, y: 0), middle + PicturePoint(x: 16, y: 0)], style)
        }
      }
      drawing.text(Markup.short(row.text, 130), PicturePoint(x: 66, y: y + 4))
      y += 23
    }
    return y + 6
  }
}
