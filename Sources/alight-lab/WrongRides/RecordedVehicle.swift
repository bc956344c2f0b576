import Foundation
import Journey
import Live
import Timetable

/// A real vehicle whose run is known, with riders who meant to be on it and others who did not.
struct RecordedVehicle {
  /// A rider on it from a stop on.
  struct Rider: Sendable {
    /// Right for one whose ride it is.
    var kind: WrongRide.Kind
    var planned: Ride
    /// What the rider sits in.
    var run: Ride
    var boards: Date
    /// When the ride has ended.
    var ends: Date
    /// When the vehicle comes to its stops from there on.
    var passes: [Date]
  }

  private struct File: Decodable {
    struct Truth: Decodable {
      var pattern_trip_id, service_date: String
      var stops: [Stop]
    }
    struct Stop: Decodable {
      var stop_id: String
      var passed_t: Double?
    }
    var feed, start: String
    var truth: Truth
  }

  /// The zip of the timetable beside it.
  let feed: String
  let name: String
  let recording: OnboardCase
  private let truth: File.Truth
  private let start: Date

  /// - Throws: What is wrong with the file.
  init(_ url: URL) throws {
    let data = try Data(contentsOf: url)
    let file = try JSONDecoder().decode(File.self, from: data)
    recording = try OnboardCase(json: data)
    (feed, truth, name) = (file.feed, file.truth, url.deletingPathExtension().lastPathComponent)
    start = WrittenInstant(file.start)?.date ?? .distantPast
  }

  /// Who gets on at the first stops of each third of the way: one whose ride it is, to the end and to a stop half way there, and others
  /// who wanted what leaves near by.
  func riders(_ store: TimetableStore, _ vehicles: WrongVehicles, feed name: String) throws -> [Rider] {
    guard let whole = try store.trip(id: "\(name):\(truth.pattern_trip_id)", at: start)?.ride,
      whole.stops.count == truth.stops.count
    else { return [] }
    let passed = truth.stops.indices.filter { truth.stops[$0].passed_t != nil }
    guard passed.count > 8 else { return [] }
    var riders: [Rider] = []
    for third in 0..<3 {
      let from = passed[third * passed.count / 3]
      let ahead = passed.filter { $0 > from }
      guard ahead.count > 3, let boards = truth.stops[from].passed_t else { continue }
      let passes = ahead.compactMap { truth.stops[$0].passed_t.map { start + $0 } }
      func rider(_ kind: WrongRide.Kind, _ ride: Ride, to end: Int) -> Rider {
        Rider(
          kind: kind, planned: ride, run: whole, boards: start + boards, ends: start + (truth.stops[end].passed_t ?? 0),
          passes: passes)
      }
      for end in [ahead[ahead.count / 2], ahead[ahead.count - 1]] {
        riders.append(rider(.right, Self.cut(whole, from, end), to: end))
      }
      let own = Self.cut(whole, from, whole.stops.count - 1)
      for other in try vehicles.rides(instead: own) where other.kind == .otherLine || other.kind == .opposite {
        // Where the vehicle does not come from here on.
        guard
          let goal = other.boarded.stops.indices.dropFirst(3).first(where: { place in
            own.stops.allSatisfy { $0.stop.position.metres(to: other.boarded.stops[place].stop.position) > 300 }
          })
        else { continue }
        riders.append(rider(other.kind, Self.cut(other.boarded, 0, goal), to: ahead[ahead.count - 1]))
      }
    }
    return riders
  }

  private static func cut(_ ride: Ride, _ from: Int, _ to: Int) -> Ride {
    var cut = ride
    cut.stops = Array(ride.stops[from...to])
    return cut
  }

  /// What the check says of a rider first.
  func verdict(_ rider: Rider, _ source: RunFinder) throws -> WrongRide.Verdict {
    var verdict = WrongRide.Verdict()
    guard var check = VehicleCheck(rider.planned, among: source) else { return verdict }
    for fix in recording.fixes where fix.at >= rider.boards - 30 && fix.at < rider.ends {
      guard let finding = try check.add(fix) else { continue }
      if verdict.over == nil, case .other(let run) = finding {
        verdict.over = (
          run.trip.tripID == rider.run.tripID && run.trip.serviceDay == rider.run.serviceDay,
          fix.at.timeIntervalSince(rider.boards)
        )
      }
      guard case .elsewhere(_, let isOpposite) = finding else { continue }
      verdict.told = isOpposite ? .wrongWay : .wrongLine
      verdict.seconds = fix.at.timeIntervalSince(rider.boards)
      verdict.stops = rider.passes.count { $0 <= fix.at }
      break
    }
    return verdict
  }
}
