import Alerts
import ArgumentParser
import Conversation
import Foundation
import Journey
import Rehearsal
import Storage

/// `alight simulate`: shows when the alerts come, along a stored reminder's own ride or on recorded ones.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Show when the alerts of a ride come.",
    discussion: """
      A stored reminder is taken along its own ride by the timetable, or as its options would have it, and the last call is judged: \
      exit code 0 where it would have come after the stop before and in time, 1 where it would not. A file is a recorded ride.

      Examples:
        alight simulate ID
        alight simulate ID --delay 5m --tunnel 3m --noise 20m
        alight simulate ID --lose 50% --seed 7 --svg ride.svg
        alight simulate ID --speed 60x
        alight simulate --json ride-1.json ride-2.json
      """)

  @Argument(help: "The id of a reminder or its beginning, or files of recorded rides.")
  var rides: [String]

  @Option(
    help: "How many times faster than the ride, like 20x; without it as fast as possible.", transform: Speed.parse)
  var speed: Speed?

  @OptionGroup var conditions: ConditionOptions

  @Option(
    help: ArgumentHelp("Draw the reminder's ride with its alerts into this file, as SVG.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @Flag(help: "Print one JSON object a line for every alert, and for a reminder one with the verdict.")
  var json = false

  @OptionGroup var language: LanguageOption
  @OptionGroup var data: DataOptions

  func validate() throws {
    if rides.isEmpty { throw ValidationError("name a reminder or a recorded ride") }
    let onlyForReminders = conditions.names + (svg == nil ? [] : ["--svg"])
    if let option = onlyForReminders.first, rides.count > 1 || isFile(rides[0]) {
      throw ValidationError("\(option) goes with a reminder: a recorded ride stays as it was recorded")
    }
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
    if reminder.visit != nil {
      throw CommandFailure(
        .badData, "\(id) is of a place and has no ride: try it with a track, by alight run --gpx FILE")
    }
    let prompts = try language.prompts(.find(), data)
    let count = reminder.legs.count
    if svg == "-", count > 1 {
      throw ValidationError("--svg -: \(id) has \(count) rides with a picture each: name a file")
    }
    var areRight = true
    for leg in 0..<count {
      guard let plan = AlertPlan(reminder.leg(leg)), let ride = RehearsedRide(reminder.leg(leg), conditions.conditions)
      else {
        throw CommandFailure(
          .badData, "the ride of \(id) takes no time, so that nothing can be told on it: set the reminder again")
      }
      // A demonstration says so itself.
      if count > 1, !ride.reminder.ride.isDemonstration {
        output.talk(prompts.sentence(.following(ride.reminder.ride)))
      }
      let sheet = RehearsalSheet(ride: ride, prompts: prompts, output: output, json: json)
      sheet.tellConditions()
      var pacer = speed.map(Pacer.init)
      let (told, verdict) = try await Rehearsal(ride).follow(
        plan, wait: { try await pacer?.wait(until: $0) }, tell: sheet.tell)
      try sheet.tell(verdict)
      if let file = svg.map({ count > 1 ? Self.numbered($0, leg + 1) : $0 }) {
        try WholeFile.write(RidePicture(ride, told, verdict, prompts).document, to: file)
        if file != "-" { output.talk(prompts.sentence(.drawn(file: file))) }
      }
      areRight = areRight && verdict.isRight
    }
    if !areRight { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  /// "ride.svg" as "ride-2.svg"
  private static func numbered(_ file: String, _ number: Int) -> String {
    let url = URL(filePath: file)
    let ending = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
    return String(file.dropLast(ending.count)) + "-\(number)\(ending)"
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
