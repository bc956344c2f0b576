import Alerts
import ArgumentParser
import Conversation
import Devices
import Following
import Foundation
import Journey
import RunnerStorage
import Storage

/// `alight run`: takes over reminders that are due and follows their rides.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Follow the rides that are due and tell when to get off.",
    discussion: """
      The position comes from gpsd where it runs, from what --position names, or from a recording, which brings its own \
      time. As long as there is none the clock and the timetable decide. "alight alert" tells how it stands meanwhile, and \
      says what you do about an alert. Of each database one runner follows the reminders.

      Examples:
        alight run
        alight run --position gpsd://phone.local
        alight run --position gpsd --position owntracks://jane@broker.local
        alight run --position vehicle
        alight run --position none
        alight run --gpx ride.gpx --speed 20x --once
        alight run --quiet --command logger
        alight run --publish mqtt://broker.local/alight
        alight run --nmea /dev/ttyUSB0
        xz -dc ride.nmea.xz | alight run --nmea - --speed 20x
      """)

  @Option(
    help: ArgumentHelp(
      """
      A recorded ride to follow in place of a position source; - is standard input. Several of one ride are judged against each \
      other, as receivers are.
      """, valueName: "file"))
  var gpx: [String] = []

  @Option(
    help: ArgumentHelp(
      "What a receiver sends, in NMEA 0183: a file is a recording; a serial port or, with -, a pipe is live, or with --speed played.",
      valueName: "file"))
  var nmea: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Where positions come from: \(PositionChoice.forms); of several the most accurate leads (default: the setting \
      position-source, or else gpsd).
      """,
      valueName: "source"))
  var position: [String] = []

  @Option(help: "How many times faster than real time, like 20x.", transform: Speed.parse)
  var speed: Speed?

  @Flag(help: "End when the first ride is over.")
  var once = false

  @Option(help: "Follow this reminder alone, by its id or the id's beginning.")
  var reminder: String?

  @Flag(help: "Print one JSON object a line for every alert.")
  var json = false

  @OptionGroup var channelOptions: ChannelOptions
  @OptionGroup var language: LanguageOption
  @OptionGroup var clock: ClockOption
  @OptionGroup var data: DataOptions

  func run() async throws {
    let output = Output()
    let resources = try Resources.find()
    let prompts = try language.prompts(resources, data)
    let inputs = try inputs()
    let recordings = inputs.compactMap(\.recording)
    for recording in recordings where recording.leftOut > 0 {
      output.talk(prompts.sentence(.linesLeftOut(count: recording.leftOut, file: recording.name)))
    }
    // Who cannot write can still be told when to get off.
    let store = try data.openStore(orReading: true)
    if store.isReadOnly { output.talk(StorageError.readOnly(path: store.path).description) }
    let chosen = try choose(store, recordings)
    if chosen == nil, once, try store.reminders(at: clock.instant).allSatisfy({ $0.status != .on }) {
      throw CommandFailure(.noInput, "no reminder is set: make one with \"alight\" first")
    }
    // A recording is of another day than what feeds say now.
    let live = recordings.isEmpty ? try FollowedLive.make(data, output) : nil
    let feeds = try feeds(inputs, store, live)
    let tell: @Sendable (RunnerNotice) -> Void = { [isLive = !feeds.isEmpty] notice in
      for line in Self.words(notice, prompts, isLive: isLive) { output.talk(line) }
    }
    let session = try RunnerSession(database: data.databaseURL, prompts, talk: { output.talk($0) }, tell: tell)
    let channels = try channels(resources, store, prompts, output, session)
    let ledger = StoredLedger(store: store) { output.talk($0) }
    let vehicles = RiderVehicles(try data.timetableInUse()) { output.talk($0) }
    let runner = AlertRunner(
      ledger: ledger, channels: channels,
      wording: { prompts.sentence($0, for: $1, isRepeat: $2) },
      tell: { notice in
        tell(notice)
        if let line = Self.words(notice, prompts, isLive: true).first { session.status(line) }
      }, decisions: session.decisions, notes: ledger, live: live, vehicles: vehicles,
      onTurn: { session.turned(isUnderWay: $0) })
    try await Interruption.cancelling {
      try await session.around(runner) {
        try await follow(
          runner, recordings, feeds, chosen, talk: { output.talk(prompts.sentence($0)) },
          about: { output.talk(prompts.sentence(about: $0)) })
      }
    }
  }

  /// Follows what the rider chose, to its end.
  private func follow(
    _ runner: AlertRunner, _ recordings: [Recording], _ feeds: [any PositionFeed], _ chosen: Reminder?,
    talk: @escaping @Sendable (RunnerTalk) -> Void, about: @escaping @Sendable (SourceNotice) -> Void
  ) async throws {
    if !recordings.isEmpty {
      // One recording tells of its own: that there is a position is no news.
      let tell: @Sendable (SourceNotice) -> Void = { if recordings.count > 1 || !$0.isFound { about($0) } }
      let source = FixReplay(recordings, speed: speed?.factor ?? 1, tell: tell)
      try await runner.run(source, reminder: chosen, endsAfterFirst: once)
      if await !runner.hasFinishedARide { talk(.recordingEnded) }
    } else if !feeds.isEmpty {
      let source = LiveSource(feeds, tell: about)
      do {
        try await runner.run(source, reminder: chosen, endsAfterFirst: once)
        await source.settle()
      } catch {
        await source.settle()
        throw (error as? NMEAError).map(RideInput.failure) ?? error
      }
    } else {
      let source = ClockOnly(start: clock.instant, speed: speed?.factor ?? 1)
      try await runner.run(source, reminder: chosen, endsAfterFirst: once)
    }
  }

  func validate() throws {
    let chosen = try choices()
    if [!gpx.isEmpty, !nmea.isEmpty, !chosen.isEmpty].count(where: \.self) > 1 {
      throw ValidationError("--gpx, --nmea and --position exclude each other: name one of them")
    }
    if (gpx + nmea).count(where: { $0 == RideInput.standardInput }) > 1 {
      throw ValidationError("standard input is one recording: name it once")
    }
    if chosen.contains(where: { $0 != .none }), speed != nil || clock.now != nil {
      throw ValidationError("a position is of now: leave out --speed and --now, or take --position none")
    }
  }

  /// What tells the position. A clock that was set to another time than now goes without.
  private func feeds(_ inputs: [RideInput], _ store: ReminderStore, _ live: FollowedLive?) throws -> [any PositionFeed]
  {
    guard inputs.isEmpty else { return inputs.compactMap(\.feed) }
    if speed != nil || clock.now != nil { return [] }
    return try PositionFeeds.make(choices(), store, live)
  }

  /// The recordings, or the receivers that are listened to.
  private func inputs() throws -> [RideInput] {
    let inputs = try gpx.map(RideInput.gpx) + nmea.map { try RideInput.nmea($0, isReplay: speed != nil) }
    guard Set(inputs.map { $0.recording == nil }).count < 2 else {
      throw ValidationError(
        "a recording has its own time, and a receiver has now: name files, or receivers, but not both")
    }
    return inputs
  }

  private func choices() throws -> [PositionChoice] {
    try PositionFeeds.choices(position)
  }

  /// The reminder asked for, or with a recording the one whose ride covers its first fix.
  private func choose(_ store: ReminderStore, _ recordings: [Recording]) throws -> Reminder? {
    if let reminder { return try store.reminder(reminder) }
    guard let first = recordings.compactMap(\.fixes.first).min(by: { $0.at < $1.at }) else { return nil }
    let candidates = try store.due(at: first.at, lead: AlertRunner.lead).reminders.compactMap { reminder in
      AlertPlan(reminder).map { (reminder: reminder, metres: $0.metresOff(first.position)) }
    }
    guard let nearest = candidates.min(by: { $0.metres < $1.metres }), nearest.metres < 1000 else {
      throw CommandFailure(
        .noInput,
        "no reminder's ride is under way where and when the recording begins: name one with --reminder")
    }
    return nearest.reminder
  }

  private func channels(
    _ resources: Resources, _ store: ReminderStore, _ prompts: Prompts, _ output: Output, _ session: RunnerSession
  ) throws -> [any AlertChannel] {
    let choice = try ChannelChoice(channelOptions, store, prompts, resources)
    let json = json
    let terminal = TerminalChannel { message in
      if json { return try output.json(AlertRecord(message)) }
      let time = message.zone.map { ClockText(zone: $0).text(message.alert.at) + "  " } ?? ""
      output.words(time + message.text)
      if message.alert.level ?? 3 > 1, !choice.isQuiet { output.bell() }
    } writeNote: { note in
      json
        ? try output.json(NoteRecord(note)) : output.words(prompts.sentence(note.note, metres: note.metres))
    }
    return choice.channels(terminal, onAction: session.pressed)
  }

  /// - Parameter isLive: Whether a source tells by itself that it has no position.
  static func words(_ notice: RunnerNotice, _ prompts: Prompts, isLive: Bool) -> [String] {
    switch notice {
    case .following(let reminder, let hasPositions, let hasLive):
      var lines = [prompts.sentence(.following(reminder.ride))]
      let ride = reminder.ride
      // A time of day comes wherever one is.
      if reminder.visit?.event == .clock { return lines }
      if !hasPositions, ride.departure == nil || ride.arrival == nil {
        lines.append(prompts.sentence(.withoutTimetable))
      } else if !hasPositions, reminder.mode == .distance {
        lines.append(prompts.sentence(.needsPosition(stop: reminder.destination.name)))
      } else if !hasPositions, !isLive {
        lines.append(prompts.sentence(.withoutPosition(isLive: hasLive)))
      }
      return lines
    case .finished(let reminder):
      let stop = reminder.destination.name
      return [prompts.sentence(reminder.visit == nil ? .finished(stop: stop) : .settled(stop: stop))]
    case .changed(let rest): return [prompts.sentence(.goesOn(rest.ride))]
    case .channelFailed(let channel, let cause):
      return [prompts.sentence(.channelFailed(channel: channel, cause: cause))]
    case .took(.done, _): return []
    case .took(.snooze, let reminder):
      let stop = reminder.destination.name
      return [prompts.sentence(reminder.ride.isFromAnywhere ? .snoozedPlace(stop: stop) : .snoozed(stop: stop))]
    case .took(.stop, let reminder): return [prompts.sentence(.calledOff(stop: reminder.destination.name))]
    case .ledgerFailed(let cause), .leftOut(let cause): return [cause]
    case .decisionsFailed(let cause): return [prompts.sentence(.decisionsFailed(cause: cause))]
    case .maySleep(let cause): return [prompts.sentence(.maySleep(cause: cause))]
    }
  }
}
