import ArgumentParser
import Conversation
import Dialogue
import Foundation
import Journey
import Matching
import Storage
import Timetable

extension RemindersCommand {
  /// `alight reminders edit`
  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Change a reminder that is set.",
      discussion: """
        What is not named stays as it is. Other stops or another time look the ride up anew; a change of mode alone takes the \
        interval used last in it. What does not fit the ride is refused with the nearest value that does.

        Examples:
          alight reminders edit 1a2b --interval "3 stops"
          alight reminders edit 1a2b --mode time --no-alarm
          alight reminders edit 1a2b --days mon-fri --until 2026-12-18
          alight reminders edit 1a2b --depart 18:10 --dry-run
          alight reminders edit 1a2b --levels "2 km, 800 m, 200 m"
          alight reminders edit 1a2b --follow-up --only-outside 48.29,14.29,300m
        """)

    @OptionGroup var reminder: ReminderArgument
    @Option(help: "Get on here instead: a stop, a place of yours, or anywhere.") var from: String?
    @Option(help: "Get off here instead: a stop, a place of yours, or a point on the map.") var to: String?
    @Option(help: "Take the ride that leaves at this time or later, like 18:10 or 2026-12-01T18:10:00+01:00.")
    var depart: String?
    @Option(help: "Take the ride that arrives at this time or sooner.") var arrive: String?
    @Option(help: "What to watch: time, stations or distance.") var mode: String?
    @Option(help: "How long before: \"5 minutes\", \"two stops\", \"500 m\".") var interval: String?
    @Option(
      help: "How long before each of the three alerts, like \"2 km, 800 m, 200 m\"; none for what the interval means.")
    var levels: String?
    @Flag(inversion: .prefixedNo, help: "Vibrate at the second alert.") var vibration: Bool?
    @Flag(inversion: .prefixedNo, help: "Sound the alarm at the last call.") var alarm: Bool?
    @Flag(inversion: .prefixedNo, help: "Say the second alert and the last call aloud.") var speech: Bool?
    @Option(help: "How loud its sounds are, like 60%; the alarm begins so and grows.", transform: Volume.parse)
    var volume: Volume?
    @Flag(inversion: .prefixedNo, help: "Ask half an hour and an hour after the last call whether you are off.")
    var followUp: Bool?
    @Option(
      help: ArgumentHelp(
        "Alert only while within this circle, like 48.29,14.29,500m; none ends that.", valueName: "circle"),
      transform: GuardCircle.parse)
    var onlyWithin: GuardCircle?
    @Option(
      help: ArgumentHelp("Alert only while outside this circle.", valueName: "circle"), transform: GuardCircle.parse)
    var onlyOutside: GuardCircle?
    @Option(help: "The weekdays on which it comes again: weekdays, \"sat,sun\", mon-wed, daily; none ends that.")
    var days: String?
    @Option(help: "The last day on which it comes again, like 2026-12-18; none for no end.") var until: String?
    @Option(help: "A name of your own; an empty one takes it away.") var label: String?
    @Flag(help: "Show what would be stored, and store nothing.") var dryRun = false
    @Flag(help: "Print the record as JSON.") var json = false
    @OptionGroup var language: LanguageOption
    @OptionGroup var clock: ClockOption
    @OptionGroup var data: DataOptions

    func validate() throws {
      let changes: [Any?] = [
        from, to, depart, arrive, mode, interval, levels, vibration, alarm, speech, volume, followUp, onlyWithin,
        onlyOutside,
        days, until, label,
      ]
      if changes.allSatisfy({ $0 == nil }) { throw ValidationError("name something to change: see --help") }
      if depart != nil, arrive != nil { throw ValidationError("--depart and --arrive exclude each other") }
      if onlyWithin != nil, onlyOutside != nil {
        throw ValidationError("--only-within and --only-outside exclude each other: name one of them")
      }
      if let label, !label.isEmpty { try ReminderLabel.check(label) }
    }

    func run() async throws {
      let output = Output()
      let store = try data.openStore()
      let stored = try store.reminder(reminder.id)
      // One that comes again is changed as it comes next.
      let old = stored.occurrence(at: clock.instant) ?? stored
      let resources = try Resources.find()
      let preferences = try store.preferences()
      let assembly = try Assembly(
        language: language.tag(resources, preferred: preferences.language), timetable: data.timetableURL,
        resources: resources, walking: preferences.walking)
      var changed = try edited(old, store, assembly)
      try takeDays(&changed)
      takeGuard(&changed)
      if let label { changed.label = label.isEmpty ? nil : ReminderLabel.trimmed(label) }
      let result = dryRun ? changed : try store.update(changed, as: .edit, at: Date())
      if json { return try output.json(result, pretty: false) }
      report(from: old, to: result, assembly.prompts.texts, output)
    }

    // MARK: What is to be changed

    private func edited(_ old: Reminder, _ store: ReminderStore, _ assembly: Assembly) throws -> Reminder {
      var edit = ReminderEdit()
      let words = AnswerFlags(assembly: assembly, store: store)
      edit.mode = try mode.map { try words.mode($0) }
      edit.interval = try interval.map { try words.interval($0, mode: edit.mode ?? old.mode) }
      edit.ladder = try levels.map { $0 == "none" ? [] : try words.ladder($0, mode: edit.mode) }
      if interval != nil, let first = edit.ladder?.first, first != edit.interval {
        throw CommandFailure(.usage, "--interval and --levels tell different first alerts: give one of them")
      }
      edit.vibration = vibration
      edit.alarm = alarm
      edit.speech = speech
      edit.volume = volume?.fraction
      if from != nil || to != nil || depart != nil || arrive != nil {
        let isFromAnywhere = from == "anywhere"
        edit.origin = try isFromAnywhere ? nil : from.map { try words.stop($0, option: "--from") }
        edit.destination = try to.map { try words.place($0, option: "--to") }
        let origin = isFromAnywhere ? nil : edit.origin?.value ?? old.origin
        let destination = edit.destination?.value ?? old.destination
        if let origin, !origin.isPoint, !destination.isPoint {
          edit.connections = try connections(from: origin, to: destination, old, assembly)
        } else {
          edit.connections = Connections(rides: [try way(from: origin, to: destination, old, assembly)], chosen: 0)
        }
      }
      let preferences = try store.preferences()
      do {
        return try edit.applied(to: old, prompts: assembly.prompts, preferences: preferences, at: clock.instant)
      } catch {
        throw failure(error, old, assembly.prompts.texts)
      }
    }

    /// The way to a point on the map, or to a stop from anywhere, which no timetable knows.
    private func way(from: Stop?, to: Stop, _ old: Reminder, _ assembly: Assembly) throws -> Ride {
      let zone = old.anchor.zone
      let times = TimeArgument(words: assembly.prompts.clock, zone: zone, now: clock.instant)
      let arrival = try arrive.map { try times.instant($0, option: "--arrive") }
      let day = ServiceDay.text(arrival ?? clock.instant, zone: zone)
      guard let from else { return Ride(approaching: to, arrival: arrival, day: day, zone: zone) }
      return Ride(from: from, to: to, arrival: arrival, day: day, zone: zone)
    }

    /// The ride of the times asked for, or else the next one from when the old one leaves.
    private func connections(from: Stop, to: Stop, _ old: Reminder, _ assembly: Assembly) throws -> Connections {
      if from.id == to.id {
        throw CommandFailure(.usage, "you would get on and off at \(from.name): give another stop by --from or --to")
      }
      let timetable = assembly.timetable
      let zone = (arrive == nil ? from : to).zone ?? old.anchor.zone
      let times = TimeArgument(words: assembly.prompts.clock, zone: zone, now: clock.instant)
      let time =
        if let arrive {
          RideTime.arriving(try times.instant(arrive, option: "--arrive").timeIntervalSince1970)
        } else {
          RideTime.departing(
            try
              (depart.map { try times.instant($0, option: "--depart") }
              ?? max(old.anchor.departure ?? clock.instant, clock.instant)).timeIntervalSince1970)
        }
      guard let found = try RideLookUp(timetable: timetable).connections(from: from, to: to, time: time) else {
        throw CommandFailure(
          .badData,
          "no ride from \(from.name) to \(to.name) was found within a week of that time: give another stop, or another time by "
            + "--depart")
      }
      return found
    }

    private func takeGuard(_ reminder: inout Reminder) {
      // No is the same as never having asked, and leaves no trace in the record.
      if let followUp { reminder.followsUp = followUp ? true : nil }
      if let onlyWithin { reminder.placeGuard = onlyWithin.guarding(.within) }
      if let onlyOutside { reminder.placeGuard = onlyOutside.guarding(.outside) }
    }

    private func takeDays(_ reminder: inout Reminder) throws {
      if let days {
        guard let chosen = WeekdayList(days) else {
          throw CommandFailure(.usage, "--days \(days): say weekdays, mon-fri, \"sat,sun\", daily or none")
        }
        reminder.recurrence = Recurrence(weekdays: chosen.weekdays, until: reminder.recurrence?.until)
      }
      if reminder.recurrence != nil { reminder.keepToItsDay() }
      guard let until else { return }
      guard reminder.recurrence != nil else {
        throw CommandFailure(.usage, "--until needs the weekdays of --days: the reminder does not come again")
      }
      guard until != "none" else {
        reminder.recurrence?.until = nil
        return
      }
      guard LocalDay.start(of: until, zone: reminder.anchor.zone) != nil else {
        throw CommandFailure(.usage, "--until \(until): that is no day \(Instant.years); say 2026-12-18, or none")
      }
      guard until >= reminder.ride.serviceDay else {
        throw CommandFailure(
          .usage, "--until \(until) is before the next ride: \(reminder.ride.serviceDay) is the first day that works")
      }
      reminder.recurrence?.until = until
    }

    private func failure(_ error: ReminderEdit.Refusal, _ reminder: Reminder, _ texts: PromptTexts) -> CommandFailure {
      let wording = Wording(zone: reminder.anchor.zone)
      let sentence =
        switch error {
        case .impossible(let sentence, let nearest):
          "\(sentence) The nearest that works: --interval \"\(texts.say(wording.value(nearest)))\""
        case .wrongUnit(let sentence): "\(sentence) Give an --interval that does, or leave --mode out"
        case .ofPlace: "it is of a place: delete it, and set it anew with alight new --at"
        case .unknownStops: "the stops of this ride are not known, so none can be counted: take --mode time or distance"
        case .unknownArrival: "the arrival of this ride is not known: take --mode stations or distance"
        case .over(let end):
          "the ride is over since \(texts.say(wording.time(end))): give --depart, or set a new reminder"
        }
      return CommandFailure(.badData, sentence)
    }

    // MARK: What has changed

    private func report(from old: Reminder, to new: Reminder, _ texts: PromptTexts, _ output: Output) {
      // Sentences can be compared one by one, which a drawing cannot.
      let style = StripStyle(isAccessible: true)
      let before = ReminderSheet(old, texts: texts, style: style).lines
      let after = ReminderSheet(new, texts: texts, style: style).lines
      output.data("\(new.id.short)  \(new.destination.name)")
      for line in after.dropFirst() where !before.contains(line) { output.data("  " + line) }
      if dryRun { output.talk("Nothing was stored.") }
    }
  }
}
