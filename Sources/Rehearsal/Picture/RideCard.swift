import Conversation
import Foundation
import Journey

/// A ride, or a trip of several stops, on a card to share: lines, stops, times and a strip of the map. It holds no ids, no name that the rider gave, and nothing of
/// when alerts come.
public struct RideCard {
  /// As text, a line each.
  public let text: String
  /// As SVG.
  public let picture: Data

  private static let width = 480.0
  /// Metres of the way that are left out where an end is not to be known.
  private static let hidden = 600.0

  private struct Row {
    var time: String
    var text: String
    /// Of the first stop of a ride.
    var line: String?
  }

  /// - Parameter private: Ids of stops that are not to be known where the journey begins or ends at them.
  public init(_ reminder: Reminder, hiding private: Set<String> = [], _ prompts: Prompts) {
    let rides = reminder.legs.map(\.ride)
    let title = rides.first.map { ServiceDay.instant($0.serviceDay) == nil ? "" : $0.serviceDay } ?? ""
    let ends = [rides.first?.stops.first, rides.last?.stops.last].compactMap { $0?.stop }
    let way = Self.way(rides, without: ends.filter { `private`.contains($0.id) })
    self.init(title, Self.rows(rides, `private`, prompts), way, rides.flatMap(\.stops).map(\.stop))
  }

  /// Of a trip of several stops: each with its times and how one goes on from it.
  /// - Parameters:
  ///   - zone: In which its day is told.
  ///   - private: Ids of stops that are not to be known.
  public init(_ itinerary: Itinerary, zone: String, hiding private: Set<String> = [], _ prompts: Prompts) {
    let stops = itinerary.rows.map(\.stop.place)
    let title = itinerary.start.map { ServiceDay.text($0, zone: zone) } ?? ""
    let ways = itinerary.rows.dropLast().enumerated().map { index, row -> [Ride] in
      guard let rides = row.way?.connection?.rides else {
        // On foot, as the crow flies.
        return row.way == nil
          ? [] : [Ride(from: stops[index], to: stops[index + 1], arrival: nil, day: title, zone: zone)]
      }
      return rides
    }
    let way = Self.way(ways.flatMap(\.self), without: stops.filter { `private`.contains($0.id) })
    self.init(title, Self.rows(itinerary, zone, `private`, prompts), way, stops)
  }

  private init(_ title: String, _ rows: [Row], _ way: [Position], _ stops: [Stop]) {
    let width = rows.map(\.time.count).max() ?? 0
    let lines = rows.map { row in
      let time = row.time.padding(toLength: width, withPad: " ", startingAt: 0)
      return "\(time)  \(row.text)" + (row.line.map { "  [\($0)]" } ?? "")
    }
    text = ([title] + lines).map { $0 + "\n" }.joined()
    picture = Self.draw(title, rows, way, stops)
  }

  private static func rows(_ itinerary: Itinerary, _ zone: String, _ hidden: Set<String>, _ prompts: Prompts) -> [Row] {
    itinerary.rows.enumerated().map { index, row in
      let place = row.stop.place
      let clock = ClockText(zone: place.zone ?? zone)
      let isFirst = index == 0
      let isLast = index == itinerary.rows.count - 1
      let times = [isFirst ? nil : row.arrival, isLast && row.stop.stay == 0 ? nil : row.leaves]
      let time = times.compactMap { $0.map { String(clock.text($0).prefix(5)) } }
      let next = isLast ? nil : itinerary.rows[index + 1].stop.place
      let isSecret = [place, next].contains { $0.map { hidden.contains($0.id) } ?? false }
      let lines = row.way?.connection?.rides.map { ride in
        // A vehicle often goes to where somebody lives.
        [ride.line, isSecret ? "" : ride.headsign ?? ""].filter { !$0.isEmpty }.joined(separator: " → ")
      }
      return Row(
        time: (time.count == 2 && time[0] == time[1] ? [time[0]] : time).joined(separator: "–"),
        text: hidden.contains(place.id) ? "…" : place.name,
        line: row.way == nil ? nil : lines?.joined(separator: ", ") ?? prompts.texts.say(.onFoot))
    }
  }

  private static func rows(_ rides: [Ride], _ hidden: Set<String>, _ prompts: Prompts) -> [Row] {
    let ends = [rides.first?.stops.first, rides.last?.stops.last].compactMap { $0?.stop.id }
    let isSecret = ends.contains(where: hidden.contains)
    return rides.enumerated().flatMap { number, ride -> [Row] in
      guard let first = ride.stops.first, let last = ride.stops.last else { return [] }
      func row(_ stop: RideStop, _ instant: Date?, isEnd: Bool) -> Row {
        let time = instant.map { ClockText(zone: ride.zone(of: stop)).text($0) } ?? ""
        let name = isEnd && hidden.contains(stop.stop.id) ? "…" : stop.stop.name
        return Row(time: time, text: stop.platform.map { name == "…" ? name : "\(name) (\($0))" } ?? name)
      }
      if ride.isFromAnywhere { return [row(last, ride.arrival, isEnd: true)] }
      var begin = row(first, ride.departure, isEnd: number == 0)
      // A vehicle often goes to where somebody lives.
      let headsign = isSecret ? "" : ride.headsign ?? ""
      let line = [ride.line, headsign].filter { !$0.isEmpty }.joined(separator: " → ")
      begin.line = line.isEmpty ? nil : line
      let count = prompts.texts.say(Wording(zone: ride.zone).value(.stops(ride.stopsAhead)))
      let between = ride.knowsItsStops ? [Row(time: "", text: count)] : []
      return [begin] + between + [row(last, ride.arrival, isEnd: number == rides.count - 1)]
    }
  }

  /// The way on the map, without what would give a hidden end away.
  private static func way(_ rides: [Ride], without hidden: [Stop]) -> [Position] {
    let points = rides.flatMap { $0.shape.count > 1 ? $0.shape : $0.stops.map(\.stop.position) }
    return points.filter { point in hidden.allSatisfy { $0.position.metres(to: point) > Self.hidden } }
  }

  private static func draw(_ title: String, _ rows: [Row], _ way: [Position], _ stops: [Stop]) -> Data {
    var drawing = PictureDrawing()
    drawing.text(title, PicturePoint(x: 24, y: 36), "title")
    var y = 66.0
    for row in rows {
      drawing.text(row.time, PicturePoint(x: 24, y: y), "strong")
      drawing.text(Markup.short(row.text, 52), PicturePoint(x: 84, y: y), row.time.isEmpty ? "" : "strong")
      y += 20
      if let line = row.line {
        drawing.text(Markup.short(line, 56), PicturePoint(x: 84, y: y))
        y += 20
      }
    }
    guard way.count > 1 else { return drawing.document(width: width, height: y + 12, title: title) }
    let frame = PictureFrame(way, width: width, top: y)
    drawing.path(way.map(frame.point), "way")
    let shown = stops.map(\.position).filter { stop in way.contains { $0.metres(to: stop) < 200 } }
    for stop in shown { drawing.circle(frame.point(stop), 4, "stop") }
    if let first = way.first, let last = way.last {
      drawing.circle(frame.point(first), 6, "end")
      drawing.circle(frame.point(last), 6, "goal")
    }
    return drawing.document(width: width, height: y + frame.box.height, title: title)
  }
}
