import Foundation
import Journey

/// One kind of hard ride: what goes wrong on it, and how such a ride is made.
struct HardRideKind: Sendable {
  /// Which half of the kinds it belongs to: the engine is tuned on one, and shown on the other.
  enum Half: String, CaseIterable, Sendable {
    case tuned, shown
  }

  let name: String
  /// Whether it is as hard for a rider whose timetable gives the pace alone and of whom nobody knows where they boarded: every
  /// tenth ride is one.
  let isForRidesAlreadyUnderWay: Bool
  let make: @Sendable (inout SplitMix) -> Outing

  init(_ name: String, underWay: Bool = false, _ make: @escaping @Sendable (inout SplitMix) -> Outing) {
    self.name = name
    isForRidesAlreadyUnderWay = underWay
    self.make = make
  }

  /// The rides of a seed come again, whatever other kinds are made beside it.
  /// - Parameters:
  ///   - number: Which of the kind's rides, from 0.
  ///   - hasShape: whether the feed has the way on the map.
  func ride(_ number: Int, seed: UInt64, hasShape: Bool) -> HardRide {
    var random = SplitMix(seed: seed &* 0x9E37_79B9 &+ Self.hash(name) &+ UInt64(number) &* 0x1_0000_0001)
    var outing = make(&random)
    if isForRidesAlreadyUnderWay, number % 10 == 9 { outing.isUnderWay() }
    var ride = outing.made(name)
    if !hasShape { ride.ride.shape = [] }
    return ride
  }

  /// FNV-1a: Swift's own hash is another in each run.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension HardRideKind {
  /// All kinds. What is alike stands side by side, and every second one is shown: so both halves hold something of each family,
  /// and nobody picks what is easy. Add kinds at the end, in pairs: whatever stands at an even place is tuned on.
  static let all: [HardRideKind] = [
    .freezesForMinutes, .freezesToTheEnd,
    .trafficJam, .waitsInTunnel,
    .clockBack, .clockForward,
    .phoneClock, .backlog,
    .lateRun, .earlyRun,
    .nextVehicle, .anotherRun,
    .sparseFixes, .noPosition,
    .cachedDestination, .passesDestinationFirst,
    .startsNearDestination, .closedLoop,
    .comesByTwice, .twoLaps,
    .outAndBack, .wrongDirectionFirst,
    .layoverNearStopBefore, .terminalLoop,
    .passedStop, .expressOnLocal,
    .diversion, .uTurn,
    .unclaimedNoise, .drift,
    .wrongBranch, .wrongDirection,
    .shortLegs, .fastTrain,
    .ferry, .servedTwice,
    .parallelStops, .sideBySide,
  ]

  /// The half that a kind is in, by its place.
  static func half(at index: Int) -> Half { index.isMultiple(of: 2) ? .tuned : .shown }
}
