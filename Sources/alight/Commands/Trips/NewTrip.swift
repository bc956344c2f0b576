import ArgumentParser
import Conversation
import Dialogue
import Foundation
import Journey

extension TripCommand {
  /// `alight trip new`
  struct New: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Begin a trip: where and when it sets out.",
      discussion: """
        Examples:
          alight trip new errands home --start 13:00
          alight trip new "Saturday out" "linz hbf" --start 2026-12-05T09:00:00+01:00 --mode stations --interval "2 stops"
        """)

    @Argument(help: "What it is called.") var name: String
    @Argument(
      help: "Where it begins: a stop, a place of yours, or a point like 48.40,14.60.", completion: Completions.stops)
    var place: String
    @Option(help: "When you are ready to leave there, like 13:00 (default: now).") var start: String?
    @OptionGroup(title: "Where it begins") var times: TripStopOptions
    @OptionGroup(title: "Alerts") var alerts: TripAlertOptions
    @OptionGroup var options: TripOptions

    func validate() throws { try ReminderLabel.check(name) }

    func run() async throws {
      let session = try options.session()
      let first = try session.words.place(place, option: "the place").value
      let zone = first.zone ?? (first.isPoint ? session.ownZone : session.zone)
      let begin = try start.map { try session.instant($0, option: "--start", zone: zone) } ?? session.now
      let preferences = try session.store.preferences()
      var plan = TripPlan(
        name: ReminderLabel.trimmed(name),
        createdAt: Date(timeIntervalSince1970: session.now.timeIntervalSince1970.rounded(.down)),
        start: Date(timeIntervalSince1970: begin.timeIntervalSince1970.rounded(.down)), zone: zone,
        vibration: preferences.vibration, alarm: preferences.alarm)
      var stop = TripStop(place: first)
      try times.fill(&stop, session, of: plan)
      plan.stops = [stop]
      try alerts.fill(&plan, session)
      try session.show(try session.desk.save(plan), Output())
    }
  }

  /// `alight trip start`
  struct Start: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set out at another time, or be warned in another way.",
      discussion: """
        Examples:
          alight trip start errands 14:30
          alight trip start errands --mode stations --interval "2 stops" --margin 10m
          alight trip start errands --speech --volume 60%
        """)

    @OptionGroup var trip: TripArgument
    @Argument(help: "When you are ready to leave, like 14:30.") var time: String?
    @OptionGroup(title: "Alerts") var alerts: TripAlertOptions
    @OptionGroup var options: TripOptions

    func validate() throws {
      if time == nil, alerts.isEmpty { throw ValidationError("give a time like 14:30, or an option of the alerts") }
    }

    func run() async throws {
      let session = try options.session()
      try session.change(trip.trip, Output()) { plan in
        if let time {
          let begin = try session.instant(time, option: "the time", zone: plan.zone)
          plan.start = Date(timeIntervalSince1970: begin.timeIntervalSince1970.rounded(.down))
          // They were chosen for the times that were.
          for index in plan.stops.indices { plan.stops[index].leaves = nil }
        }
        try alerts.fill(&plan, session)
      }
    }
  }
}

/// How a trip's reminders warn.
struct TripAlertOptions: ParsableArguments {
  @Option(help: "What to watch on each ride: time, stations or distance (default: time).") var mode: String?
  @Option(help: "How long before you get off: \"5 minutes\", \"two stops\", \"500 m\" (default: 5 minutes).")
  var interval: String?
  @Option(help: "How long before a way begins you are told to leave: up to 1h (default: 5m).") var margin: String?
  @Flag(inversion: .prefixedNo, help: "Vibrate.") var vibration: Bool?
  @Flag(inversion: .prefixedNo, help: "Sound the alarm at the last call of each ride.") var alarm: Bool?
  @Flag(inversion: .prefixedNo, help: "Say when to leave, and the second alert and the last call of each ride, aloud.")
  var speech: Bool?
  @Option(help: "How loud its sounds are, like 60%; the alarm begins so and grows.", transform: Volume.parse)
  var volume: Volume?

  var isEmpty: Bool {
    let given: [Any?] = [mode, interval, margin, vibration, alarm, speech, volume]
    return given.allSatisfy { $0 == nil }
  }

  func fill(_ plan: inout TripPlan, _ session: TripSession) throws {
    if let margin {
      plan.margin = try StayArgument(margin, session.words, option: "--margin").seconds
      guard TripPlan.margins.contains(plan.margin) else {
        throw CommandFailure(.usage, "--margin \(margin): an hour is the most")
      }
    }
    if let vibration { plan.vibration = vibration }
    if let alarm { plan.alarm = alarm }
    if let speech { plan.speech = speech }
    if let volume { plan.volume = volume.fraction }
    guard mode != nil || interval != nil else { return }
    // The unit of the interval tells the mode.
    let named = try mode.map { try session.words.mode($0) }
    plan.interval =
      try interval.map { try session.words.interval($0, mode: named ?? plan.mode) }
      ?? session.assembly.prompts.choices[named ?? plan.mode].standard
    if let named, plan.interval.mode != named {
      throw CommandFailure(
        .usage,
        "--mode \(named.rawValue) and --interval do not go together: that is of mode \(plan.interval.mode.rawValue)")
    }
    let most = session.assembly.prompts.choices[plan.interval.mode]
    guard (most.minimum.amount...most.maximum.amount).contains(plan.interval.amount) else {
      let wording = Wording(zone: plan.zone)
      let (least, largest) = (
        session.texts.say(wording.value(most.minimum)), session.texts.say(wording.value(most.maximum))
      )
      throw CommandFailure(.usage, "--interval \(interval ?? ""): give \(least) to \(largest)")
    }
    plan.mode = plan.interval.mode
  }
}
