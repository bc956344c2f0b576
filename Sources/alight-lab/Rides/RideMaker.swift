import Alerts
import ArgumentParser
import Foundation
import Journey

/// Makes rides of all kinds in turn along the lines of a timetable.
struct RideMaker {
  private let source: RideSource
  private var random: SplitMix
  private var made = 0

  /// - Parameter seed: The same seed gives the same rides.
  init(_ source: RideSource, seed: UInt64) {
    self.source = source
    random = SplitMix(seed: seed)
  }

  /// The next ride.
  /// - Throws: `ValidationError` where the timetable has no ride that is long enough for the kind whose turn it is.
  mutating func next() throws -> RideCase { try nextTravelled().file }

  /// The next ride with where its train really was.
  /// - Throws: as `next` does.
  mutating func nextTravelled() throws -> (file: RideCase, journey: TrueRide) {
    let kind = SimulatedRide.Kind.allCases[made % SimulatedRide.Kind.allCases.count]
    for _ in 0..<500 {
      guard let ride = try source.ride(using: &random), let simulated = SimulatedRide(ride, kind: kind, using: &random),
        let travelled = simulated.travelled(id: "\(kind.rawValue)-\(made)", using: &random)
      else { continue }
      made += 1
      return travelled
    }
    throw ValidationError(
      "no ride of the kind \(kind.rawValue) could be made: the timetable has too few rides of six stops and more then; "
        + "give another day by --at")
  }
}
