import Alerts
import ArgumentParser
import Conversation
import Foundation
import Journey
import Storage

/// `alight simulate`: shows when the alerts come, along a stored reminder's own ride or on recorded ones.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Show when the alerts of a ride come.",
    discussion: "A stored reminder is taken along its own ride by the timetable; a file is a recorded ride.")

  @Argument(help: "The id of a reminder or its beginning, or files of recorded rides.")
  var rides: [String]

  @Option(help: "How many times faster than the ride, like 20x; without it as fast as possible.")
  var speed: Speed?

  @Flag(help: "Print one JSON object a line for every alert.")
  var json = false

  @OptionGroup var language: LanguageOption
  @OptionGroup var data: DataOptions

  func validate() throws {
    if rides.isEmpty { throw ValidationError("name a reminder or a recorded ride") }
  }

  func run() async throws {
    let output = Output()
    if rides.count == 1, let id = rides.first, !isFile(id) {
      try await simulate(reminder: id, output)
    } else {
      try await simulate(files: rides, output)
    }
  }

  private func isFile(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: name) || name.contains("/") || name.hasSuffix(".json")
  }

  private func simulate(reminder id: String, _ output: Output) async throws {
    let reminder = try data.openStore().reminder(id)
    let fixes = SyntheticRide(reminder.ride).fixes()
    guard let plan = AlertPlan(reminder), let first = fixes.first else {
      throw CommandFailure(.badData, "the ride of \(id) has no times: set the reminder again with a line that has")
    }
    let prompts = try language.prompts(.find(), data)
    if reminder.ride.isDemonstration { output.talk(prompts.sentence(.following(reminder.ride))) }
    let clock = ClockText(zone: reminder.ride.zone)
    try await replay(plan, fixes) { alert, fix in
      if json {
        try output.json(AlertLine(name: reminder.id.uuidString, start: first.at, alert: alert, fix: fix))
      } else {
        output.data("\(clock.text(alert.at))  \(prompts.sentence(alert, for: reminder))")
      }
    }
  }

  private func simulate(files: [String], _ output: Output) async throws {
    for path in files {
      let ride = try read(path)
      guard let plan = ride.plan() else { throw CommandFailure(.badData, "\(path) has no two stops") }
      try await replay(plan, ride.fixes) { alert, fix in
        let line = AlertLine(name: ride.id, start: ride.start, alert: alert, fix: fix)
        if json { try output.json(line) } else { output.data(line.text) }
      }
    }
  }

  private func read(_ path: String) throws -> RecordedRide {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(.noInput, "there is no file \(path): name a recorded ride, or a reminder by its id")
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw CommandFailure(.noInput, "\(path) cannot be read: \((error as NSError).localizedDescription)")
    }
    do {
      return try RecordedRide(json: data)
    } catch let error as RecordedRideError {
      throw CommandFailure(.badData, "\(path) \(error)")
    }
  }

  private func replay(_ plan: AlertPlan, _ fixes: [Fix], tell: (Alert, Int) throws -> Void) async throws {
    var state = AlertState()
    var pacer = speed.map(Pacer.init)
    for moment in RideReplay(fixes) {
      if pacer != nil { try await pacer?.wait(until: moment.input.at) }
      for case .deliver(let alert) in AlertEngine.advance(plan, &state, moment.input) {
        try tell(alert, moment.fix)
      }
    }
  }
}

/// One alert as `simulate --json` prints it.
private struct AlertLine: Encodable {
  var name: String
  var start: Date
  var alert: Alert
  var fix: Int

  enum CodingKeys: String, CodingKey {
    case name = "case"
    case t, at, fix, level, event, estimated
  }

  /// Seconds since the start, to the millisecond that recordings have.
  private var seconds: Double { (alert.at.timeIntervalSince(start) * 1000).rounded() / 1000 }

  var text: String {
    let level = alert.level.map { " \($0)" } ?? ""
    return "\(name)  \(seconds) s  \(alert.event.rawValue)\(level)\(alert.estimated ? "  estimated" : "")"
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(seconds, forKey: .t)
    try fields.encode(alert.at, forKey: .at)
    try fields.encode(fix, forKey: .fix)
    try fields.encode(alert.level, forKey: .level)
    try fields.encode(alert.event, forKey: .event)
    try fields.encode(alert.estimated, forKey: .estimated)
  }
}
