#if Page
import Conversation
import Foundation
import Hummingbird
import Journey
import Storage

/// One reminder: when its alerts come, and a form that changes it.
struct ReminderRoutes: Sendable {
  let views: PageViews
  let events: PageEvents

  private var setting: PageSetting { views.setting }
  private var actions: ReminderActions { ReminderActions(setting: setting, events: events) }

  func add(to router: Router<PageContext>) {
    router.get("/reminders/:id", use: page)
    router.post("/reminders/:id", use: edit)
  }

  private struct Sheet {
    var row: ReminderRow
    var revision: Int
    var levels: [String]
    var modes: [Choice]
    var interval: String
    var days: [Choice]
    var label: String
    var vibration: Bool
    var alarm: Bool
    var speech: Bool
    var longestLabel = ReminderLabel.longest
    var trouble: String?
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    try page(try actions.reminder(context), request)
  }

  /// - Parameters:
  ///   - form: What was sent and could not be taken, which stays in the fields.
  private func page(_ stored: Reminder, _ request: Request, form: Form? = nil, trouble: String? = nil) throws
    -> Response
  {
    let (language, now) = (views.language(of: request), setting.now())
    let reminder = stored.occurrence(at: now) ?? stored
    let (texts, wording) = (language.prompts.texts, Wording(zone: reminder.anchor.zone))
    let mode = form?.mode.flatMap(Mode.init(rawValue:)) ?? reminder.mode
    let days = form?.weekdays ?? reminder.recurrence?.weekdays ?? []
    let sheet = Sheet(
      row: ReminderRow(reminder, language, at: now), revision: stored.revision,
      levels: reminder.legs.flatMap(\.levels).map { texts.say(wording.sentence(of: $0, in: reminder)) },
      modes: Mode.allCases.map {
        Choice(value: $0.rawValue, name: texts.say(wording.value($0)), isChosen: $0 == mode)
      }, interval: form?.interval ?? texts.say(wording.value(reminder.interval)),
      days: Weekday.allCases.map {
        Choice(value: $0.rawValue, name: language.words.say("day-\($0.rawValue)"), isChosen: days.contains($0))
      }, label: form?.label ?? reminder.label ?? "",
      vibration: form.map { $0.vibration != nil } ?? reminder.alerts(by: .vibration),
      alarm: form.map { $0.alarm != nil } ?? reminder.alerts(by: .alarm),
      speech: form.map { $0.speech != nil } ?? reminder.alerts(by: .speech), trouble: trouble)
    return try views.page(
      "reminder", sheet, request, title: sheet.row.summary, status: trouble == nil ? .ok : .unprocessableContent)
  }

  // MARK: Changing it

  private struct Form: Decodable {
    var revision: Int?
    var mode: String?
    var interval: String?
    var label: String?
    var vibration: String?
    var alarm: String?
    var speech: String?
    var mon: String?
    var tue: String?
    var wed: String?
    var thu: String?
    var fri: String?
    var sat: String?
    var sun: String?

    var weekdays: [Weekday] {
      zip(Weekday.allCases, [mon, tue, wed, thu, fri, sat, sun]).filter { $0.1 != nil }.map(\.0)
    }
  }

  private func edit(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode(Form.self, from: request, context: context)
    let stored = try actions.reminder(context)
    let language = views.language(of: request)
    guard form.revision == nil || form.revision == stored.revision else {
      return try page(stored, request, trouble: language.words.say("changedMeanwhile"))
    }
    do {
      let changed = try changed(stored, form, language)
      try actions.update(changed, as: .edit)
      return .seeOther("/", told: language.words.say("done-edit", ["stop": changed.destination.name]), "undo")
    } catch let flaw as Flaw {
      return try page(stored, request, form: form, trouble: flaw.text)
    }
  }

  /// Why a form cannot be taken, in the rider's words.
  private struct Flaw: Error { var text: String }

  private func changed(_ stored: Reminder, _ form: Form, _ language: PageLanguage) throws -> Reminder {
    // One that comes again is changed as it comes next.
    let old = stored.occurrence(at: setting.now()) ?? stored
    var edit = ReminderEdit()
    edit.mode = form.mode.flatMap(Mode.init(rawValue:))
    edit.interval = try interval(form, edit.mode ?? old.mode, old, language)
    (edit.vibration, edit.alarm) = (form.vibration != nil, form.alarm != nil)
    edit.speech = form.speech != nil
    var changed: Reminder
    do {
      changed = try edit.applied(
        to: old, prompts: language.prompts, preferences: setting.store.preferences(), at: setting.now())
    } catch let refusal as ReminderEdit.Refusal {
      throw Flaw(text: Self.sentence(refusal, old, language))
    }
    if let label = form.label {
      let label = ReminderLabel.trimmed(label)
      if let flaw = label.isEmpty ? nil : ReminderLabel.flaw(of: label) {
        throw Flaw(text: language.words.say("label-\(flaw)", ["count": String(ReminderLabel.longest)]))
      }
      changed.label = label.isEmpty ? nil : label
    }
    changed.recurrence = Recurrence(weekdays: form.weekdays, until: old.recurrence?.until)
    return changed
  }

  /// What was typed as an interval, understood as an answer to that question is; nil where it is as it was.
  private func interval(_ form: Form, _ mode: Mode, _ old: Reminder, _ language: PageLanguage) throws -> Interval? {
    let text = (form.interval ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    let (texts, wording) = (language.prompts.texts, Wording(zone: old.anchor.zone))
    // The field says how it was; with another mode alone that is no wish.
    if text.isEmpty || text == texts.say(wording.value(old.interval)) { return nil }
    guard let interval = language.interval(text, mode: mode) else {
      throw Flaw(text: language.words.say("intervalUnclear", ["text": text]))
    }
    return interval
  }

  private static func sentence(_ refusal: ReminderEdit.Refusal, _ reminder: Reminder, _ language: PageLanguage)
    -> String
  {
    let wording = Wording(zone: reminder.anchor.zone)
    switch refusal {
    case .impossible(let text, let nearest):
      return text + " " + language.words.say("nearest", ["value": language.prompts.texts.say(wording.value(nearest))])
    case .wrongUnit(let text): return text
    case .ofPlace: return language.words.say("edit-ofPlace")
    case .unknownStops: return language.words.say("edit-unknownStops")
    case .unknownArrival: return language.words.say("edit-unknownArrival")
    case .over: return language.words.say("edit-over")
    }
  }
}
#endif
