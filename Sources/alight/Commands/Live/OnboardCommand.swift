import Alerts
import ArgumentParser
import Devices
import Following
import Foundation
import Journey
import Live
import Timetable

/// `alight onboard`: which run the rider is on.
struct OnboardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "onboard", abstract: "Find out which ride you are on, from positions and the timetable.",
    discussion: """
      Positions come from gpsd or what --position names, or from recordings: GPX, NMEA, or JSON with "id", "start" and "fixes" of \
      "t", "lat", "lon". Without --watch the answer is given once it is certain, or after --within with the likeliest. "Perhaps" \
      means that other lines take the same way, or that two runs are as near; nothing is named to who walks, or drives where no run is.

      Examples:
        alight onboard
        alight onboard --watch --position gpsd://phone.local
        alight onboard ride.gpx
        alight onboard --json ride-1.json ride-2.json
      "alight new --onboard" sets a reminder on the ride that you are on.
      """)

  @Argument(help: "Recorded rides: .gpx, .json, or NMEA; - is NMEA from standard input.", completion: .file())
  var recordings: [String] = []

  @Option(
    help: """
      Where positions come from: \(PositionChoice.forms) (default: the setting position-source, or else gpsd).
      """)
  var position: [String] = []

  @Flag(help: "Go on telling until you interrupt it.") var watch = false

  @Option(
    help: ArgumentHelp("How long to wait until it is certain, like 90s (default: 3m).", valueName: "duration"),
    transform: TimeSpan.init(parsing:))
  var within: TimeSpan?

  @Flag(help: "Print one JSON object a line whenever the answer changes, alight.onboard/1.") var json = false

  @OptionGroup var language: LanguageOption
  @OptionGroup var data: DataOptions

  func validate() throws {
    if !recordings.isEmpty, !position.isEmpty || watch || within != nil {
      throw ValidationError("a recording has its own time: leave out --position, --watch and --within")
    }
    _ = try choices()
    if watch, within != nil { throw ValidationError("--watch goes on, --within ends: give one of them") }
  }

  func run() async throws {
    let output = Output()
    let resources = try Resources.find()
    let preferences = try data.preferences()
    let assembly = try Assembly(
      language: language.tag(resources, preferred: preferences.language), timetable: data.timetableURL,
      resources: resources)
    let finder = try RunFinder(assembly.timetable)
    let sheet = OnboardSheet(output: output, json: json)
    guard recordings.isEmpty else {
      for path in recordings { try replay(Self.read(path), finder, sheet) }
      return
    }
    try await Interruption.cancelling { [self] in try await follow(finder, sheet, output) }
  }

  private func replay(_ ride: OnboardCase, _ finder: RunFinder, _ sheet: OnboardSheet) throws {
    var tracker = OnboardTracker(finder)
    var told = sheet.begin(ride.id)
    for (place, fix) in ride.fixes.enumerated() {
      guard let belief = try tracker.add(fix) else { continue }
      try told.tell(belief, at: fix.at, since: ride.fixes[0].at, fix: place)
    }
  }

  /// Asks the position sources until it is certain, time is up, or the rider interrupts.
  private func follow(_ finder: RunFinder, _ sheet: OnboardSheet, _ output: Output) async throws {
    let prompts = try language.prompts(.find(), data)
    let feeds = try PositionFeeds.make(choices(), data.openStore())
    guard !feeds.isEmpty else {
      throw CommandFailure(
        .usage, "without a position nobody can tell: name a source with --position, or give a recording")
    }
    let source = LiveSource(feeds) { output.talk(prompts.sentence(about: $0)) }
    var tracker = OnboardTracker(finder)
    var told = sheet.begin("now")
    var (start, last): (Date?, OnboardBelief?) = (nil, nil)
    let limit = watch ? nil : within?.seconds ?? 180
    let began = ContinuousClock.now
    for try await moment in source.moments() {
      if case .fix(let fix) = moment, let belief = try tracker.add(fix) {
        start = start ?? fix.at
        last = belief
        if watch || json { try told.tell(belief, at: fix.at, since: start ?? fix.at, fix: 0) }
        if !watch, belief.state == .sure { break }
      }
      if let limit, ContinuousClock.now - began >= .seconds(limit) { break }
    }
    await source.settle()
    guard !watch else { return }
    guard let last else {
      throw CommandFailure(
        .unavailable, "no position came: see \"alight doctor\", or name another source with --position")
    }
    if !json { try told.tell(last, at: start ?? Date(), since: start ?? Date(), fix: 0) }
    if last.run == nil { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private func choices() throws -> [PositionChoice] {
    let choices = try PositionFeeds.choices(position)
    guard !choices.contains(.vehicle) else {
      throw ValidationError("--position vehicle: that is where a vehicle is, and which one you are on is the question")
    }
    return choices
  }

  /// - Throws: `CommandFailure` where the file is not there or holds no fixes.
  static func read(_ path: String) throws -> OnboardCase {
    guard path.lowercased().hasSuffix(".json") else {
      let input = try path.lowercased().hasSuffix(".gpx") ? RideInput.gpx(path) : RideInput.nmea(path, isReplay: true)
      return OnboardCase(id: path, fixes: input.recording?.fixes ?? [])
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(.noInput, "\(path) cannot be read: is it there, and are you allowed to?")
    }
    do {
      return try OnboardCase(json: data)
    } catch {
      throw CommandFailure(.badData, "\(path) \(error)")
    }
  }
}
