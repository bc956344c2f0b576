#if Page
import Alerts
import Devices
import Following
import Foundation
import HTTPTypes
import Hummingbird
import Journey
import Places
import Storage

/// The ride under way: how it stands, what the rider does about its alerts, and the positions that the page sends.
struct RideRoutes: Sendable {
  let views: PageViews
  let follower: any RideFollower
  let feed: PageFeed
  let events: PageEvents

  private var setting: PageSetting { views.setting }

  func add(to router: Router<PageContext>) {
    router.get("/ride", use: page)
    router.post("/ride/:reminder/:action", use: act)
    router.get("/api/ride", use: state)
    router.get("/api/ride/records", use: records)
    router.post("/api/alerts/:reminder/:action", use: take)
    router.post("/api/alerts/rung", use: rung)
    router.post("/api/fixes", use: fixes)
    router.get("/api/events", use: stream)
  }

  // MARK: How it stands

  private struct Board {
    var rides: [RideView]
    var hasRides: Bool
    var takesPositions: Bool
    /// Whether this browser is pushed to while the page is closed.
    var isPushed: Bool
    var trouble: String?
    var upcoming: String?
  }

  private func page(_ request: Request, _ context: PageContext) async throws -> Response {
    let language = views.language(of: request)
    let browser = try context.letIn.id
    var board = Board(
      rides: [], hasRides: false, takesPositions: follower.takesPositions,
      isPushed: try setting.store.pushSubscriptions().contains { $0.browser == browser })
    do {
      board.rides = try await follower.status().rides.map { status in
        var ride = RideView(status, language.prompts, language.words)
        // Without them the ride is shown all the same.
        let notes = (try? notes(on: status)) ?? []
        if !notes.isEmpty { ride.ahead = RideView.Ahead(notes: notes) }
        return ride
      }
      board.hasRides = !board.rides.isEmpty
    } catch {
      board.trouble = language.words.say("noRunner")
    }
    if !board.hasRides, let next = try setting.store.reminders(at: setting.now()).first(where: { $0.status == .on }) {
      board.upcoming = ReminderRow(next, language, at: setting.now()).summary
    }
    return try views.page("ride", board, request)
  }

  /// More than anybody reads on a ride.
  private static let mostNotes = 40

  /// What lies along the rest of a ride, in its order; muted categories are left out.
  private func notes(on status: RideStatus) throws -> [RideView.NoteView] {
    guard let reminder = try setting.store.stored(status.reminder) else { return [] }
    let ride = reminder.leg(status.standing.leg).ride
    guard let (middle, metres) = NotesAhead.surroundings(of: ride) else { return [] }
    let near = try setting.store.notes(around: middle, metres: metres).map(\.note)
    let left = status.standing.metresLeft ?? .infinity
    return NotesAhead(near, along: ride).items.filter { $0.metresLeft <= left }.prefix(Self.mostNotes).map { item in
      RideView.NoteView(
        title: item.note.title, text: item.note.text, link: item.note.link, category: item.note.category,
        metresLeft: Int(item.metresLeft))
    }
  }

  private struct State: Encodable {
    var at: Date?
    var rides: [RideView]
    /// Seconds between fixes that are wanted.
    var sample: Double?
    var takesPositions: Bool
  }

  private func state(_ request: Request, _ context: PageContext) async throws -> Response {
    try .json(try await state(views.language(of: request)))
  }

  private func state(_ language: PageLanguage) async throws -> State {
    do {
      return state(try await follower.status(), language)
    } catch {
      throw PageError(.serviceUnavailable, "no-runner", language.words.say("noRunner"))
    }
  }

  private func state(_ status: RunnerStatus, _ language: PageLanguage) -> State {
    State(
      at: status.at, rides: status.rides.map { RideView($0, language.prompts, language.words) },
      sample: feed.wish, takesPositions: follower.takesPositions)
  }

  /// The records that the page needs to ring by itself: of what is followed, and of what is due within a day.
  private func records(_ request: Request, _ context: PageContext) async throws -> Response {
    let now = setting.now()
    let soon = try setting.store.reminders(at: now).filter { reminder in
      reminder.isOn(at: now) && (reminder.anchor.departure ?? reminder.anchor.arrival).map { $0 < now + 86_400 } ?? true
    }
    return try .json(Array(soon.prefix(20)))
  }

  // MARK: What the rider does

  private func action(_ context: PageContext) throws -> (UUID, RiderAction) {
    guard let id = context.parameters.get("reminder").flatMap({ UUID(uuidString: $0) }),
      let action = context.parameters.get("action").flatMap(RiderAction.init(rawValue:))
    else { throw PageError(.notFound, "action", "There is no such reminder or action.") }
    return (id, action)
  }

  private func act(_ request: Request, _ context: PageContext) async throws -> Response {
    try await take(request, context, answer: .seeOther("/ride"))
  }

  private func take(_ request: Request, _ context: PageContext) async throws -> Response {
    try await take(request, context, answer: .nothing)
  }

  private func take(_ request: Request, _ context: PageContext, answer: Response) async throws -> Response {
    let (reminder, action) = try action(context)
    let words = views.language(of: request).words
    do {
      try await follower.take(action, of: reminder)
    } catch let refusal as ActionRefusal {
      throw PageError(.conflict, "refused", words.say(refusal == .nothingToSnooze ? "nothingToSnooze" : "notFollowed"))
    } catch let failure as ControlFailure {
      throw PageError(.conflict, failure.code.rawValue, words.say("notFollowed"))
    } catch is ControlError {
      throw PageError(.serviceUnavailable, "no-runner", words.say("noRunner"))
    }
    return answer
  }

  // MARK: Positions

  private struct Taken: Encodable {
    var isFollowed: Bool
    var sample: Double?
  }

  private func fixes(_ request: Request, _ context: PageContext) async throws -> Response {
    let fixes = try await SentFix.fixes(request, context, now: setting.now())
    return try .json(Taken(isFollowed: feed.take(fixes), sample: feed.wish))
  }

  // MARK: Events

  private struct Rung: Decodable {
    var reminder: UUID
    var serviceDay: String
    var leg: Int
    var level: Int
    /// 0 where it was not put off or taken back before.
    var round: Int?
    var at: Date
  }

  /// What a page rang by itself while the server was away stands in the ledger as delivered, so that nothing rings twice.
  private func rung(_ request: Request, _ context: PageContext) async throws -> Response {
    let sent = try await request.json([Rung].self, context)
    let now = setting.now()
    for one in sent {
      guard (1...3).contains(one.level), (0..<64).contains(one.leg), (0..<1000).contains(one.round ?? 0),
        abs(one.at.timeIntervalSince(now)) < 43_200,
        one.serviceDay.utf8.count == 10
      else { throw PageError(.badRequest, "rung", "This is no alert of a ride of today.") }
    }
    try setting.store.writeLedger { ledger in
      for one in sent {
        let round = one.round ?? 0
        // A level says all that those below it would have said; one that comes again had said so before.
        for level in (round > 0 ? one.level : 1)...one.level {
          let alert = Alert(event: .alert, level: level, at: one.at, estimated: true, round: round, leg: one.leg)
          let key = AlertKey(
            reminder: one.reminder, serviceDay: one.serviceDay, level: level, round: round, leg: one.leg)
          if try ledger.recordPending(alert, key: key, at: now) { try ledger.recordDelivered(key, at: now) }
        }
      }
    }
    return .nothing
  }

  private func stream(_ request: Request, _ context: PageContext) async throws -> Response {
    let language = views.language(of: request)
    let last = request.headers[.lastEventID].flatMap { Int($0) }
    guard let stream = events.stream(of: try context.letIn.id, after: last) else {
      throw PageError(.tooManyRequests, "streams", "This browser has too many streams open.")
    }
    let first = try? await follower.status()
    let secret = request.cookies[Door.cookie]?.value
    let store = setting.store
    let body = ResponseBody { writer in
      func write(_ text: String) async throws { try await writer.write(ByteBuffer(string: text)) }
      try await write("retry: 2000\n\n")
      if let first { try await write(Self.text(.rides(first), nil, self, language)) }
      for await beat in EventStream(stream) {
        // One whose right was taken away hears nothing more.
        guard let secret, try store.browser(holding: secret) != nil else { break }
        switch beat {
        case .event(let numbered): try await write(Self.text(numbered.event, numbered.number, self, language))
        case .pulse: try await write(": here\n\n")
        }
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no",
      ],
      body: body)
  }

  private static func text(_ event: PageEvent, _ number: Int?, _ routes: RideRoutes, _ language: PageLanguage) throws
    -> String
  {
    let encoder = RecordCoding.encoder()
    let (name, data): (String, Data) =
      switch event {
      case .rides(let status): ("rides", try encoder.encode(routes.state(status, language)))
      case .alert(let message): ("alert", try encoder.encode(AlertRecord(message)))
      case .withdraw(let reminder): ("withdraw", try encoder.encode(["reminder": reminder.uuidString.lowercased()]))
      case .note(let note): ("note", try encoder.encode(NoteRecord(note)))
      case .reminders: ("reminders", Data("{}".utf8))
      }
    let id = number.map { "id: \($0)\n" } ?? ""
    return "\(id)event: \(name)\ndata: \(String(decoding: data, as: UTF8.self))\n\n"
  }
}
#endif
