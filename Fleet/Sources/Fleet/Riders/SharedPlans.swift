import Alerts
import Foundation
import Journey
import Synchronization

/// What reminders have in common that differ in whose they are alone: a plan, and the reminder that it is made from.
///
/// It is nearly all of what a followed reminder takes, and the same for all who get off at one stop of one ride by the same warning.
final class CommonPlan: Sendable {
  /// With an id, an instant and a revision that are nobody's.
  let reminder: Reminder
  let plan: AlertPlan
  /// What other plans have in common with this one.
  private let rides: [SharedRide]

  fileprivate init(_ reminder: Reminder, _ plan: AlertPlan, _ rides: [SharedRide]) {
    (self.reminder, self.plan, self.rides) = (reminder, plan, rides)
  }
}

/// What is a rider's own of a reminder.
struct OwnReminder: Sendable {
  let id: UUID
  let revision: Int
  let createdAt: Date
  let label: String?
  let common: CommonPlan

  /// The whole of it: to make it anew takes more than to look at what is common.
  var reminder: Reminder {
    var reminder = common.reminder
    (reminder.id, reminder.revision, reminder.createdAt, reminder.label) = (id, revision, createdAt, label)
    return reminder
  }
}

/// The plans of all who are followed, each once.
public final class SharedPlans: Sendable {
  /// A reminder by what its plan is made from: to look at all of it takes long, and few that differ have the same of these.
  private struct Key: Hashable {
    let reminder: Reminder

    func hash(into hasher: inout Hasher) {
      hasher.combine(reminder.ride.tripID)
      hasher.combine(reminder.ride.serviceDay)
      hasher.combine(reminder.destination.name)
      hasher.combine(reminder.interval)
    }
  }

  private struct Contents {
    var plans: [Key: CommonPlan] = [:]
    var rides = SharedRides()
    var forgotAt = 0.0

    mutating func plan(_ reminder: Reminder) -> CommonPlan? {
      if let known = plans[Key(reminder: reminder)] { return known }
      guard var plan = AlertPlan(reminder) else { return nil }
      var shared = reminder
      let parts = rides.share(&shared, &plan)
      let common = CommonPlan(shared, plan, parts)
      plans[Key(reminder: shared)] = common
      return common
    }
  }

  private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  private static let forgetsEvery = 60.0
  private let contents = Mutex(Contents())

  public init() {}

  /// How many different plans, and how many different rides there are.
  public var counts: (plans: Int, rides: Int) { contents.withLock { ($0.plans.count, $0.rides.count) } }

  /// - Returns: Nil for a reminder that cannot be followed: its ride has no stops.
  func own(_ reminder: Reminder) -> OwnReminder? {
    var common = reminder
    (common.id, common.revision, common.createdAt, common.label) = (Self.nobody, 0, .distantPast, nil)
    // How the answers were given is told nobody.
    common.provenance = [:]
    return contents.withLock { contents in
      contents.plan(common).map {
        OwnReminder(
          id: reminder.id, revision: reminder.revision, createdAt: reminder.createdAt, label: reminder.label, common: $0
        )
      }
    }
  }

  /// Lets go of plans that nobody has any more, once a minute: it takes a look at all.
  /// - Parameter clock: In seconds of any clock that does not go back.
  func forgetUnused(at clock: Double) {
    contents.withLock { contents in
      guard clock - contents.forgotAt >= Self.forgetsEvery else { return }
      contents.forgotAt = clock
      // In place: to look for each by what it is takes as long as to make some of them. A list of the places would hold them all.
      var (unused, place) = ([Key](), contents.plans.startIndex)
      while place != contents.plans.endIndex {
        if isKnownUniquelyReferenced(&contents.plans.values[place]) { unused.append(contents.plans[place].key) }
        contents.plans.formIndex(after: &place)
      }
      for key in unused { contents.plans[key] = nil }
      if !unused.isEmpty { contents.rides.forgetUnused() }
    }
  }
}
