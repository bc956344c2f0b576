import Foundation
import Journey

/// What may be said of a situation. Alerts, status and log count by it alone.
///
/// Triggers go by the stops that are surely left behind, since an early call lets the rider off one stop too soon. Words go by where
/// the vehicle most likely is: for some seconds after a stop it is behind, though not for sure.
extension Situation {
  func moment(_ plan: AlertPlan, _ state: AlertState) -> Moment {
    let basis: Moment.Basis =
      !isEstimated ? .position : likelyLate != nil ? .live : plan.goesByTimetable ? .timetable : .pace
    var moment = Moment(
      basis: basis, metresLeft: metresLeft(plan, state), metresAround: around < 1e9 ? around : nil,
      secondsLeft: max(0, secondsLikely))
    guard plan.knowsStops, let (at, next) = stops(plan, state) else { return moment }
    let last = plan.stops.count - 1
    moment.atStop = at
    moment.nextStop = next
    moment.stopsLeft = at == last ? 0 : next.map { max(0, last + 1 - $0) }
    if isEstimated, let next, next > 0, next <= last, let left = moment.metresLeft {
      // The clock may have passed a stop that the pace has not.
      moment.metresLeft = min(left, (plan.destination.metres - plan.stops[next - 1].metres).rounded())
    }
    return moment
  }

  /// Along the way on the map; nil without one: straight lines between stops are shorter than any street.
  private func metresLeft(_ plan: AlertPlan, _ state: AlertState) -> Double? {
    guard plan.route != nil else { return nil }
    if let along = scheduledMetres(plan) { return plan.destination.metres - along }
    return left < 1e9 && Tracker.onRoute(state, plan) ? left : nil
  }

  /// Where the timetable has the vehicle that nobody has seen.
  private func scheduledMetres(_ plan: AlertPlan) -> Double? {
    guard let late = likelyLate ?? late, let timeline = plan.timeline else { return nil }
    return timeline.metres(atSeconds: now - late)
  }

  /// The stop that the vehicle is at and the next one; nil where neither is known.
  private func stops(_ plan: AlertPlan, _ state: AlertState) -> (at: Int?, next: Int?)? {
    if isMissed { return behind(plan, state) }
    // The stop where the rider gets on is not one of those ahead.
    let first = plan.knowsBoarding ? 1 : 0
    let next: Int
    if let along = scheduledMetres(plan) {
      next = plan.stops.indices.first { $0 >= first && plan.stops[$0].metres >= along - 1 } ?? plan.stops.count - 1
    } else if isEstimated {
      next = min(max(first, passed + 1), plan.stops.count - 1)
    } else {
      return measured(plan, state, from: max(first, passed + 1))
    }
    return next == 0 ? nil : (nil, next)
  }

  private func measured(_ plan: AlertPlan, _ state: AlertState, from first: Int) -> (at: Int?, next: Int?)? {
    guard let point = state.scratch.filter?.point else { return nil }
    let last = plan.stops.count - 1
    let reach = plan.policy.reachedMetres
    if around <= reach, first == last || isLastResort { return (last, nil) }
    // Off again at the end of the ride: nobody knows whether the vehicle drives or the rider walks.
    if state.latches.arrived || passed >= last { return nil }
    if isLastResort { return (nil, last) }
    var next = first
    if let progress = state.scratch.progress, Tracker.onRoute(state, plan) {
      while next < last, plan.stops[next].metres < progress.along - reach { next += 1 }
      let ahead = plan.stops[next].metres - progress.along
      if next < last, (-reach...plan.policy.arrivingMetres).contains(ahead) { return (next, next + 1) }
    } else if next < last {
      let away = point.metres(to: plan.stops[next].point)
      let approach = state.scratch.approach
      let isLeaving = approach.stop == next && away > approach.nearest + plan.policy.bestAccuracy
      if away <= (isLeaving ? reach : plan.policy.arrivingMetres) { return (next, next + 1) }
      if approach.stop == next, approach.nearest <= plan.policy.atStopMetres, away - approach.nearest > reach {
        next += 1
      }
    }
    // With the line's beginning still ahead, others may come before it.
    return next == 0 ? nil : (nil, next)
  }

  /// Behind the destination: the stop that the line goes on to, as far as it is surely still ahead.
  private func behind(_ plan: AlertPlan, _ state: AlertState) -> (at: Int?, next: Int?)? {
    let beyond = plan.stops.count
    guard !isEstimated, let next = plan.next, let point = state.scratch.filter?.point else { return nil }
    if point.metres(to: next) <= plan.policy.reachedMetres { return (beyond, nil) }
    return around < plan.destination.point.metres(to: next) ? (nil, beyond) : nil
  }
}

extension AlertPlan {
  /// Whether the clock alone tells where the vehicle should be.
  var goesByTimetable: Bool { timetable == .ofTheDay && timeline != nil }
}

extension AlertEngine {
  /// An alert as it is to be told at an instant later than that at which it fired, after a crash: the words are those of now.
  public static func retold(_ alert: Alert, _ plan: AlertPlan, _ state: AlertState, at now: Date) -> Alert {
    guard alert.leg == state.leg, alert.event != .followUp, plan.visit == nil else { return alert }
    let plan = plan.leg(state.leg)
    let (situation, isEstimated) = Situation.current(plan, state, at: state.seconds(at: now))
    var alert = alert
    alert.moment = situation?.moment(plan, state)
    alert.estimated = isEstimated
    return alert
  }

  /// Alerts with what is true while they are told.
  static func saying(_ effects: [AlertEffect], _ plan: AlertPlan, _ state: AlertState) -> [AlertEffect] {
    effects.map { effect in
      guard case .deliver(var alert) = effect else { return effect }
      alert.moment = moment(of: alert, plan, state)
      if let run = state.latches.caught { alert.go(by: run, later: plan.shift(to: run)) }
      return .deliver(alert)
    }
  }

  private static func moment(of alert: Alert, _ plan: AlertPlan, _ state: AlertState) -> Moment? {
    // Asked after the ride, or told because position and timetable contradict each other: nothing is known.
    if alert.event == .followUp || alert.event == .positionDoubted && state.scratch.doubtedSince == nil { return nil }
    let situation =
      alert.estimated
      ? Situation.estimated(plan, state, at: alert.at.timeIntervalSinceReferenceDate) : Situation.measured(plan, state)
    return situation?.moment(plan, state)
  }
}

extension Alert {
  /// What a feed says is said of the run that the rider sits in, late by its own timetable.
  fileprivate mutating func go(by run: CaughtRun, later shift: Double) {
    guard live != nil else { return }
    vehicle = VehicleNews(run)
    live?.late? -= shift
  }
}

extension Situation {
  /// How it stands: by the newest fix, or without one for long enough by estimate.
  /// - Parameter time: Seconds since the reference date, by the engine's clock.
  static func current(_ plan: AlertPlan, _ state: AlertState, at time: Double) -> (
    situation: Situation?, isEstimated: Bool
  ) {
    let isSilent = state.scratch.filter.map { time - $0.at >= state.scratch.outageSeconds(plan.policy) } ?? true
    return (isSilent ? estimated(plan, state, at: time) : measured(plan, state), isSilent)
  }
}
