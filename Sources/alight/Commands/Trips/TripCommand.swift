import ArgumentParser
import Conversation
import Dialogue
import Foundation
import Journey
import Storage
import Terminal

/// `alight trip`: several stops with stays between them.
struct TripCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trip",
    abstract: "Plan trips of several stops with stays, and be told when to leave, get on and get off.",
    discussion: """
      A trip is named by its name or the beginning of its id, its stops by their numbers. Each change is planned anew by the \
      timetable: all that comes later moves along, and where the trip was set its reminders move with it.

      Examples:
        alight trip new errands home --start 13:00
        alight trip add errands gallneukirchen --stay 40m
        alight trip add errands hagenberg --stay 2h --by 15:00
        alight trip add errands home
        alight trip show errands --alternatives
        alight trip order errands --keep both
        alight trip set errands
        alight trip next errands
      """,
    subcommands: [
      List.self, New.self, Add.self, Remove.self, Move.self, Stay.self, Start.self, Choose.self, Order.self, Show.self,
      SetTrip.self, Unset.self, Next.self, Card.self, Delete.self,
    ], defaultSubcommand: List.self)
}

/// A trip on the command line.
struct TripArgument: ParsableArguments {
  @Argument(help: "The trip: its name, or its id or the beginning of it.", completion: Completions.trips) var trip:
    String
}

/// What every command on trips takes.
struct TripOptions: ParsableArguments {
  @Flag(help: "Print the trip with its times as JSON, alight.itinerary/1.") var json = false
  @OptionGroup var terminal: TerminalOptions
  @OptionGroup var language: LanguageOption
  @OptionGroup var clock: ClockOption
  @OptionGroup var data: DataOptions

  /// The parts that a command on trips works with.
  func session() throws -> TripSession { try TripSession(self) }
}

/// The databases, words and places for one command on trips.
struct TripSession {
  let store: ReminderStore
  let assembly: Assembly
  let desk: TripDesk
  let words: AnswerFlags
  let zone: String
  let ownZone: String
  private let options: TripOptions

  init(_ options: TripOptions) throws {
    self.options = options
    store = try options.data.openStore()
    let preferences = try store.preferences()
    let resources = try Resources.find()
    assembly = try Assembly(
      language: options.language.tag(resources, preferred: preferences.language),
      timetable: options.data.timetableURL, resources: resources, walking: preferences.walking)
    let setting = try assembly.setting(store)
    (zone, ownZone) = (setting.zone, setting.ownZone)
    desk = TripDesk(store, assembly.timetable, assembly.prompts.texts) { [clock = options.clock] in clock.instant }
    words = AnswerFlags(assembly: assembly, store: store, asks: isatty(STDIN_FILENO) == 1)
  }

  var texts: PromptTexts { assembly.prompts.texts }
  var now: Date { options.clock.instant }

  /// When somebody is somewhere, said by the clock of the trip.
  func instant(_ text: String, option: String, after now: Date? = nil, zone: String) throws -> Date {
    try TimeArgument(words: assembly.prompts.clock, zone: zone, now: now ?? self.now).instant(text, option: option)
  }

  /// A stop of a trip as it is given.
  func stop(_ place: String, _ given: TripStopOptions, of plan: TripPlan) throws -> TripStop {
    var stop = TripStop(place: try words.place(place, option: "the place").value)
    try given.fill(&stop, self, of: plan)
    return stop
  }

  /// Does something to a trip, and shows what has come of it.
  func change(_ trip: String, _ output: Output, _ change: (inout TripPlan) throws -> Void) throws {
    try show(try desk.change(trip, change), output)
  }

  /// Shows a trip after it was changed.
  func show(_ planned: TripDesk.Planned, _ output: Output) throws {
    if options.json { return try output.json(ItineraryReport(planned)) }
    for line in sheet(planned).lines { output.data(line) }
    guard planned.plan.isSet else { return }
    let left = desk.reminders(of: planned.plan).filter { $0.isToCome(at: now) }
    output.talk(texts.say(.tripMoved, ["name": planned.plan.name, "count": String(left.count)]))
  }

  func sheet(_ planned: TripDesk.Planned, alternatives: [[Phrase]] = []) -> TripSheet {
    TripSheet(planned, texts, StripStyle(options.terminal), alternatives: alternatives)
  }

  /// The index of a stop by its number.
  /// - Throws: `TripRefusal.noSuchStop`
  static func index(_ number: Int, in plan: TripPlan) throws -> Int {
    guard (1...max(1, plan.stops.count)).contains(number), !plan.stops.isEmpty else {
      throw TripRefusal.noSuchStop(number, of: plan.stops.count)
    }
    return number - 1
  }
}

/// What is asked of a stop's times.
struct TripStopOptions: ParsableArguments {
  @Option(help: "How long you stay: 40m, 2h, 1h30, or in words.") var stay: String?
  @Option(help: "When the place is open, as opening hours are written: \"Mo-Fr 08:00-18:00\"; none for always.")
  var hours: String?
  @Option(help: "Be there by this time, like 15:00; none ends that.") var by: String?

  var isEmpty: Bool { stay == nil && hours == nil && by == nil }

  func fill(_ stop: inout TripStop, _ session: TripSession, of plan: TripPlan) throws {
    if let stay { stop.stay = try StayArgument(stay, session.words).seconds }
    if let hours {
      guard hours == "none" || OpeningHours(hours) != nil else { throw TripRefusal.noHours(hours) }
      stop.hours = hours == "none" ? nil : hours
    }
    if let by {
      stop.by = by == "none" ? nil : try session.instant(by, option: "--by", after: plan.start, zone: plan.zone)
    }
  }
}

/// How long somebody stays: `40m`, `2h`, `1h30`, `1:30`, or in words.
struct StayArgument {
  let seconds: Double

  /// - Throws: `CommandFailure` (64) for what is none.
  init(_ text: String, _ words: AnswerFlags, option: String = "--stay") throws {
    if let seconds = Self.short(text) {
      self.seconds = seconds
    } else if case .duration(let seconds)? = try? words.interval(text, mode: .time, option: "--stay") {
      self.seconds = seconds
    } else {
      throw CommandFailure(.usage, "\(option) \(text): say it like 40m, 2h, 1h30 or \"two hours\"")
    }
    guard TripPlan.stays.contains(seconds) else {
      throw CommandFailure(.usage, "\(option) \(text): stay for a day at most; for longer, begin another trip")
    }
  }

  private static func short(_ text: String) -> Double? {
    let pattern = /(?:(\d{1,3}) ?h(?:ours?)?)? ?(?:(\d{1,4}) ?(?:m|min|minutes?)?)?/
    if text == "0" { return 0 }
    if let clock = text.wholeMatch(of: /(\d{1,2}):([0-5]\d)/), let hours = Double(clock.1),
      let minutes = Double(clock.2)
    {
      return hours * 3600 + minutes * 60
    }
    guard let found = text.lowercased().wholeMatch(of: pattern), found.1 != nil || found.2 != nil else { return nil }
    // A number alone might be either.
    if found.1 == nil, text.last?.isNumber == true { return nil }
    return Double(found.1 ?? "0").map { $0 * 3600 + (Double(found.2 ?? "0") ?? 0) * 60 }
  }
}

extension Reminder {
  /// Whether something of it is still to come.
  func isToCome(at now: Date) -> Bool {
    status == .on && (anchor.arrival ?? validUntil ?? .distantFuture) > now
  }
}
