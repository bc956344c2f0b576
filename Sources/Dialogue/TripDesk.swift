import Conversation
import Foundation
import Journey
import Planning
import Storage
import Timetable

/// What riders do with trips of several stops, on every front: each change is planned anew by the timetable, stored, and where the trip
/// was set its reminders move with it.
public struct TripDesk {
  /// A trip with what the timetable makes of it.
  public struct Planned: Sendable {
    public var plan: TripPlan
    public var itinerary: Itinerary

    public init(plan: TripPlan, itinerary: Itinerary) { (self.plan, self.itinerary) = (plan, itinerary) }

    /// The first row that cannot be done as it is wanted, from 0; nil where all can.
    public var impossible: Int? { itinerary.rows.firstIndex { $0.flaws.contains(where: \.isImpossible) } }
    /// The first row that is not reached at all, from 0; nil where all are.
    public var unreached: Int? { itinerary.rows.firstIndex { $0.arrival == nil } }
  }

  private let store: ReminderStore
  private let timetable: TimetableStore
  private let texts: PromptTexts
  private let now: () -> Date

  /// - Parameter texts: In whose language reminders tell what is to be done.
  public init(
    _ store: ReminderStore, _ timetable: TimetableStore, _ texts: PromptTexts, now: @escaping () -> Date = Date.init
  ) {
    (self.store, self.timetable, self.texts, self.now) = (store, timetable, texts, now)
  }

  // MARK: Looking

  /// A trip by its name or the beginning of its id.
  /// - Throws: `StorageError`, `TimetableError.storage`
  public func planned(_ text: String) throws -> Planned { try planned(try store.tripPlan(text)) }

  /// What the timetable makes of a trip.
  /// - Throws: `TimetableError.storage`
  public func planned(_ plan: TripPlan) throws -> Planned {
    Planned(plan: plan, itinerary: try TripPlanner(plan, timetable).itinerary())
  }

  /// Other ways on from a stop: so many that leave sooner, while the rider is there, and so many later ones.
  /// - Parameter index: of the stop, from 0.
  /// - Throws: `TripRefusal.noSuchStop`, `TimetableError.storage`
  public func alternatives(_ planned: Planned, at index: Int, count: Int = 2) throws
    -> (before: [Connection], after: [Connection])
  {
    guard index >= 0, index < planned.plan.stops.count - 1 else {
      throw TripRefusal.noWayOn(index + 1, of: planned.plan.stops.count)
    }
    return try TripPlanner(planned.plan, timetable).alternatives(
      to: planned.itinerary.rows[index], at: index, count: count)
  }

  /// The connection from a stop to the next one that leaves at a time, within the minute; nil where none does.
  /// - Throws: `TripRefusal.noWayOn` at the last stop, `TimetableError.storage`
  public func connection(leaving time: Date, of plan: TripPlan, at index: Int) throws -> Connection? {
    guard index >= 0, index < plan.stops.count - 1 else {
      throw TripRefusal.noWayOn(index + 1, of: plan.stops.count)
    }
    return try TripPlanner(plan, timetable).connection(leaving: time, at: index)
  }

  /// The best order of the stops.
  /// - Throws: `TripRefusal.noOrder` where none reaches all of them, `TimetableError.storage`
  public func ordered(_ plan: TripPlan, keeping ends: TripEnds) throws -> TripPlan {
    var order = try TripOrder(plan, keeping: ends.order, timetable)
    guard let best = order.best() else { throw TripRefusal.noOrder }
    return best
  }

  // MARK: Changing

  /// Changes a trip, plans it anew and stores it. One that was set is set anew.
  /// - Throws: `TripRefusal` where it cannot be so, `StorageError`, `TimetableError.storage`
  public func change(_ text: String, _ change: (inout TripPlan) throws -> Void) throws -> Planned {
    var plan = try store.tripPlan(text)
    try change(&plan)
    return try save(plan)
  }

  /// Plans a trip and stores it. One that was set is set anew.
  /// - Throws: `TripRefusal` where it cannot be so, `StorageError`, `TimetableError.storage`
  public func save(_ plan: TripPlan) throws -> Planned {
    try check(plan)
    return try store(try underway(planned(plan)), isSet: plan.isSet)
  }

  /// A trip that was changed on the way: who is still at a stop does not leave it before now.
  private func underway(_ changed: Planned) throws -> Planned {
    let now = now()
    guard changed.plan.start < now, let old = try store.tripPlan(id: changed.plan.id) else { return changed }
    let rows = try planned(old).itinerary.rows
    guard let at = rows.firstIndex(where: { ($0.leaves ?? .distantFuture) > now }), let arrived = rows[at].arrival
    else {
      return changed
    }
    let stops = changed.plan.stops
    let isThereStill = stops.indices.contains(at) && stops[at].place.id == rows[at].stop.place.id
    if arrived > now, at > 0, !isThereStill { throw TripRefusal.onTheWay(at + 1, rows[at].stop.place.name) }
    guard arrived <= now, isThereStill, let leaves = changed.itinerary.rows[at].way?.leaves, leaves < now else {
      return changed
    }
    return try afterMissing(changed.plan, at: at)
  }

  /// Sets the reminders of a trip: when it is time to leave, what to get on, and where to get off.
  /// - Throws: `TripRefusal.notReached` where the timetable does not lead to all stops.
  public func set(_ planned: Planned) throws -> Planned {
    guard planned.plan.stops.count > 1 else { throw TripRefusal.tooFewStops }
    if let row = planned.unreached { throw TripRefusal.notReached(row + 1, planned.plan.stops[row].place.name) }
    return try store(planned, isSet: true)
  }

  /// Sets a new trip, by another name where a trip has its own already; one that was set before stays as it is.
  func add(_ plan: TripPlan) throws -> Planned {
    if let known = try store.tripPlan(id: plan.id) { return try planned(known) }
    var plan = plan
    plan.name = try freeName(plan.name)
    return try set(try planned(plan))
  }

  /// A name that no trip has: the one given, or the same with a number.
  /// - Throws: `StorageError`
  public func freeName(_ name: String) throws -> String {
    let names = Set(try store.tripPlans().plans.map { $0.name.lowercased() })
    var (free, number) = (name, 2)
    while names.contains(free.lowercased()) {
      let end = " \(number)"
      free = name.prefix(ReminderLabel.longest - end.count) + end
      number += 1
    }
    return free
  }

  /// Takes the reminders of a trip back.
  public func unset(_ text: String) throws -> TripPlan {
    try store.save(try store.tripPlan(text), reminders: nil, at: now())
  }

  private func store(_ planned: Planned, isSet: Bool) throws -> Planned {
    let old = try store.tripPlan(id: planned.plan.id)
    // What the rider has changed of one reminder stays so, unless they want the whole trip to warn in another way.
    let edited = old.map { $0.asks(as: planned.plan) ? self.reminders(of: $0) : [] } ?? []
    // What is not reached has no reminders, and those of the rest go on.
    let reminders = isSet ? TripReminders(planned.plan, planned.itinerary, texts, edited: edited).all(at: now()) : nil
    let plan = try store.save(planned.plan, reminders: reminders, at: now())
    return Planned(plan: plan, itinerary: planned.itinerary)
  }

  /// What setting a trip has set, in a sentence.
  public func sentence(ofSetting planned: Planned) -> String {
    let now = now()
    let left = reminders(of: planned.plan).filter { ($0.anchor.arrival ?? $0.validUntil ?? .distantFuture) > now }
    guard let first = left.compactMap(\.anchor.departure).min() else { return texts.say(.tripNothingToCome) }
    let wording = Wording(zone: planned.plan.zone)
    return texts.say(
      .text(
        .tripSet,
        ["count": .number(Double(left.count)), "time": wording.time(first), "day": wording.day(first)]))
  }

  /// The reminders that are set for a trip, in order, those that are still there.
  public func reminders(of plan: TripPlan) -> [Reminder] {
    (plan.reminders ?? []).compactMap { try? store.reminder($0.uuidString) }
  }

  private func check(_ plan: TripPlan) throws(TripRefusal) {
    guard plan.stops.count <= TripPlan.mostStops else { throw .tooManyStops }
    guard !plan.stops.isEmpty else { throw .tooFewStops }
    for (number, stop) in plan.stops.enumerated() {
      guard TripPlan.stays.contains(stop.stay) else { throw .staysTooLong(number + 1) }
      if let hours = stop.hours, OpeningHours(hours) == nil { throw .noHours(hours) }
      if number > 0, plan.stops[number - 1].place.id == stop.place.id {
        throw .twiceInARow(number + 1, stop.place.name)
      }
    }
  }

  // MARK: On the way

  /// The trip with the next way on, for a rider who has missed the one that they were to take: they are still at the stop, and what goes
  /// next from there is taken, with all that comes after it.
  /// - Parameter index: of the stop that they are at, from 0; nil for the one that they were to have left last.
  /// - Throws: `TripRefusal.nothingMissed` where nothing has left yet.
  public func afterMissing(_ plan: TripPlan, at index: Int? = nil) throws -> Planned {
    let planned = try planned(plan)
    let now = now()
    let rows = planned.itinerary.rows
    let left = rows.indices.dropLast().last { index in rows[index].leaves.map { $0 <= now } ?? false }
    guard let at = index ?? left else { throw TripRefusal.nothingMissed }
    guard at >= 0, at < plan.stops.count - 1 else { throw TripRefusal.noWayOn(at + 1, of: plan.stops.count) }
    var moved = plan
    for later in moved.stops.indices where later > at { moved.stops[later].leaves = nil }
    // What leaves from now on; the second after, so that it is not the one that is just closing its doors.
    moved.stops[at].leaves = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down) + 1)
    let found = try self.planned(moved)
    guard let leaves = found.itinerary.rows[at].way?.leaves else {
      throw TripRefusal.nothingGoesOn(plan.stops[at].place.name)
    }
    // What was chosen is that way, whatever the clock says when it is planned again.
    moved.stops[at].leaves = leaves
    return try self.planned(moved)
  }
}

/// Which stops keep their place when a trip is put in order.
public enum TripEnds: String, Sendable, CaseIterable {
  case first, last, both, none

  fileprivate var order: TripOrder.Ends {
    switch self {
    case .first: .first
    case .last: .last
    case .both: .both
    case .none: .none
    }
  }
}

/// Why a trip cannot be as it is asked for.
public enum TripRefusal: Error, Hashable, CustomStringConvertible {
  case tooManyStops
  case tooFewStops
  /// By the number of the stop, from 1.
  case staysTooLong(Int)
  case noHours(String)
  case twiceInARow(Int, String)
  case noSuchStop(Int, of: Int)
  case noWayOn(Int, of: Int)
  case notReached(Int, String)
  case noOrder
  case nothingMissed
  case nothingGoesOn(String)
  /// By the plan the rider is in the vehicle to this stop.
  case onTheWay(Int, String)

  public var description: String {
    switch self {
    case .tooManyStops: "a trip has \(TripPlan.mostStops) stops at most: begin another one"
    case .tooFewStops: "a trip needs two stops at least: add one"
    case .staysTooLong(let number):
      "the stay at stop \(number) is longer than a day: end the trip there, and begin another one"
    case .noHours(let text): "\(text) are no opening hours: write them like \"Mo-Fr 08:00-18:00\""
    case .twiceInARow(let number, let name):
      "stop \(number), \(name), is where the trip is already: make the stay longer"
    case .noSuchStop(let number, let count):
      "there is no stop \(number): the trip has \(count == 0 ? "none yet" : "stops 1 to \(count)")"
    case .noWayOn(let number, let count):
      count < 2
        ? "the trip has no way on yet: add a stop"
        : "no way leads on from stop \(number): the trip goes on from stops 1 to \(count - 1)"
    case .notReached(let number, let name):
      "stop \(number), \(name), is not reached by the timetable: move it, change the times, or remove it"
    case .noOrder: "no order of the stops reaches all of them within the timetable"
    case .nothingMissed: "nothing of the trip has left yet, so nothing is missed: name the stop where you are"
    case .nothingGoesOn(let name): "nothing goes on from \(name) within a week"
    case .onTheWay(let number, let name):
      "you are on the way to stop \(number), \(name): change what comes after it; where you have missed it, say so first by \"alight trip next\""
    }
  }
}
