#if Page
import Conversation
import Dialogue
import Foundation
import Hummingbird
import Journey
import Storage

/// One trip of several stops: its rows in one view, edited together and put in another order.
struct TripRoutes: Sendable {
  let views: PageViews

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/trips/:id", use: page)
    router.post("/trips/:id", use: edit)
    router.post("/trips/:id/add", use: addStop)
    router.post("/trips/:id/set", use: set)
    router.post("/trips/:id/unset", use: unset)
    router.post("/trips/:id/order", use: order)
    router.post("/trips/:id/next", use: next)
    router.post("/trips/:id/delete", use: delete)
  }

  // MARK: The view

  private func desk(_ language: PageLanguage) -> TripDesk { setting.tripDesk(language) }

  private func plan(_ context: PageContext) throws -> TripPlan { try setting.tripPlan(context) }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    try page(try plan(context), request).forgettingNotice(request)
  }

  /// - Parameter change: Fields that were sent and could not be taken.
  private func page(
    _ plan: TripPlan, _ request: Request, trouble: String? = nil, change: (inout TripSheet) -> Void = { _ in }
  ) throws -> Response {
    let language = views.language(of: request)
    let desk = desk(language)
    var sheet = try TripSheet(try desk.planned(plan), desk, language, now: setting.now())
    (sheet.trouble, sheet.notice) = (trouble, Notice(request))
    change(&sheet)
    return try views.page(
      "trip", sheet, request, title: plan.name, status: trouble == nil ? .ok : .unprocessableContent)
  }

  /// Changes a trip and shows it; what cannot be is told above it, and nothing is stored.
  /// - Parameter row: The number of the row to go on at; nil for the beginning.
  private func change(
    _ plan: TripPlan, _ request: Request, row: Int? = nil, _ body: (TripDesk) throws -> TripDesk.Planned
  ) throws -> Response {
    let language = views.language(of: request)
    do {
      let saved = try body(desk(language))
      let place = "/trips/\(saved.plan.id.uuidString.lowercased())" + (row.map { "#row-\($0)" } ?? "")
      guard saved.plan.isSet else { return .seeOther(place) }
      return .seeOther(place, told: desk(language).sentence(ofSetting: saved))
    } catch let refusal as TripRefusal {
      return try page(plan, request, trouble: refusal.sentence(language.words))
    } catch StorageError.tripChangedMeanwhile {
      let newest = try setting.store.tripPlan(id: plan.id) ?? plan
      return try page(newest, request, trouble: language.words.say("changedMeanwhile"))
    }
  }

  // MARK: The rows

  /// Why a form cannot be taken, in the rider's words.
  private struct Flaw: Error { var text: String }

  private func edit(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode([String: String].self, from: request, context: context)
    let (stored, language) = (try plan(context), views.language(of: request))
    guard form["revision"].flatMap({ Int($0) }) == stored.revision else {
      return try page(stored, request, trouble: language.words.say("changedMeanwhile"))
    }
    do {
      var plan = stored
      try takeAlerts(form, &plan, language)
      for index in plan.stops.indices { try takeTimes(form, index, &plan, language) }
      let row = try take(form["action"] ?? "save", order: form["order"], &plan, language)
      return try change(stored, request, row: row) { try $0.save(plan) }
    } catch let flaw as Flaw {
      return try page(stored, request, trouble: flaw.text)
    }
  }

  /// When it sets out, and how it warns.
  private func takeAlerts(_ form: [String: String], _ plan: inout TripPlan, _ language: PageLanguage) throws {
    let (day, time) = FormInstant.fields(plan.start, zone: plan.zone)
    if form["day"] ?? day != day || form["time"] ?? time != time {
      guard
        let start = FormInstant.instant(
          day: form["day"] ?? "", time: form["time"] ?? "", zone: plan.zone, now: setting.now(), isToCome: true)
      else { throw Flaw(text: language.words.say("noSuchTime")) }
      plan.start = start
      for index in plan.stops.indices { plan.stops[index].leaves = nil }
    }
    if let minutes = form["margin"] {
      guard let minutes = Double(minutes), TripPlan.margins.contains(minutes * 60) else {
        throw Flaw(text: language.words.say("tripMarginUnclear", ["text": minutes]))
      }
      plan.margin = minutes * 60
    }
    let mode = form["mode"].flatMap(Mode.init(rawValue:)) ?? plan.mode
    let told = language.prompts.texts.say(Wording(zone: plan.zone).value(plan.interval, plan.ladder))
    let text = (form["interval"] ?? told).trimmingCharacters(in: .whitespacesAndNewlines)
    guard text != told || mode != plan.mode else { return }
    if text == told || text.isEmpty {
      plan.interval = language.prompts.choices[mode].standard
    } else {
      guard let interval = language.interval(text, mode: mode) else {
        throw Flaw(text: language.words.say("intervalUnclear", ["text": text]))
      }
      let most = language.prompts.choices[interval.mode]
      guard (most.minimum.amount...most.maximum.amount).contains(interval.amount) else {
        throw Flaw(text: language.words.say("intervalUnclear", ["text": text]))
      }
      plan.interval = interval
    }
    (plan.mode, plan.ladder) = (plan.interval.mode, nil)
  }

  private func takeTimes(
    _ form: [String: String], _ index: Int, _ plan: inout TripPlan, _ language: PageLanguage
  ) throws {
    let old = plan.stops[index]
    func field(_ name: String) -> String? {
      form["\(name)-\(index + 1)"]?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    if let text = field("stay"), Int(text) != Int(old.stay / 60) {
      guard let minutes = Double(text.isEmpty ? "0" : text), TripPlan.stays.contains(minutes * 60) else {
        throw Flaw(text: language.words.say("tripStayUnclear", ["text": text, "number": String(index + 1)]))
      }
      plan.stops[index].stay = minutes * 60
    }
    if let hours = field("hours") {
      guard hours.isEmpty || OpeningHours(hours) != nil else {
        throw Flaw(text: language.words.say("tripHoursUnclear", ["text": hours]))
      }
      plan.stops[index].hours = hours.isEmpty ? nil : hours
    }
    if let by = field("by"), by != old.by.map({ FormInstant.fields($0, zone: plan.zone).time }) ?? "" {
      plan.stops[index].by = try by.isEmpty ? nil : appointment(by, plan, language)
    }
    // The departure was chosen after another stay.
    if plan.stops[index].stay != old.stay { plan.stops[index].leaves = nil }
  }

  /// The next time after the trip begins that it is so late.
  private func appointment(_ text: String, _ plan: TripPlan, _ language: PageLanguage) throws -> Date {
    let day = ServiceDay.text(plan.start, zone: plan.zone)
    for day in [day, ServiceDay.day(day, plus: 1) ?? day] {
      let found = FormInstant.instant(day: day, time: text, zone: plan.zone, now: setting.now())
      if let found, found >= plan.start { return found }
    }
    throw Flaw(text: language.words.say("noSuchTime"))
  }

  /// What the button that was pressed does: `save`, `up-2`, `down-2`, `remove-2`, `choose-2-1796130600`.
  /// - Returns: the number of the row to go on at.
  private func take(_ action: String, order: String?, _ plan: inout TripPlan, _ language: PageLanguage) throws -> Int? {
    let parts = action.split(separator: "-").map(String.init)
    guard parts.count > 1, let number = Int(parts[1]), plan.stops.indices.contains(number - 1) else {
      return try takeOrder(order, &plan)
    }
    let index = number - 1
    switch parts[0] {
    case "up" where index > 0: plan.move(from: index, to: index - 1)
    case "down" where index < plan.stops.count - 1: plan.move(from: index, to: index + 1)
    case "remove" where plan.stops.count > 1: plan.remove(at: index)
    case "choose":
      let seconds = parts.count > 2 ? Double(parts[2]) : nil
      plan.stops[index].leaves = seconds.map { Date(timeIntervalSince1970: $0) }
    default: throw PageError(.badRequest, "action", "The page knows no such button.")
    }
    return switch parts[0] {
    case "up": index
    case "down": number + 1
    case "remove": max(1, index)
    default: number
    }
  }

  /// The order in which the rows stand after they were dragged: `2,1,3`.
  private func takeOrder(_ text: String?, _ plan: inout TripPlan) throws -> Int? {
    guard let text, !text.isEmpty else { return nil }
    let order = text.split(separator: ",").compactMap { Int($0) }
    guard order.sorted() == Array(1..<(plan.stops.count + 1)) else {
      throw PageError(.badRequest, "order", "The order names each row once.")
    }
    guard let moved = order.indices.first(where: { order[$0] != $0 + 1 }) else { return nil }
    let old = plan.stops
    plan.stops = order.map { old[$0 - 1] }
    for index in order.indices.dropLast() where order[index + 1] != order[index] + 1 { plan.stops[index].leaves = nil }
    plan.stops[plan.stops.count - 1].leaves = nil
    return moved + 1
  }

  // MARK: Single buttons

  private struct StopForm: Decodable {
    var place: String?
    var choice: String?
    var minutes: String?
  }

  private func addStop(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode(StopForm.self, from: request, context: context)
    let (plan, language) = (try plan(context), views.language(of: request))
    func refused(_ text: String, _ choices: [PlaceField.Choice] = []) throws -> Response {
      try page(plan, request, trouble: text) { sheet in
        (sheet.place, sheet.minutes) = (form.place ?? "", form.minutes ?? "")
        (sheet.choices, sheet.hasChoices) = (choices, !choices.isEmpty)
      }
    }
    let minutes = form.minutes.flatMap { $0.isEmpty ? 0 : Double($0) } ?? 0
    guard TripPlan.stays.contains(minutes * 60) else {
      return try refused(
        language.words.say(
          "tripStayUnclear", ["text": form.minutes ?? "", "number": String(plan.stops.count + 1)]))
    }
    switch try PlaceField(form.choice ?? form.place ?? "", language, setting) {
    case .trouble(let text, let choices): return try refused(text, choices)
    case .place(let place):
      var longer = plan
      longer.insert(TripStop(place: place, stay: minutes * 60))
      return try change(plan, request, row: longer.stops.count) { try $0.save(longer) }
    }
  }

  private func set(_ request: Request, _ context: PageContext) async throws -> Response {
    let plan = try plan(context)
    return try change(plan, request) { try $0.set(try $0.planned(plan)) }
  }

  private func unset(_ request: Request, _ context: PageContext) async throws -> Response {
    let plan = try plan(context)
    return try change(plan, request) { try $0.planned(try $0.unset(plan.id.uuidString)) }
  }

  private func order(_ request: Request, _ context: PageContext) async throws -> Response {
    let form = try await URLEncodedFormDecoder().decode([String: String].self, from: request, context: context)
    let plan = try plan(context)
    return try change(plan, request) { desk in
      try desk.save(try desk.ordered(plan, keeping: form["keep"].flatMap(TripEnds.init(rawValue:)) ?? .first))
    }
  }

  private func next(_ request: Request, _ context: PageContext) async throws -> Response {
    let plan = try plan(context)
    return try change(plan, request) { try $0.save(try $0.afterMissing(plan).plan) }
  }

  private func delete(_ request: Request, _ context: PageContext) async throws -> Response {
    let plan = try plan(context)
    try setting.store.deleteTrip(plan.id.uuidString, at: setting.now())
    return .seeOther("/trips", told: views.language(of: request).words.say("tripDeleted", ["name": plan.name]))
  }
}

extension PageSetting {
  func tripDesk(_ language: PageLanguage) -> TripDesk {
    TripDesk(store, timetable, language.prompts.texts, now: now)
  }

  /// The trip that an address names.
  /// - Throws: `PageError` (404), errors of the database.
  func tripPlan(_ context: PageContext) throws -> TripPlan {
    guard let id = context.parameters.get("id").flatMap({ UUID(uuidString: $0) }), let plan = try store.tripPlan(id: id)
    else { throw PageError(.notFound, "no-such-trip", "There is no such trip any more.") }
    return plan
  }
}

extension TripRefusal {
  /// The same in the language of the page.
  func sentence(_ words: PageWords) -> String {
    func say(_ name: String, _ number: Int = 0, _ stop: String = "") -> String {
      words.say("trip-\(name)", ["number": String(number), "stop": stop, "count": String(TripPlan.mostStops)])
    }
    return switch self {
    case .tooManyStops: say("tooManyStops")
    case .tooFewStops: say("tooFewStops")
    case .staysTooLong(let number): say("staysTooLong", number)
    case .noHours(let text): words.say("tripHoursUnclear", ["text": text])
    case .twiceInARow(let number, let stop): say("twiceInARow", number, stop)
    case .noSuchStop(let number, _), .noWayOn(let number, _): say("noWayOn", number)
    case .notReached(let number, let stop): say("notReached", number, stop)
    case .noOrder: say("noOrder")
    case .nothingMissed: say("nothingMissed")
    case .nothingGoesOn(let stop): say("nothingGoesOn", 0, stop)
    case .onTheWay(let number, let stop): say("onTheWay", number, stop)
    }
  }
}
#endif
