import Foundation
import Journey

/// Notes along a ride, in the order in which they come by.
public struct NotesAhead: Sendable {
  /// One of them.
  public struct Item: Sendable, Hashable {
    public var note: Note
    /// Metres of the ride from where it lies to the destination.
    public var metresLeft: Double
  }

  public private(set) var items: [Item] = []

  /// - Parameter notes: Any; those that the ride does not come near enough to are left out.
  public init(_ notes: [Note], along ride: Ride) {
    let points = ride.shape.count > 1 ? ride.shape : ride.stops.map(\.stop.position)
    var along = [0.0]
    for (from, to) in zip(points, points.dropFirst()) { along.append((along.last ?? 0) + from.metres(to: to)) }
    guard let length = along.last, length > 0 else { return }
    // Both measure the same way, up to the error of whoever measured it.
    let scale = ride.length / length
    items = notes.compactMap { note in
      var best: (metres: Double, along: Double)?
      // Most pieces of the way are nowhere near, which their latitudes tell at once.
      let reach = note.radius / 111_000
      for index in points.indices.dropLast() {
        let latitudes = (points[index].latitude, points[index + 1].latitude)
        guard max(latitudes.0, latitudes.1) > note.position.latitude - reach,
          min(latitudes.0, latitudes.1) < note.position.latitude + reach
        else { continue }
        let (share, metres) = Self.nearest(note.position, points[index], points[index + 1])
        if metres < best?.metres ?? note.radius {
          best = (metres, along[index] + share * (along[index + 1] - along[index]))
        }
      }
      return best.map { Item(note: note, metresLeft: max(0, (length - $0.along) * scale)) }
    }.sorted { ($1.metresLeft, $0.note.title) < ($0.metresLeft, $1.note.title) }
  }

  /// The middle of a ride and how far its ends are from there, in metres: what is worth looking at.
  public static func surroundings(of ride: Ride) -> (middle: Position, metres: Double)? {
    let points = ride.shape + ride.stops.map(\.stop.position)
    guard let first = points.first else { return nil }
    var (south, north, west, east) = (first.latitude, first.latitude, first.longitude, first.longitude)
    for point in points {
      (south, north) = (min(south, point.latitude), max(north, point.latitude))
      (west, east) = (min(west, point.longitude), max(east, point.longitude))
    }
    let middle = Position(latitude: (south + north) / 2, longitude: (west + east) / 2)
    return (middle, middle.metres(to: Position(latitude: north, longitude: east)) + Note.radii.upperBound)
  }

  /// The nearest place on the straight way between two points, on a plane, which is true enough for some kilometres.
  private static func nearest(_ place: Position, _ from: Position, _ to: Position) -> (share: Double, metres: Double) {
    let scale = cos(place.latitude * .pi / 180)
    let (x, y) = ((to.longitude - from.longitude) * scale, to.latitude - from.latitude)
    let (px, py) = ((place.longitude - from.longitude) * scale, place.latitude - from.latitude)
    let square = x * x + y * y
    let share = square > 0 ? min(1, max(0, (px * x + py * y) / square)) : 0
    return (share, place.metres(to: from.toward(to, share: share)))
  }
}
