import Foundation
import Journey

/// A point of a picture, in its units, counted from the upper left.
struct PicturePoint: Sendable, Hashable {
  var x: Double
  var y: Double

  static func + (one: Self, other: Self) -> Self { Self(x: one.x + other.x, y: one.y + other.y) }
}

/// A rectangle of a picture.
struct PictureBox: Sendable, Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  func overlaps(_ other: Self) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }

  func holds(_ other: Self) -> Bool {
    other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
  }
}

/// Puts positions on a flat map that fills a rectangle, north up and all ways in proportion.
struct PictureFrame: Sendable {
  /// The whole map with its margins.
  let box: PictureBox
  private let west: Double
  private let north: Double
  private let scale: Double
  private let shrink: Double
  private let origin: PicturePoint

  /// Units round the way, for names.
  private static let margin = 70.0
  private static let heights = 220.0...620.0

  /// - Parameters:
  ///   - positions: What must be on the map; at least one.
  ///   - top: Where the map begins.
  init(_ positions: [Position], width: Double, top: Double) {
    let latitudes = positions.map(\.latitude)
    let longitudes = positions.map(\.longitude)
    north = latitudes.max() ?? 0
    west = longitudes.min() ?? 0
    shrink = cos(((latitudes.min() ?? 0) + north) / 2 * .pi / 180)
    // A ride along one street must not be divided by nothing.
    let wide = max(1e-4, ((longitudes.max() ?? 0) - west) * shrink)
    let high = max(1e-4, north - (latitudes.min() ?? 0))
    let room = width - 2 * Self.margin
    let height = min(Self.heights.upperBound, max(Self.heights.lowerBound, high * room / wide + 2 * Self.margin))
    scale = min(room / wide, (height - 2 * Self.margin) / high)
    box = PictureBox(x: 0, y: top, width: width, height: height)
    origin = PicturePoint(x: (width - wide * scale) / 2, y: top + (height - high * scale) / 2)
  }

  func point(_ position: Position) -> PicturePoint {
    PicturePoint(
      x: origin.x + (position.longitude - west) * shrink * scale, y: origin.y + (north - position.latitude) * scale)
  }
}
