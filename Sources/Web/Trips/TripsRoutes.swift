#if Page
import Conversation
import Dialogue
import Foundation
import Hummingbird
import Journey
import Storage

/// The trips of several stops, and a form that begins one.
struct TripsRoutes: Sendable {
  let views: PageViews

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/trips", use: page)
    router.post("/trips", use: begin)
  }

  private struct Card {
    var id: String
    var name: String
    var when: String
    var stops: String
    var state: String
  }

  private struct Sheet {
    var trips: [Card]
    var hasTrips: Bool
    var unreadable: [String]
    var name = ""
    var place = ""
    var day = ""
    var time = ""
    var longestName = ReminderLabel.longest
    var trouble: String?
    var choices: [PlaceField.Choice] = []
    var hasChoices = false
    var notice: Notice?
  }

  private func sheet(_ request: Request) throws -> Sheet {
    let language = views.language(of: request)
    let found = try setting.store.tripPlans()
    let cards = found.plans.map { plan in
      Card(
        id: plan.id.uuidString.lowercased(), name: plan.name,
        when: language.day(plan.start, zone: plan.zone, now: setting.now()) + ", "
          + language.time(plan.start, zone: plan.zone),
        stops: plan.stops.map(\.place.name).joined(separator: " → "),
        state: language.prompts.texts.say(plan.isSet ? .tripIsSet : .tripNotSet))
    }
    return Sheet(
      trips: cards, hasTrips: !cards.isEmpty,
      unreadable: found.unreadable.map { _ in language.words.say("tripUnreadable") }, notice: Notice(request))
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    try views.page("trips", try sheet(request), request).forgettingNotice(request)
  }

  private struct Form: Decodable {
    var name: String?
    var place: String?
    var choice: String?
    var day: String?
    var time: String?
  }

  private func begin(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode(Form.self, from: request, context: context)
    let language = views.language(of: request)
    var sheet = try sheet(request)
    (sheet.name, sheet.place) = (form.name ?? "", form.place ?? "")
    (sheet.day, sheet.time) = (form.day ?? "", form.time ?? "")
    func refused(_ trouble: String) throws -> Response {
      sheet.trouble = trouble
      return try views.page("trips", sheet, request, status: .unprocessableContent)
    }
    let name = ReminderLabel.trimmed(form.name ?? "")
    if let flaw = ReminderLabel.flaw(of: name) {
      return try refused(language.words.say("label-\(flaw)", ["count": String(ReminderLabel.longest)]))
    }
    switch try PlaceField(form.choice ?? form.place ?? "", language, setting) {
    case .trouble(let text, let choices):
      (sheet.choices, sheet.hasChoices) = (choices, !choices.isEmpty)
      return try refused(text)
    case .place(let place):
      let zone = place.zone ?? (place.isPoint ? language.dialogue.ownZone : language.dialogue.zone)
      let now = setting.now()
      guard let start = FormInstant.instant(day: sheet.day, time: sheet.time, zone: zone, now: now, isToCome: true)
      else {
        return try refused(language.words.say("noSuchTime"))
      }
      let preferences = try setting.store.preferences()
      let plan = TripPlan(
        name: name, createdAt: Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down)),
        start: Date(timeIntervalSince1970: start.timeIntervalSince1970.rounded(.down)), zone: zone,
        stops: [TripStop(place: place)], vibration: preferences.vibration, alarm: preferences.alarm)
      do {
        let saved = try setting.tripDesk(language).save(plan)
        return .seeOther("/trips/\(saved.plan.id.uuidString.lowercased())")
      } catch StorageError.tripNameTaken {
        return try refused(language.words.say("tripNameTaken", ["name": name]))
      }
    }
  }
}
#endif
