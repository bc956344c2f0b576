import Foundation
import Journey

/// A place on the map on the command line: `48.2906,14.2916`, in degrees north and east.
struct GeoPoint: RangedArgument {
  static let range = "degrees north from -90 to 90 and east from -180 to 180, like 48.2906,14.2916"

  let position: Position

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    guard parts.count == 2, let north = parts[0], let east = parts[1], abs(north) <= 90, abs(east) <= 180 else {
      return nil
    }
    position = Position(latitude: north, longitude: east)
  }
}
