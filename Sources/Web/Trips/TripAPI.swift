#if Page
import Conversation
import Dialogue
import Foundation
import HTTPTypes
import Hummingbird
import Journey
import Storage

/// Trips of several stops for programs, each with its times as `alight.itinerary/1`.
struct TripAPI: Sendable {
  let views: PageViews
  let events: PageEvents

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/api/trips", use: list)
    router.post("/api/trips", use: make)
    router.get("/api/trips/:id", use: show)
    router.put("/api/trips/:id", use: replace)
    router.delete("/api/trips/:id", use: delete)
    router.post("/api/trips/:id/:action", use: act)
  }

  private func list(_ request: Request, _ context: PageContext) async throws -> Response {
    let desk = setting.tripDesk(views.language(of: request))
    let found = try setting.store.tripPlans()
    var answer = try Response.json(try found.plans.map { ItineraryReport(try desk.planned($0)) })
    // What cannot be read is not silently left out.
    if let name = Self.unreadable, !found.unreadable.isEmpty { answer.headers[name] = String(found.unreadable.count) }
    return answer
  }

  private func show(_ request: Request, _ context: PageContext) async throws -> Response {
    let plan = try setting.tripPlan(context)
    return try .json(ItineraryReport(try setting.tripDesk(views.language(of: request)).planned(plan)))
  }

  private func delete(_ request: Request, _ context: PageContext) async throws -> Response {
    // Not by its record: one that cannot be read can be deleted as well.
    guard let id = context.parameters.get("id").flatMap({ UUID(uuidString: $0) }) else { throw Self.unknown }
    do {
      try setting.store.deleteTrip(id.uuidString, at: setting.now())
    } catch StorageError.noSuchTrip {
      throw Self.unknown
    }
    events.publish(.reminders)
    return .nothing
  }

  // MARK: Making and changing

  /// A trip as it is wanted.
  private struct Wish: Decodable {
    struct Stop: Decodable {
      /// An id, a name, a place of one's own, or degrees.
      var place: String
      /// In seconds.
      var stay: Double?
      var hours: String?
      var by: Date?
    }

    /// The one that was changed.
    var revision: Int?
    var name: String?
    /// Now where it is not given.
    var start: Date?
    /// In seconds.
    var margin: Double?
    var stops: [Stop]
  }

  private func make(_ request: Request, _ context: PageContext) async throws -> Response {
    let (wish, language) = (try await request.json(Wish.self, context), views.language(of: request))
    let now = setting.now()
    let preferences = try setting.store.preferences()
    let start = Date(timeIntervalSince1970: (wish.start ?? now).timeIntervalSince1970.rounded(.down))
    let stops = try stops(wish, language)
    guard let first = stops.first?.place else { throw refusal(.tooFewStops, language) }
    let usual = wish.stops.count > 1 ? stops.dropFirst() : stops[...]
    let name = usual.map(\.place.name).joined(separator: ", ").prefix(ReminderLabel.longest)
    var plan = TripPlan(
      name: try setting.tripDesk(language).freeName(String(name)),
      createdAt: Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down)), start: start,
      zone: first.zone ?? (first.isPoint ? language.dialogue.ownZone : language.dialogue.zone), stops: stops,
      vibration: preferences.vibration, alarm: preferences.alarm)
    try take(wish, &plan, language)
    let saved = try change(plan, language) { try $0.save(plan) }
    return try .json(ItineraryReport(saved), status: .created)
  }

  private func replace(_ request: Request, _ context: PageContext) async throws -> Response {
    var plan = try setting.tripPlan(context)
    let (wish, language) = (try await request.json(Wish.self, context), views.language(of: request))
    guard wish.revision ?? plan.revision == plan.revision else { throw Self.stale }
    let start = wish.start.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) } ?? plan.start
    plan.stops = Self.keeping(plan.stops, in: try stops(wish, language), isMoved: start != plan.start)
    plan.start = start
    try take(wish, &plan, language)
    return try .json(ItineraryReport(try change(plan, language) { try $0.save(plan) }))
  }

  /// The stops that are wanted, those that stand where they stood as they were: a place that is written with fewer digits is the same
  /// one, and a departure that was chosen stays so for the same stay and the same next stop.
  private static func keeping(_ old: [TripStop], in wanted: [TripStop], isMoved: Bool) -> [TripStop] {
    var stops = wanted
    func isSame(_ index: Int) -> Bool {
      old.indices.contains(index) && wanted.indices.contains(index) && old[index].place.id == wanted[index].place.id
    }
    for index in stops.indices where isSame(index) {
      stops[index].place = old[index].place
      if !isMoved, isSame(index + 1), stops[index].stay == old[index].stay { stops[index].leaves = old[index].leaves }
    }
    return stops
  }

  private func take(_ wish: Wish, _ plan: inout TripPlan, _ language: PageLanguage) throws {
    let name = ReminderLabel.trimmed(wish.name ?? plan.name)
    if let flaw = ReminderLabel.flaw(of: name) {
      throw PageError(
        .unprocessableContent, "name", language.words.say("label-\(flaw)", ["count": String(ReminderLabel.longest)]))
    }
    plan.name = name
    guard let margin = wish.margin else { return }
    guard TripPlan.margins.contains(margin) else {
      throw PageError(
        .unprocessableContent, "margin", language.words.say("tripMarginUnclear", ["text": String(margin / 60)]))
    }
    plan.margin = margin
  }

  private func stops(_ wish: Wish, _ language: PageLanguage) throws -> [TripStop] {
    guard wish.stops.count <= TripPlan.mostStops else { throw refusal(.tooManyStops, language) }
    return try wish.stops.enumerated().map { index, stop in
      guard TripPlan.stays.contains(stop.stay ?? 0) else {
        let values = ["text": String((stop.stay ?? 0) / 60), "number": String(index + 1)]
        throw PageError(.unprocessableContent, "stay", language.words.say("tripStayUnclear", values))
      }
      switch try PlaceField(stop.place, language, setting) {
      case .place(let place):
        return TripStop(place: place, stay: stop.stay ?? 0, hours: stop.hours, by: stop.by)
      case .trouble(let text, let choices):
        let names = choices.map { $0.name == $0.value ? $0.name : "\($0.name) (\($0.value))" }.joined(separator: "; ")
        throw PageError(
          .unprocessableContent, choices.isEmpty ? "no-such-place" : "which-place",
          [text, names].filter { !$0.isEmpty }.joined(separator: " "))
      }
    }
  }

  private func act(_ request: Request, _ context: PageContext) async throws -> Response {
    let (plan, language) = (try setting.tripPlan(context), views.language(of: request))
    let action = context.parameters.get("action") ?? ""
    let saved = try change(plan, language) { desk in
      switch action {
      case "set": return try set(plan, desk, language, isMeant: request.uri.queryParameters["anyway"] == "true")
      case "unset": return try desk.planned(try desk.unset(plan.id.uuidString))
      case "next": return try desk.save(try desk.afterMissing(plan).plan)
      case "order": return try desk.save(try desk.ordered(plan, keeping: try ends(request)))
      default: throw PageError(.notFound, "no-such-action", "The actions are set, unset, next and order.")
      }
    }
    return try .json(ItineraryReport(saved))
  }

  /// - Parameter isMeant: Whether it is to be set with times that cannot be met as well.
  private func set(
    _ plan: TripPlan, _ desk: TripDesk, _ language: PageLanguage, isMeant: Bool
  ) throws -> TripDesk.Planned {
    let planned = try desk.planned(plan)
    if !isMeant, planned.unreached == nil, let row = planned.impossible {
      let notes = Wording(zone: plan.zone).notes(row, of: planned.itinerary).map(language.prompts.texts.say)
      throw PageError(
        .conflict, "cannot-be-met", (["\(row + 1). \(plan.stops[row].place.name):"] + notes).joined(separator: " "))
    }
    let saved = try desk.set(planned)
    guard saved.plan.reminders?.isEmpty == true else { return saved }
    _ = try desk.unset(plan.id.uuidString)
    throw PageError(.conflict, "nothing-to-come", language.prompts.texts.say(.tripNothingToCome))
  }

  private func ends(_ request: Request) throws -> TripEnds {
    guard let text = request.uri.queryParameters["keep"] else { return .first }
    guard let ends = TripEnds(rawValue: String(text)) else {
      let known = TripEnds.allCases.map(\.rawValue).joined(separator: ", ")
      throw PageError(.badRequest, "keep", "What is kept is one of \(known).")
    }
    return ends
  }

  // MARK: Refusals

  private static let unreadable = HTTPField.Name("Alight-Unreadable")
  private static let unknown = PageError(.notFound, "no-such-trip", "There is no such trip any more.")
  private static let stale = PageError(
    .conflict, "changed-meanwhile", "The trip was changed meanwhile: read it again, and send its revision.")

  private func refusal(_ refusal: TripRefusal, _ language: PageLanguage) -> PageError {
    PageError(.unprocessableContent, "refused", refusal.sentence(language.words))
  }

  private func change(
    _ plan: TripPlan, _ language: PageLanguage, _ body: (TripDesk) throws -> TripDesk.Planned
  ) throws -> TripDesk.Planned {
    do {
      let saved = try body(setting.tripDesk(language))
      if saved.plan.isSet || plan.isSet { events.publish(.reminders) }
      return saved
    } catch let flaw as TripRefusal {
      throw refusal(flaw, language)
    } catch StorageError.tripChangedMeanwhile {
      throw Self.stale
    } catch StorageError.tripNameTaken {
      throw PageError(.conflict, "name-taken", language.words.say("tripNameTaken", ["name": plan.name]))
    }
  }
}
#endif
