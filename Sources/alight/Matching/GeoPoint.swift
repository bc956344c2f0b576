import ArgumentParser
import Foundation
import Journey

/// A place on the map on the command line, in one of the writings of `WrittenPosition`: `48.2906,14.2916`.
struct GeoPoint: RangedArgument {
  static let range =
    "degrees north from -90 to 90 and east from -180 to 180, like 48.2906,14.2916 or 48°17'26\"N 14°17'30\"E, a geo: address or a "
    + "link of a map"

  let position: Position

  init?(argument: String) {
    // Where nothing else can be meant, whole degrees will do.
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    if parts.count == 2, let north = parts[0], let east = parts[1] {
      guard Position(latitude: north, longitude: east).isOnEarth else { return nil }
      position = Position(latitude: north, longitude: east)
      return
    }
    guard let written = try? WrittenPosition(argument) else { return nil }
    position = written.position
  }

  /// - Throws: `ValidationError`, with the swap where the numbers would be a place in the other order.
  @Sendable static func parse(_ text: String) throws -> Self {
    if let point = Self(argument: text) { return point }
    do {
      _ = try WrittenPosition(text)
    } catch .outOfRange(let swapped?) {
      throw ValidationError(
        "take \(range); the other way round it would be a place: \(swapped.latitude),\(swapped.longitude)")
    } catch {}
    throw ValidationError("take \(range)")
  }
}
