#if Page
import Hummingbird
import Journey

/// Reminders for programs.
struct ReminderAPI: Sendable {
  let setting: PageSetting
  let events: PageEvents

  func add(to router: Router<PageContext>) {
    router.get("/api/reminders", use: list)
    router.post("/api/reminders/undo", use: undo)
    router.get("/api/reminders/:id", use: show)
    router.delete("/api/reminders/:id", use: delete)
    router.post("/api/reminders/:id/:action", use: act)
  }

  private var actions: ReminderActions { ReminderActions(setting: setting, events: events) }

  private func list(_ request: Request, _ context: PageContext) async throws -> Response {
    try .json(try setting.store.reminders(at: setting.now()))
  }

  private func show(_ request: Request, _ context: PageContext) async throws -> Response {
    try .json(try actions.reminder(context))
  }

  private func delete(_ request: Request, _ context: PageContext) async throws -> Response {
    try setting.store.delete(actions.reminder(context).id, at: setting.now())
    events.publish(.reminders)
    return .nothing
  }

  private func act(_ request: Request, _ context: PageContext) async throws -> Response {
    _ = try actions.take(context)
    return .nothing
  }

  private struct Undone: Encodable { var reminder: Reminder? }

  private func undo(_ request: Request, _ context: PageContext) async throws -> Response {
    guard let change = try actions.undo() else {
      throw PageError(.conflict, "nothing-to-undo", "There is nothing to take back.")
    }
    // As it is stored now: taking back is a revision of its own.
    let id = change.reminder?.id.uuidString
    return try .json(Undone(reminder: id.flatMap { try? setting.store.reminder($0) }))
  }
}
#endif
