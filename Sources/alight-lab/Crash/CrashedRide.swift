import Alerts
import Foundation
import Journey
import Storage
import Rehearsal

/// One ride whose runner is killed again and again, each time from the beginning and at another place.
struct CrashedRide: Sendable {
  /// Where the runner is killed.
  enum Place: Sendable, Hashable {
    case afterInput(Int)
    /// Before or after something is written to the ledger or shown.
    case atPoint(Int)
  }

  /// One alert as the rider saw it.
  struct Shown: Decodable, Sendable {
    var level: Int?
    var event: String
    var at: Date
    var isRepeat: Bool

    enum CodingKeys: String, CodingKey {
      case level, event, at
      case isRepeat = "repeat"
    }
  }

  let seed: UInt64
  /// Inputs of the whole ride, and points at which a crash might do harm.
  let inputs: Int
  let points: Int
  /// What was shown without a crash.
  let undisturbed: [Shown]
  private let folder: URL
  private let program: String

  /// - Throws: where the ride cannot be followed to its end even without a crash.
  init(_ reminder: Reminder, seed: UInt64, folder: URL, program: String) throws {
    self.seed = seed
    self.folder = folder
    self.program = program
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Closed again before it is copied.
    try Self.store(reminder, in: folder.appending(path: "template.sqlite"))
    try Attempt.writeProgram(in: folder)
    let run = try Attempt(folder, program, seed)
    let outcome = try run.follow(part: 1, from: 0, place: nil)
    guard let end = outcome.end else { throw CrashError.noEnd(folder.lastPathComponent) }
    (inputs, points) = end
    undisturbed = try run.shown(part: 1)
    run.cleanUp()
  }

  /// The inputs of a reminder's ride: the fixes of a phone in a bus, with some lost.
  static func inputs(of reminder: Reminder, seed: UInt64) -> [AlertInput] {
    let fixes = SyntheticRide(reminder.ride).fixes()
    let received = SyntheticReception(noise: 6, lost: 0.05, seed: seed).received(fixes)
    return RideReplay(received.compactMap { $0 }).map(\.input)
  }

  /// Kills the runner at a place, starts another one and lets it ride to the end.
  func crash(_ place: Place) throws -> CrashFigures {
    let run = try Attempt(folder, program, seed)
    defer { run.cleanUp() }
    let first = try run.follow(part: 1, from: 0, place: place)
    let second = try run.follow(part: 2, from: first.haltedAt.map { $0 + 1 } ?? inputs, place: nil)
    let (before, after) = (try run.shown(part: 1), try run.shown(part: 2))
    var figures = CrashFigures(crashes: 1)
    let told = Set((before + after).compactMap(\.level))
    let owed = Set(undisturbed.compactMap(\.level))
    figures.lost = owed.contains { level in !told.contains { $0 >= level } } ? 1 : 0
    figures.merged = owed.subtracting(told).isEmpty ? 0 : 1
    let twice = after.filter { shown in shown.level.map(second.delivered.contains) ?? false }
    figures.shownAgain = twice.count
    figures.repeats = after.count(where: \.isRepeat)
    figures.seenTwice = after.count { shown in shown.level != nil && before.contains { $0.level == shown.level } }
    if second.end == nil { figures.stuck = 1 }
    for shown in after where !shown.isRepeat {
      guard let planned = undisturbed.first(where: { $0.level == shown.level && $0.event == shown.event }) else {
        continue
      }
      figures.latest = max(figures.latest, shown.at.timeIntervalSince(planned.at))
    }
    return figures
  }

  private static func store(_ reminder: Reminder, in file: URL) throws {
    try ReminderStore(path: file.path).finish(reminder, at: reminder.createdAt)
  }
}

enum CrashError: Error, CustomStringConvertible {
  case noEnd(String)

  var description: String {
    switch self {
    case .noEnd(let ride): "\(ride) was not followed to its end although nothing was killed: see what its process said"
    }
  }
}

/// What came of crashes.
struct CrashFigures: Sendable, Encodable {
  var crashes = 0
  /// Rides on which a level was never shown, nor one above it.
  var lost = 0
  /// Rides on which a level was told by the one above it, which was due as well.
  var merged = 0
  /// Alerts that were shown although `delivered` had been written.
  var shownAgain = 0
  /// Alerts that were given again because nobody knew, and those of them that the rider had really seen.
  var repeats = 0
  var seenTwice = 0
  /// Second runs that did not end.
  var stuck = 0
  /// Seconds by which an alert came later than without a crash, at most.
  var latest = 0.0

  var isGood: Bool { lost + shownAgain + stuck == 0 }

  static func + (one: Self, other: Self) -> Self {
    Self(
      crashes: one.crashes + other.crashes, lost: one.lost + other.lost, merged: one.merged + other.merged,
      shownAgain: one.shownAgain + other.shownAgain, repeats: one.repeats + other.repeats,
      seenTwice: one.seenTwice + other.seenTwice, stuck: one.stuck + other.stuck,
      latest: max(one.latest, other.latest))
  }
}
