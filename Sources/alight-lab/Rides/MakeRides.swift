import Alerts
import ArgumentParser
import Foundation
import Journey
import Timetable

/// Writes simulated train rides along the lines of an imported timetable.
struct MakeRides: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-rides", abstract: "Write simulated rides along real lines, as cases of recorded rides.",
    discussion: """
      Rides that no last call is due on (the train goes the other way) are put into a folder of their own, wrong-way.

      Example: alight-lab make-rides --timetable timetable.sqlite --out rides --count 600
      """)

  @Option(help: "A file of imported timetables.")
  var timetable: String

  @Option(help: "The folder to write to.")
  var out: String

  @Option(help: "How many rides of all kinds together.")
  var count = 600

  @Option(help: "Where chance begins: the same seed gives the same rides.")
  var seed: UInt64 = 1

  @Option(help: "The instant on whose service day the rides are looked up.")
  var at = "2023-06-14T15:00:00Z"

  func validate() throws {
    if count < 1 { throw ValidationError("--count counts rides: give 1 or more") }
  }

  func run() throws {
    let store = try TimetableStore(path: timetable, readOnly: true)
    let instant = try Date(at, strategy: .iso8601)
    let folder = URL(filePath: out)
    let aside = folder.appending(path: SimulatedRide.Kind.wrongWay.rawValue)
    try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: true)
    var random = SplitMix(seed: seed)
    let source = try RideSource(store, at: instant)
    var made = 0
    for _ in 0..<50 * count where made < count {
      let kind = SimulatedRide.Kind.allCases[made % SimulatedRide.Kind.allCases.count]
      guard let ride = try source.ride(using: &random), let simulated = SimulatedRide(ride, kind: kind, using: &random)
      else { continue }
      let id = "\(kind.rawValue)-\(made)"
      guard let file = simulated.made(id: id, using: &random) else { continue }
      let place = kind == .wrongWay ? aside : folder
      try JSONEncoder().encode(file).write(to: place.appending(path: "\(id).json"))
      made += 1
    }
    guard made == count else {
      throw ValidationError("only \(made) of \(count) rides could be made: the timetable has too few long rides")
    }
    print("\(made) rides in \(out)")
  }
}

/// Rides of a timetable by chance.
private struct RideSource {
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
