#if Page
import Following
import Foundation
import Storage

/// Looks how the rides stand while any page is open, and tells the pages what has changed.
struct RideWatch: Sendable {
  let follower: any RideFollower
  let events: PageEvents
  let store: ReminderStore

  /// Until it is cancelled.
  func run() async {
    var last: RunnerStatus?
    // What changes before the first page comes, and what changes while it comes, is told as well.
    var known = try? version()
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      guard events.isWatched else { continue }
      if let status = try? await follower.status(), status.rides != last?.rides || last == nil {
        last = status
        events.publish(.rides(status))
      }
      let now = try? version()
      if let known, known != now { events.publish(.reminders) }
      known = now
    }
  }

  /// What this program writes to the reminders, and whatever others do to the database.
  private func version() throws -> [Int] { try [store.changeCount(), store.dataVersion()] }
}
#endif
