import ArgumentParser
import Conversation
import Dialogue
import Foundation
import Journey
import Matching
import Terminal

/// A reminder of a place on the command line.
struct VisitOptions: ParsableArguments {
  @Option(
    help: "Remind at this place (repeatable): one of yours, a list of yours, a stop, or a point like 48.40,14.60.")
  var at: [String] = []
  @Flag(help: "On leaving it instead of on arriving.") var leaving = false
  @Option(help: "At this time, like 7:00, and only if you are there.") var time: String?
  @Flag(help: "With --time: only if you are not there.") var unlessThere = false
  @Option(help: "What is to be remembered: \"pay\".") var say: String?
  @Option(help: "When it counts, as opening hours are written: \"Mo-Fr 08:00-18:00\".") var hours: String?
  @Option(
    help: ArgumentHelp("Where it does not count (repeatable), like 48.29,14.29,80m.", valueName: "circle"),
    transform: GuardCircle.parse)
  var except: [GuardCircle] = []
  @Flag(help: "Each time, and not once a day.") var eachTime = false
  @Flag(help: "Being there already counts as arriving.") var countPresence = false
  @Option(help: "Open this address when it comes.") var open: String?
  @Option(help: "Run this program when it comes, with arguments parted by blanks.") var run: String?

  /// What is asked for, as a draft takes it.
  struct Given {
    var visit: Visit
    var name: String
    var time: Date?

    func fill(_ draft: inout Draft) {
      let flag = Provenance(method: .flag)
      draft.visit = visit
      draft.isFromAnywhere = true
      var place = visit.places[0]
      place.name = name
      draft.to = Answer(place, flag)
      draft.departure = time
      // Who is to remember something needs no alarm; who sets a time does.
      if time == nil { draft.alarm = false }
    }
  }

  func check() throws {
    let others: [Any?] = [time, say, hours, open, run]
    let isUsed = others.contains { $0 != nil } || leaving || unlessThere || eachTime || countPresence || !except.isEmpty
    if at.isEmpty, isUsed { throw ValidationError("name the place: --at PLACE") }
    if time != nil, leaving { throw ValidationError("--time and --leaving exclude each other") }
    if unlessThere, time == nil { throw ValidationError("--unless-there goes with --time") }
    if let hours, OpeningHours(hours) == nil {
      throw ValidationError("--hours \(hours): write them like \"Mo-Fr 08:00-18:00\"")
    }
    if let open, !Visit.mayOpen(open) {
      throw ValidationError(
        "--open \(open): give an address of the web, a map, a call or a mail, like https://example.org")
    }
    if let say { try ReminderLabel.check(say) }
  }

  /// Nil where nothing is asked for.
  /// - Throws: `CommandFailure` where a place is not known.
  func visit(_ assembly: Assembly, _ setting: DialogueSetting, _ now: Date) throws -> Given? {
    guard let first = at.first else { return nil }
    let own = try setting.store.places()
    let words = AnswerFlags(assembly: assembly, store: setting.store)
    let places = try at.flatMap { text -> [Stop] in
      let listed = own.filter { $0.list?.lowercased() == text.lowercased() }.map(\.stop)
      return try listed.isEmpty ? [words.place(text, option: "--at").value] : listed
    }
    try Self.refuseOverlap(places)
    var visit = Visit(
      time == nil ? (leaving ? .leaving : .arriving) : unlessThere ? .clockElsewhere : .clockThere, places: places)
    visit.text = say
    visit.hours = hours
    visit.exceptions =
      except.isEmpty ? nil : except.compactMap(\.circle).map { .init(centre: $0.centre, metres: $0.metres) }
    if eachTime { visit.isEachTime = true }
    if countPresence { visit.countsPresence = true }
    visit.url = open
    visit.command = run.map { $0.split(separator: " ").map(String.init) }
    let times = TimeArgument(words: setting.prompts.clock, zone: setting.ownZone, now: now)
    let instant = try time.map { text -> Date in
      // "7:00" is an hour of the morning, whatever the clock says now.
      if var clock = ClockTime(text, words: setting.prompts.clock), clock.isHalfDay, (4...11).contains(clock.hour) {
        clock.isHalfDay = false
        return clock.next(after: now, zone: setting.ownZone)
      }
      return try times.instant(text, option: "--time")
    }
    return Given(visit: visit, name: places.count == 1 ? places[0].name : first, time: instant)
  }

  /// A circle that holds another one whole says twice the same.
  private static func refuseOverlap(_ places: [Stop]) throws {
    guard places.count <= Visit.mostPlaces else {
      throw CommandFailure(
        .usage, "--at: \(places.count) places are more than the \(Visit.mostPlaces) that can be watched")
    }
    for (index, place) in places.enumerated() {
      for other in places[(index + 1)...]
      where place.position.metres(to: other.position) < abs(place.reach - other.reach) {
        let (outer, inner) = place.reach > other.reach ? (place, other) : (other, place)
        throw CommandFailure(
          .usage,
          "--at: \(inner.name) lies wholly within \(outer.name), \(Int(outer.reach)) m: leave one of them out, or give it a smaller --radius"
        )
      }
    }
  }
}
