#if Page
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
    router.get("/api/reminders/:id/export/:format", use: export)
    router.post("/reminders/:id/:action", use: act)
    router.post("/drafts/:id/discard", use: discard)
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
    /// Whether nobody follows them from a login until this page is opened.
    var beginsLate: Bool
    var drafts: [Draft]
    var hasDrafts: Bool
    var unreadable: [String]
    var notice: Notice?
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    let (language, now) = (views.language(of: request), setting.now())
    let listing = try setting.store.listing(at: now)
    var (days, ofPlaces): ([Day], [ReminderRow]) = ([], [])
    for reminder in listing.reminders {
      let name =
        (reminder.anchor.departure ?? reminder.anchor.arrival).map {
          language.day($0, zone: reminder.anchor.zone, now: now)
        } ?? reminder.ride.serviceDay
      let row = ReminderRow(reminder, language, at: now)
      guard row.times != nil else {
        ofPlaces.append(row)
        continue
      }
      if days.last?.name == name {
        days[days.count - 1].reminders.append(row)
      } else {
        days.append(Day(name: name, reminders: [row]))
      }
    }
    if !ofPlaces.isEmpty { days.append(Day(name: language.words.say("ofPlaces"), reminders: ofPlaces)) }
    // Of those that say the same the newest is enough to go on with.
    var seen: Set<String> = []
    let drafts = try setting.store.drafts(since: now.addingTimeInterval(-86_400))
      .filter { seen.insert($0.summary).inserted }.prefix(3)
    let beginsAtLogin = days.isEmpty ? true : await setting.loginStart?.isOn() ?? true
    let view = Listing(
      days: days, hasReminders: !days.isEmpty, beginsLate: !beginsAtLogin,
      drafts: drafts.map { Draft(id: $0.id.uuidString.lowercased(), summary: $0.summary) }, hasDrafts: !drafts.isEmpty,
      unreadable: listing.unreadable.map(\.description), notice: Notice(request))
    return try views.page("reminders", view, request).forgettingNotice(request)
  }

  // MARK: Changing them

  private var actions: ReminderActions { ReminderActions(setting: setting, events: events) }

  private func act(_ request: Request, _ context: PageContext) async throws -> Response {
    let (action, reminder) = try actions.take(context)
    let words = views.language(of: request).words
    return .seeOther("/", told: words.say("done-\(action.rawValue)", ["stop": reminder.destination.name]), "undo")
  }

  private func undo(_ request: Request, _ context: PageContext) async throws -> Response {
    let words = views.language(of: request).words
    guard let change = try actions.undo() else { return .seeOther("/", told: words.say("nothingToUndo")) }
    return .seeOther("/", told: words.say("done-undo", ["stop": change.reminder?.destination.name ?? ""]))
  }

  /// Puts a draft away for good.
  private func discard(_ request: Request, _ context: PageContext) async throws -> Response {
    guard let id = context.parameters.get("id").flatMap({ UUID(uuidString: $0) }) else {
      throw PageError(.notFound, "no-such-draft", "There is no such draft any more.")
    }
    try setting.store.deleteDraft(id)
    return .seeOther("/", told: views.language(of: request).words.say("discarded"))
  }

  private func export(_ request: Request, _ context: PageContext) async throws -> Response {
    let prompts = views.language(of: request).dialogue.prompts
    let records = try setting.store.records([try actions.reminder(context).id.uuidString]).map {
      try ExportedReminder($0)
    }
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
#endif
