#if Page
import Following
import Foundation

/// Looks how the rides stand while any page is open, and tells the pages what has changed.
struct RideWatch: Sendable {
  let follower: any RideFollower
  let events: PageEvents
  let version: @Sendable () throws -> Int

  /// Until it is cancelled.
  func run() async {
    var last: RunnerStatus?
    var known: Int?
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      guard events.isWatched else { continue }
      if let status = try? await follower.status(), status.rides != last?.rides || last == nil {
        last = status
        events.publish(.rides(status))
      }
      // Somebody has changed the reminders, here or in another program.
      let now = try? version()
      if let known, known != now { events.publish(.reminders) }
      known = now
    }
  }
}
#endif
