import Conversation
import Foundation
import Journey

/// The end of a ride as a straight line, from the first alert or the stop before that on.
struct PictureStrip {
  private let ride: RehearsedRide
  private let marks: [Rehearsal.Told]
  private let top: Double
  /// Metres along the ride at the left end.
  private let from: Double
  private let to: Double

  private static let left = 40.0
  private static let right = RidePicture.width - 40
  private static let height = 150.0

  init(_ ride: RehearsedRide, _ marks: [Rehearsal.Told], top: Double) {
    self.ride = ride
    self.marks = marks
    self.top = top
    let stops = ride.reminder.ride.stops
    to = stops[stops.count - 1].metres
    let first = marks.map { stops[$0.place.behind].metres }.min() ?? stops[stops.count - 2].metres
    from = min(first, stops[stops.count - 2].metres)
  }

  var bottom: Double { top + Self.height }
  private var line: Double { top + 92 }

  private func point(_ metres: Double) -> PicturePoint {
    let share = to > from ? (metres - from) / (to - from) : 1
    return PicturePoint(x: Self.left + min(1, max(0, share)) * (Self.right - Self.left), y: line)
  }

  /// Metres along the ride of each second's fix.
  private var places: [(at: Date, metres: Double)] {
    ride.truth.map { ($0.at, to - ride.place(at: $0.at).metresLeft) }.filter { $0.1 >= from }
  }

  mutating func draw(_ prompts: Prompts, _ drawing: inout PictureDrawing) {
    drawing.text(prompts.legend(metresLeft: to - from), PicturePoint(x: 24, y: top + 22))
    drawing.path([point(from), point(to)], "way")
    if let tunnel = ride.tunnel {
      let dark = places.filter { tunnel.contains($0.at) }.map(\.metres)
      if let begin = dark.min(), let end = dark.max() { drawing.path([point(begin), point(end)], "gap") }
    }
    let heard = Set(ride.received.compactMap { $0?.at })
    drawing.dots(places.filter { heard.contains($0.at) }.map { point($0.metres) + PicturePoint(x: 0, y: 9) })
    let stops = ride.reminder.ride.stops
    let shown = stops.indices.filter { stops[$0].metres >= from }
    let bounds = PictureBox(x: 8, y: top + 28, width: RidePicture.width - 16, height: Self.height - 28)
    var labels = PictureLabels(
      in: bounds, taken: [PictureBox(x: 0, y: line - 8, width: RidePicture.width, height: 20)])
    for mark in marks {
      let place = point(to - mark.place.metresLeft)
      guard let room = labels.place(width: 20, height: 20, at: place + PicturePoint(x: 0, y: -4)) else { continue }
      drawing.path([place, room.middle], "lead")
      drawing.disc(mark.sign, room.middle, mark.style)
    }
    for index in shown.reversed() {
      let (name, isGoal) = (Markup.short(stops[index].stop.name, 30), index == stops.count - 1)
      let place = point(stops[index].metres)
      let size = isGoal ? 13.5 : 12.0
      if let room = labels.place(width: PictureLabels.width(name, size: size), height: size + 4, at: place) {
        drawing.text(name, PicturePoint(x: room.box.x + 2, y: room.box.y + size), isGoal ? "strong" : "")
      }
      let style = isGoal ? "goal" : index == 0 ? "end" : "stop"
      drawing.circle(place, isGoal ? 7 : 4.5, style, hint: stops[index].stop.name)
    }
  }
}
