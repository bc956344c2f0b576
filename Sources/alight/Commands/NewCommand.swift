import ArgumentParser
import Conversation
import Dialogue
import Foundation
import Journey
import Listening
import Matching
import Storage
import Terminal
import Timetable

/// `alight new`: the wizard, which is also what `alight` alone starts.
struct NewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Set a reminder: from, to, mode and interval (the default command).",
    discussion: """
      Answers come from flags, recordings and standard input, in this order. At a terminal what is missing is asked; in a \
      pipe each line is one answer, and an answer that is missing or stays unclear ends with exit code 75 and the draft kept.

      Examples:
        alight
        alight --from "linz hbf" --to hagenberg --mode stations --interval "two stops" --yes
        printf 'from linz hbf to hagenberg, 500 metres before\\nyes\\n' | alight --json
        alight --audio Audio/answers --yes
        alight new --resume
        alight new --onboard --to hagenberg --interval "two stops"
        alight new --again --yes
        alight new --again 1a2b --interval "3 stops"
        alight --from home --to work --mode stations --interval "2 stops" --days weekdays --label "to work" --yes
        alight --to 48.40,14.60 --mode distance --levels "2 km, 800 m, 200 m" --yes
        alight --at parking --say pay --yes
        alight --at home --time 7:00 --say "get up" --days weekdays --yes
        alight new --voice
        alight new --listen --device alsa_input.usb-headset --timeout 12
        printf '{"text": "from linz hbf to hagenberg, 500 metres before"}\n{"text": "yes"}\n' | alight new --ndjson
      """)

  @Argument(
    help: ArgumentHelp("With --again: the reminder to set again, by its id or the beginning.", valueName: "id"),
    completion: Completions.reminders)
  var reminder: String?
  @Option(help: "Where you get on; anywhere where that is no matter.", completion: Completions.stops) var from: String?
  @Option(
    help: "Where you get off: a stop, a place of yours, or a point like 48.40,14.60.", completion: Completions.stops)
  var to: String?
  @Option(help: "What to watch: time, stations or distance.", completion: Completions.modes) var mode: String?
  @Option(help: "How long before: \"5 minutes\", \"two stops\", \"500 m\".") var interval: String?
  @Option(help: "How long before each of the three alerts, like \"2 km, 800 m, 200 m\"; the first is the interval.")
  var levels: String?
  @Option(help: "Leave at this time or later, like 18:10 or 2026-12-01T18:10:00+01:00.") var depart: String?
  @Option(help: "Arrive at this time or sooner, said in the same ways.") var arrive: String?

  @Option(help: "Where you are, like 48.2906,14.2916: the nearest stop is offered first.", transform: GeoPoint.parse)
  var near: GeoPoint?

  @Option(
    help: "A recording as an answer: from=FILE (repeatable), or a folder with from.wav to confirm.wav.",
    completion: .file())
  var audio: [String] = []

  @Flag(inversion: .prefixedNo, help: "Vibrate at the second alert.") var vibration: Bool?
  @Flag(inversion: .prefixedNo, help: "Sound the alarm at the last call.") var alarm: Bool?
  @Flag(inversion: .prefixedNo, help: "Say the second alert and the last call aloud.") var speech: Bool?
  @Option(help: "How loud its sounds are, like 60%; the alarm begins so and grows.", transform: Volume.parse)
  var volume: Volume?
  @Flag(help: "Take up the draft that was left last.") var resume = false
  @Flag(help: "Set the trip again that was set last, or that of the reminder named; only the last question is left.")
  var again = false
  @Option(help: "The weekdays on which it comes again: weekdays, mon,wed, mon-thu, weekend or daily.") var days: String?
  @Option(help: "A name of your own for the reminder.") var label: String?
  @Flag(help: "Say yes to the last question.") var yes = false
  @Flag(help: "Remember neither the trip nor its values as the next defaults.") var noRemember = false
  @Flag(help: "Never read standard input.") var noInput = false
  @Flag(name: .shortAndLong, help: "Leave out the talk on standard error.") var quiet = false
  @Flag(help: "Print the stored record as JSON.") var json = false
  @Flag(help: "Hold the dialogue as JSON for another front end: an event a line out, an answer a line in.")
  var ndjson = false
  @OptionGroup(title: "On board") var board: OnboardOptions
  @OptionGroup(title: "At a place") var place: VisitOptions
  @OptionGroup(title: "Voice") var voice: VoiceOptions
  @OptionGroup(title: "Voice") var limit: StopLimit
  @OptionGroup(title: "Terminal") var terminal: TerminalOptions
  @OptionGroup var language: LanguageOption
  @OptionGroup var clock: ClockOption
  @OptionGroup var data: DataOptions

  func run() async throws {
    try checkReminder()
    let output = Output(quiet: quiet || ndjson)
    let resources = try Resources.find()
    let store = try data.openStore()
    let preferences = try store.preferences()
    let assembly = try Assembly(
      language: language.tag(resources, preferred: preferences.language), timetable: data.timetableURL,
      resources: resources, walking: preferences.walking)
    try assembly.tellExpiry(at: clock.instant, output)
    try store.deleteDrafts(before: clock.instant.addingTimeInterval(-24 * 3600))
    let isInteractive = isatty(STDIN_FILENO) == 1 && !noInput && !ndjson
    let selection =
      isInteractive && !voice.isOn && !quiet ? terminal.selectionList(assembly.prompts, output) : nil
    let talk = DialogueTalk(
      output: output, texts: assembly.prompts.texts, isInteractive: isInteractive,
      list: selection ?? terminal.printedList(assembly.prompts, output))
    // With a voice the keyboard is read key by key, beside the microphone.
    let lines = noInput || voice.isOn && !isInteractive ? nil : LineReader()
    var setting = try assembly.setting(store)
    setting.position = near?.position
    let looking = assembly.prompts.aboardLooking
    let aboard = try board.finder(assembly.timetable, store) { output.talk(looking) }
    setting.aboard = aboard
    setting.live = try FollowedLive.make(assembly.timetable, output)
    await setting.live?.refresh(at: clock.instant)
    setting.mostSpoken = limit.stops ?? ListenedStops.standard
    let zone = setting.zone
    var state = try startingState(
      assembly, setting, talk: talk, lines: isInteractive ? lines : nil,
      time: try rideTime(assembly.prompts.clock, zone: zone), isScripted: !isInteractive && !voice.listens && !ndjson)
    if board.onboard, let ride = try await board.ride(aboard) {
      talk.tell(assembly.prompts.aboard(line: ride.line, next: ride.next, isSure: ride.isSure))
      state.board(ride)
    } else if board.onboard {
      talk.tell(assembly.prompts.aboardUnknown)
    }
    if !voice.isOn { Interruption.install(assembly.prompts.texts) }

    let dialogue = try Dialogue(setting, state: state) { [clock] in clock.instant }
    var loop = DialogueLoop(
      dialogue, screen: ndjson ? EventScreen(output: output) : talk,
      sources: try sources(voice.isOn ? nil : (selection as (any LineSource)?) ?? lines),
      voice: voice.isOn
        ? voice.dialogue(assembly.prompts, talk: talk, keyboard: noInput ? nil : Keyboard(), terminal: terminal) : nil)
    let result = try await loop.run()
    try DialogueEnd(result: result, texts: assembly.prompts.texts).check()
    try report(result, output)
  }

  /// Any word without a command before it is taken for a reminder, but most likely is a command that is mistyped.
  private func checkReminder() throws {
    guard reminder != nil, !again else { return }
    throw CommandPath(Array(CommandLine.arguments.dropFirst())).failure
      ?? CommandFailure(.usage, "a reminder is named only to set it again: add --again")
  }

  private func report(_ result: DialogueLoop.Result, _ output: Output) throws {
    if ndjson { return }
    if let trip = result.trip {
      return json ? try output.json(ItineraryReport(trip)) : output.data(trip.plan.id.uuidString.lowercased())
    }
    if json {
      guard let reminder = result.reminder else {
        return try output.json(EndedReport(ending: result.ending, draft: result.draft), pretty: false)
      }
      try output.json(reminder)
    } else if let reminder = result.reminder {
      output.data(reminder.id.uuidString.lowercased())
    }
  }

  func validate() throws {
    if interval != nil, levels != nil {
      throw ValidationError("--interval and --levels exclude each other: the first of the levels is the interval")
    }
    try place.check()
    try board.check()
    if board.onboard, from != nil || depart != nil || arrive != nil || resume || again || !place.at.isEmpty {
      throw ValidationError("--onboard finds out where, when and with which line: leave out what says so besides")
    }
    if again, resume { throw ValidationError("--again and --resume exclude each other") }
    if let label { try ReminderLabel.check(label) }
    if let days, WeekdayList(days)?.weekdays.isEmpty != false {
      throw ValidationError("--days \(days): say weekdays, mon,wed, mon-thu, weekend or daily")
    }
    if ndjson, json || voice.isOn {
      throw ValidationError(
        "--ndjson speaks for itself: leave out \(json ? "--json" : "--voice, --speak and --listen")")
    }
  }

  // MARK: Where it starts

  private func startingState(
    _ assembly: Assembly, _ setting: DialogueSetting, talk: DialogueTalk, lines: LineReader?, time: RideTime?,
    isScripted: Bool
  ) throws -> WizardState {
    func completed(_ old: WizardState) -> WizardState {
      var state = old
      state.isScripted = isScripted
      state.remembers = state.remembers && !noRemember
      var given: [Slot] = [(Slot.from, from), (.to, to), (.mode, mode), (.interval, interval ?? levels)]
        .compactMap { $0.1 == nil ? nil : $0.0 }
      // The unit of the interval tells the mode, whatever was set before.
      if again, interval ?? levels != nil, mode == nil { given.append(.mode) }
      state.replace(
        given, time: time, vibration: vibration, alarm: alarm, speech: speech, volume: volume?.fraction,
        label: label.map(ReminderLabel.trimmed),
        recurrence: days.flatMap(WeekdayList.init).flatMap { Recurrence(weekdays: $0.weekdays) })
      return state
    }
    if !again, place.at.isEmpty, let old = try takenUp(setting.store, talk: talk, lines: lines) {
      return completed(old)
    }
    if let visit = try place.visit(assembly, setting, clock.instant) {
      return completed(try setting.beginning(at: clock.instant) { visit.fill(&$0) })
    }
    let trip = again ? try RepeatedTrip(reminder, setting.store, setting.timetable, at: clock.instant) : nil
    return completed(try setting.beginning(at: clock.instant) { trip?.fill(&$0) })
  }

  /// When the rider wants to travel, by `--arrive` or `--depart`.
  private func rideTime(_ words: ClockWords, zone: String) throws -> RideTime? {
    let times = TimeArgument(words: words, zone: zone, now: clock.instant)
    if let arrive { return .arriving(try times.instant(arrive, option: "--arrive").timeIntervalSince1970) }
    return try depart.map { .departing(try times.instant($0, option: "--depart").timeIntervalSince1970) }
  }

  /// The draft to go on with: with `--resume` the last one, at a terminal the last one if the rider says so.
  private func takenUp(_ store: ReminderStore, talk: DialogueTalk, lines: LineReader?) throws -> WizardState? {
    let drafts = try store.drafts(since: clock.instant.addingTimeInterval(-24 * 3600))
    guard let (draft, state) = drafts.lazy.compactMap({ draft in readable(draft).map { (draft, $0) } }).first else {
      if resume { throw noDraft(of: drafts) }
      return nil
    }
    if resume { return state }
    guard let lines else { return nil }
    let minutes = max(0, Int(clock.instant.timeIntervalSince(draft.updatedAt) / 60))
    talk.tell(talk.texts.say(.resumeQuestion, ["summary": draft.summary, "minutes": String(minutes)]))
    let keys = talk.texts.say(.resumeKeys).split(separator: " ").compactMap(\.first)
    while true {
      talk.mark()
      guard case .line(let line) = lines.next() else { return nil }
      guard let key = line.lowercased().first else { return state }
      switch keys.firstIndex(of: key) {
      case 0: return state
      case 1: return nil
      case 2:
        try store.deleteDraft(draft.id)
        return nil
      default: talk.tell(talk.texts.say(.resumeAgain))
      }
    }
  }

  private func readable(_ draft: StoredDraft) -> WizardState? {
    try? DialogueCoding.decode(WizardState.self, from: draft.state)
  }

  private func noDraft(of unreadable: [StoredDraft]) -> CommandFailure {
    guard let first = unreadable.first else {
      return CommandFailure(.noInput, "there is no draft to go on with: start with \"alight\"")
    }
    return CommandFailure(
      .badData, "the draft \(first.summary) cannot be read by this version of Alight: start with \"alight\"")
  }

  private func sources(_ lines: (any LineSource)?) throws -> AnswerSources {
    var sources = AnswerSources(lines: lines, areEvents: ndjson)
    for (question, value) in [(Question.from, from), (.to, to), (.mode, mode), (.interval, interval ?? levels)] {
      if let value { sources.flags[question] = value }
    }
    if yes { sources.flags[.readBack] = "yes" }
    sources.recordings = try RecordedAnswers(audio).files
    return sources
  }
}

/// What `--json` prints when a dialogue ended without a reminder.
private struct EndedReport: Encodable {
  let schema = "alight.ended/1"
  let reason: String
  let draft: UUID?

  init(ending: Ending, draft: UUID) {
    reason = ending == .cancelled ? "cancelled" : "kept"
    self.draft = ending == .cancelled ? nil : draft
  }
}
