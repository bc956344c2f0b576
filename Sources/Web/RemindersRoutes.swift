import Conversation
import Dialogue
import Foundation
import Handoff
import HTTPTypes
import Hummingbird
import Journey
import Storage

/// The first page: what is set, by day, and what was begun.
struct RemindersRoutes: Sendable {
  let views: PageViews
  let events: PageEvents

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/", use: page)
    router.post("/reminders/undo", use: undo)
    router.get("/reminders/:id/export/:format", use: export)
    router.post("/reminders/:id/:action", use: act)
    router.get("/api/reminders", use: list)
    router.delete("/api/reminders/:id", use: delete)
    router.post("/api/reminders/:id/:action", use: actForPrograms)
  }

  private struct Day {
    var name: String
    var reminders: [ReminderRow]
  }

  private struct Draft {
    var id: String
    var summary: String
  }

  private struct Listing {
    var days: [Day]
    var hasReminders: Bool
    var drafts: [Draft]
    var unreadable: [String]
    var done: String?
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    try page(request, done: nil)
  }

  private func page(_ request: Request, done: String?) throws -> Response {
    let (language, now) = (views.language(of: request), setting.now())
    let listing = try setting.store.listing(at: now)
    var days: [Day] = []
    for reminder in listing.reminders {
      let wording = Wording(zone: reminder.anchor.zone)
      let name =
        (reminder.anchor.departure ?? reminder.anchor.arrival).map {
          language.prompts.texts.say(wording.day($0))
        } ?? reminder.ride.serviceDay
      let row = ReminderRow(reminder, language, at: now)
      if days.last?.name == name {
        days[days.count - 1].reminders.append(row)
      } else {
        days.append(Day(name: name, reminders: [row]))
      }
    }
    let drafts = try setting.store.drafts(since: now.addingTimeInterval(-86_400)).prefix(3)
    let view = Listing(
      days: days, hasReminders: !days.isEmpty,
      drafts: drafts.map { Draft(id: $0.id.uuidString.lowercased(), summary: $0.summary) },
      unreadable: listing.unreadable.map(\.description), done: done)
    return try views.page("reminders", view, request)
  }

  // MARK: Changing them

  private enum Action: String {
    case on, off, delete
  }

  private func change(_ context: PageContext) throws -> (Action, Reminder) {
    guard let action = context.parameters.get("action").flatMap(Action.init(rawValue:)) else {
      throw PageError(.notFound, "action", "There is no such action.")
    }
    let reminder = try reminder(context)
    let now = setting.now()
    switch action {
    case .on: try setting.store.setStatus(.on, of: reminder.id, at: now)
    case .off: try setting.store.setStatus(.off, of: reminder.id, at: now)
    case .delete: try setting.store.delete(reminder.id, at: now)
    }
    events.publish(.reminders)
    return (action, reminder)
  }

  private func reminder(_ context: PageContext) throws -> Reminder {
    do {
      guard let id = context.parameters.get("id"), UUID(uuidString: id) != nil else {
        throw StorageError.noSuchReminder("")
      }
      return try setting.store.reminder(id.uppercased())
    } catch StorageError.noSuchReminder {
      throw PageError(.notFound, "no-such-reminder", "There is no such reminder any more.")
    }
  }

  private func act(_ request: Request, _ context: PageContext) async throws -> Response {
    let (action, reminder) = try change(context)
    let words = views.language(of: request).words
    return try page(request, done: words.say("done-\(action.rawValue)", ["stop": reminder.destination.name]))
  }

  private func undo(_ request: Request, _ context: PageContext) async throws -> Response {
    let words = views.language(of: request).words
    let done: String
    do {
      let change = try setting.store.undo(at: setting.now())
      events.publish(.reminders)
      done = words.say("done-undo", ["stop": change.reminder?.destination.name ?? ""])
    } catch StorageError.nothingToUndo {
      done = words.say("nothingToUndo")
    }
    return try page(request, done: done)
  }

  // MARK: For programs

  private func list(_ request: Request, _ context: PageContext) async throws -> Response {
    try .json(try setting.store.reminders(at: setting.now()))
  }

  private func delete(_ request: Request, _ context: PageContext) async throws -> Response {
    try setting.store.delete(reminder(context).id, at: setting.now())
    events.publish(.reminders)
    return .nothing
  }

  private func actForPrograms(_ request: Request, _ context: PageContext) async throws -> Response {
    _ = try change(context)
    return .nothing
  }

  private func export(_ request: Request, _ context: PageContext) async throws -> Response {
    let prompts = views.language(of: request).dialogue.prompts
    let records = try setting.store.records([try reminder(context).id.uuidString]).map { try ExportedReminder($0) }
    let (type, data): (String, Data)
    switch context.parameters.get("format") {
    case "ics":
      (type, data) = (
        "text/calendar; charset=utf-8",
        CalendarExport(records, prompts: prompts, program: setting.version, at: setting.now()).document
      )
    case "gpx":
      (type, data) = (
        "application/gpx+xml", GPXExport(records, prompts: prompts, program: setting.version).document
      )
    default: throw PageError(.notFound, "format", "A reminder is exported as ics or gpx.")
    }
    let name = "alight-\(records.first?.reminder.id.short ?? "reminder").\(context.parameters.get("format") ?? "")"
    return Response(
      status: .ok, headers: [.contentType: type, .contentDisposition: "attachment; filename=\"\(name)\""],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
  }
}

/// A reminder in a list.
struct ReminderRow {
  var id: String
  var from: String
  var to: String
  var departure: String
  var arrival: String
  var line: String
  var interval: String
  var next: String
  var label: String?
  /// On which days it comes again.
  var recurs: String?
  var isOn: Bool
  var summary: String

  init(_ reminder: Reminder, _ language: PageLanguage, at now: Date) {
    let (texts, wording) = (language.prompts.texts, Wording(zone: reminder.anchor.zone))
    let rides = reminder.legs.map(\.ride)
    id = reminder.id.uuidString.lowercased()
    (from, to) = (reminder.origin.name, reminder.destination.name)
    departure = language.time(reminder.anchor.departure, zone: reminder.ride.departureZone)
    arrival =
      reminder.anchor.arrival == nil ? "–" : texts.say(wording.arrival(of: rides.last ?? reminder.ride))
    line = rides.map(\.line).filter { !$0.isEmpty }.joined(separator: ", ")
    interval = texts.say(wording.value(reminder.interval))
    let level = reminder.legs.flatMap(\.levels).first { $0.at.map { $0 > now } ?? true }
    isOn = reminder.isOn(at: now)
    next =
      !isOn
      ? (reminder.pausedUntil.map { texts.say(wording.pause(until: $0)) } ?? language.words.say("isOff"))
      : level?.at.map {
        language.words.say("firstAlert", ["time": language.time($0, zone: reminder.ride.arrivalZone)])
      } ?? ""
    label = reminder.label
    recurs = reminder.recurrence.map { texts.say(wording.value($0)) }
    summary = "\(from) → \(to)" + (departure.isEmpty ? "" : ", \(departure)")
  }
}
