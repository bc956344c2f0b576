import Alerts
import ArgumentParser
import Foundation
import Journey
import Timetable

/// Rides of a timetable by chance.
struct RideSource {
  private let store: TimetableStore
  private let origins: [String]
  private let instant: Date

  init(_ store: TimetableStore, at instant: Date) throws {
    self.store = store
    self.instant = instant
    origins = try store.stops().map(\.id).filter { try !store.reachable(from: $0).isEmpty }.sorted()
    guard !origins.isEmpty else { throw ValidationError("the timetable connects no stops") }
  }

  /// A ride of the next hours between two stops; nil where none leaves.
  func ride(using random: inout SplitMix) throws -> Ride? {
    let from = origins[Int(random.uniform() * Double(origins.count))]
    let reached = try store.reachable(from: from).sorted()
    let to = reached[Int(random.uniform() * Double(reached.count))]
    let departure = instant.addingTimeInterval(8 * 3600 * random.uniform())
    let choice = try store.rides(from: from, to: to, at: departure, before: 0, after: 0)
    return choice.rides.first { !$0.shape.isEmpty }
  }
}
