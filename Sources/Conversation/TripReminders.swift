import Foundation
import Journey

/// The reminders that a trip of several stops is made of: at each stop when it is time to leave and when to get on, and for each ride
/// the three levels that call its rider out.
public struct TripReminders {
  /// Seconds before a vehicle leaves at which the rider is told what to get on: it comes into sight by then.
  static let getOnEarly = 60.0

  private let plan: TripPlan
  private let itinerary: Itinerary
  private let texts: PromptTexts
  private let edited: [Reminder]

  /// - Parameters:
  ///   - texts: In whose language they tell what is to be done.
  ///   - edited: Those that were set for the trip before, as the rider has changed them since: what calls its rider out of a ride between
  ///     the same two stops does so as before.
  public init(_ plan: TripPlan, _ itinerary: Itinerary, _ texts: PromptTexts, edited: [Reminder] = []) {
    (self.plan, self.itinerary, self.texts, self.edited) = (plan, itinerary, texts, edited)
  }

  /// In the order in which they come, each with an id of its own; those of the past, too.
  public func all(at now: Date) -> [Reminder] {
    let count = itinerary.rows.count { $0.way != nil }
    return itinerary.rows.indices.dropLast().flatMap { index -> [Reminder] in
      let row = itinerary.rows[index]
      let label = "\(plan.name) \(index + 1)/\(count)"
      let next = itinerary.rows[index + 1].stop.place
      switch row.way {
      case nil: return []
      case .walk(let walk, let leaves):
        let end = leaves.addingTimeInterval(walk.seconds)
        return [told(.text(.tripLeave, ["to": .name(next.name)]), leaves, until: end, row, label, now)]
          .compactMap(\.self)
      case .ride(let connection): return reminders(connection, from: index, to: next, label, now)
      }
    }
  }

  private func reminders(_ connection: Connection, from index: Int, to next: Stop, _ label: String, _ now: Date)
    -> [Reminder]
  {
    let row = itinerary.rows[index]
    guard let ride = connection.rides.first, let departure = ride.departure else { return [] }
    let wording = Wording(zone: plan.zone)
    let values: [String: Phrase] = [
      "line": .name(ride.line), "to": .name(next.name), "time": wording.departure(of: ride),
    ]
    let stop = Phrase.name(ride.stops[0].stop.name)
    // As far as this vehicle takes them.
    let vehicle = values.merging(["to": .name(ride.stops[ride.stops.count - 1].stop.name)]) { $1 }
    let getOn = ride.stops[0].platform.map { platform -> Phrase in
      .text(.tripGetOnPlatform, vehicle.merging(["platform": .name(platform)]) { $1 })
    }
    let getOnAt = departure.addingTimeInterval(-Self.getOnEarly)
    let leaveAt = connection.departure.addingTimeInterval(-plan.margin)
    var all: [Reminder?] = []
    // Who has only just come there, or goes on at once, is told to get on and nothing else.
    if leaveAt < getOnAt, index == 0 || row.arrival.map({ $0 < leaveAt }) ?? true {
      all.append(
        told(.text(.tripLeaveRide, values.merging(["from": stop]) { $1 }), leaveAt, until: departure, row, label, now))
    }
    all.append(told(getOn ?? .text(.tripGetOn, vehicle), getOnAt, until: departure, row, label, now))
    all.append(getOff(connection, label, now))
    return all.compactMap(\.self)
  }

  /// A time of day at which something is to be done, which is not told later than it is of use.
  private func told(
    _ text: Phrase, _ instant: Date, until end: Date, _ row: Itinerary.Row, _ label: String, _ now: Date
  ) -> Reminder? {
    var place = row.stop.place
    if place.radius == nil { place.radius = Stop.usualRadius }
    var visit = Visit(.clock, places: [place])
    visit.text = texts.say(text)
    var draft = draft(label, now)
    draft.alarm = false
    draft.visit = visit
    draft.isFromAnywhere = true
    draft.to = Answer(place, inferred)
    draft.mode = Answer(.time, inferred)
    draft.interval = Answer(.duration(seconds: 0), inferred)
    draft.departure = instant
    draft.ride = Ride(
      approaching: place, arrival: nil, day: ServiceDay.text(instant, zone: plan.zone), zone: plan.zone)
    var reminder = Reminder(draft, createdAt: now)
    reminder?.validUntil = end
    return reminder
  }

  private func getOff(_ connection: Connection, _ label: String, _ now: Date) -> Reminder? {
    guard let first = connection.rides.first?.stops.first, let last = connection.rides.last?.stops.last else {
      return nil
    }
    var draft = draft(label, now)
    // The ways on foot before it and behind it are told by themselves.
    draft.from = Answer(first.stop, inferred)
    draft.to = Answer(last.stop, inferred)
    draft.mode = Answer(plan.mode, inferred)
    draft.interval = Answer(plan.interval, inferred)
    draft.ladder = plan.ladder
    draft.ride = connection.rides[0]
    let onward = Array(connection.rides.dropFirst())
    draft.onward = onward.isEmpty ? nil : onward
    var walks = connection.walkSeconds
    if walks.count > 1 { (walks[0], walks[walks.count - 1]) = (0, 0) }
    draft.walkSeconds = walks.contains { $0 > 0 } ? walks : nil
    return asEdited(draft, now) ?? Reminder(draft, createdAt: now)
  }

  /// As what warned of this ride before; nil where nothing did.
  private func asEdited(_ draft: Draft, _ now: Date) -> Reminder? {
    guard let known = before(draft) else { return nil }
    var draft = draft
    (draft.mode, draft.interval) = (Answer(known.mode, inferred), Answer(known.interval, inferred))
    (draft.ladder, draft.volume) = (known.ladder, known.volume)
    (draft.vibration, draft.alarm) = (known.alerts(by: .vibration), known.alerts(by: .alarm))
    draft.speech = known.alerts(by: .speech)
    var reminder = Reminder(draft, createdAt: now)
    reminder?.placeGuard = known.placeGuard
    reminder?.followsUp = known.followsUp
    reminder?.pausedUntil = known.pausedUntil
    if known.status == .off { reminder?.status = .off }
    return reminder
  }

  /// What warned of a ride before: who goes the same way twice has two, of which each is found by its place among them, and none where
  /// one of them is gone.
  private func before(_ draft: Draft) -> Reminder? {
    let alike = edited.filter { $0.origin?.id == draft.from?.value.id && $0.destination.id == draft.to?.value.id }
    let rides = itinerary.rows.compactMap { $0.way?.connection?.rides }
    let now = rides.indices.filter {
      rides[$0].first?.stops.first?.stop.id == draft.from?.value.id
        && rides[$0].last?.stops.last?.stop.id == draft.to?.value.id
    }
    guard alike.count == now.count, let place = now.firstIndex(where: { rides[$0].first == draft.ride }) else {
      return nil
    }
    return alike[place]
  }

  private var inferred: Provenance { Provenance(method: .inferred) }

  private func draft(_ label: String, _ now: Date) -> Draft {
    var draft = Draft(
      id: UUID(), createdAt: Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down)),
      vibration: plan.vibration, alarm: plan.alarm)
    draft.label = label
    (draft.speech, draft.volume) = (plan.speech, plan.volume)
    return draft
  }
}
