import Alerts
import ArgumentParser
import Foundation
import Journey
import Synchronization
import Timetable

/// `alight-lab crash-rides`: kills the runner at every input of simulated rides and looks whether the rider is told all the same.
struct CrashRides: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crash-rides", abstract: "Kill the runner at every fix of simulated rides, and restart it.",
    discussion: """
      Rides of the demonstration network are followed by the real runner with a real database, in a process of its own that is \
      killed with SIGKILL after an input, or before or after anything that an alert writes to the ledger or shows. A second process \
      takes over with the next input. What the rider saw is what a program outside of both wrote down.

      Example: alight-lab crash-rides --rides 10
      """)

  @Option(help: "How many rides.")
  var rides = 10

  @Option(help: "Kill after every so manieth input; the points at the ledger are all taken.")
  var every = 1

  @Option(help: "Where chance begins: the same seed gives the same rides.")
  var seed: UInt64 = 1

  @Option(help: "The longest ride in minutes.")
  var longest = 30.0

  @Option(help: "Where the databases are made (default: in memory where the system has such a folder).")
  var folder: String?

  @Option(help: "The folder of the demonstration network.")
  var demoNetwork = "Prompts/demo-network"

  @Flag(help: "Print the figures as one JSON object.")
  var json = false

  func validate() throws {
    if rides < 1 || every < 1 { throw ValidationError("--rides and --every count: give 1 or more") }
  }

  func run() throws {
    let folder = place.appending(path: "alight-crashes-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let network = try TimetableSource.open(
      timetable: URL(filePath: "/nonexistent"), demoNetwork: URL(filePath: demoNetwork),
      cache: FileManager.default.temporaryDirectory.appending(path: "alight-lab"))
    let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
    var whole = CrashFigures()
    var random = SplitMix(seed: seed)
    var made = 0
    while made < rides {
      guard let reminder = try Self.reminder(network, number: made, longest: longest * 60, using: &random) else {
        continue
      }
      made += 1
      let ride = try CrashedRide(
        reminder, seed: random.next(), folder: folder.appending(path: "ride-\(made)"), program: program)
      let figures = try crash(ride)
      if !json { print(Self.line("ride \(made), \(ride.inputs) inputs, \(ride.points) points", figures)) }
      whole = whole + figures
    }
    print(json ? String(decoding: try JSONEncoder().encode(whole), as: UTF8.self) : Self.line("all", whole))
    if !whole.isGood { throw ExitCode(1) }
  }

  /// A process that is killed leaves all that it wrote to the system, and waiting for a disk would show nothing more.
  private var place: URL {
    if let folder { return URL(filePath: folder) }
    let memory = "/dev/shm"
    return FileManager.default.isWritableFile(atPath: memory)
      ? URL(filePath: memory) : FileManager.default.temporaryDirectory
  }

  /// Crashes a ride at all places, as many at once as there are cores.
  private func crash(_ ride: CrashedRide) throws -> CrashFigures {
    let places =
      stride(from: 0, to: ride.inputs, by: every).map(CrashedRide.Place.afterInput)
      + (0..<ride.points).map(CrashedRide.Place.atPoint)
    let total = Mutex((figures: CrashFigures(), failure: (any Error)?.none))
    DispatchQueue.concurrentPerform(iterations: places.count) { index in
      let outcome = Result { try ride.crash(places[index]) }
      total.withLock { total in
        switch outcome {
        case .success(let figures): total.figures = total.figures + figures
        case .failure(let error): total.failure = error
        }
      }
    }
    return try total.withLock { total in
      if let failure = total.failure { throw failure }
      return total.figures
    }
  }

  /// A reminder for a ride by chance; nil where none leaves, or it is too long.
  private static func reminder(
    _ network: TimetableStore, number: Int, longest: Double, using random: inout SplitMix
  ) throws -> Reminder? {
    let stops = try network.stops().sorted { $0.id < $1.id }
    let from = stops[Int(random.uniform() * Double(stops.count))]
    let reached = try network.reachable(from: from.id).sorted()
    guard !reached.isEmpty else { return nil }
    let to = reached[Int(random.uniform() * Double(reached.count))]
    let instant = try Date("2026-12-01T08:00:00+01:00", strategy: .iso8601)
    guard let ride = try network.rides(from: from.id, to: to, at: instant, before: 0, after: 0).rides.first,
      ride.stops.count > 3, ride.duration ?? .infinity < longest
    else { return nil }
    let interval = [Interval.stops(2), .duration(seconds: 300), .distance(metres: 800), .stops(1)][number % 4]
    return reminder(ride, interval, at: instant)
  }

  /// A reminder as the dialogue would make it.
  static func reminder(_ ride: Ride, _ interval: Interval, at now: Date) -> Reminder? {
    let typed = Provenance(method: .typed)
    var draft = Draft(id: UUID(), createdAt: now)
    draft.from = ride.stops.first.map { Answer($0.stop, typed) }
    draft.to = ride.stops.last.map { Answer($0.stop, typed) }
    draft.mode = Answer(interval.mode, typed)
    draft.interval = Answer(interval, typed)
    draft.ride = ride
    return Reminder(draft, createdAt: now)
  }

  private static func line(_ name: String, _ figures: CrashFigures) -> String {
    """
    \(name): \(figures.crashes) crashes, lost \(figures.lost), shown again \(figures.shownAgain), repeats \(figures.repeats) \
    (seen twice \(figures.seenTwice)), told by a higher level \(figures.merged), stuck \(figures.stuck), latest \
    \(String(format: "%.0f", figures.latest)) s
    """
  }
}
