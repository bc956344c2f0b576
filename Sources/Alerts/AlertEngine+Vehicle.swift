import Foundation
import Journey

// Which vehicle the rider sits in.
extension AlertEngine {
  /// Whether it is of use to know which vehicle the rider sits in: not any more when the last call has come.
  public static func isStillToCall(_ state: AlertState) -> Bool {
    let latches = state.latches
    return !latches.finished && !latches.isOver && !latches.missed && !latches.arrived && latches.calledAt == nil
  }

  /// Tells once that the rider sits in another vehicle.
  static func takeVehicle(_ state: inout AlertState, _ vehicle: VehicleNews, _ time: Double) -> [AlertEffect] {
    guard isStillToCall(state), state.latches.toldWrongVehicle != true, !state.latches.toldWrongWay,
      !state.latches.toldWrongLine
    else { return [] }
    state.latches.toldWrongVehicle = true
    return [
      .deliver(
        Alert(event: .wrongVehicle, level: nil, at: date(time), estimated: false, vehicle: vehicle))
    ]
  }

  /// Goes by another run from now on, or by the one of the ride again, and tells so: what a feed says of any but the one that the
  /// rider sits in is of no concern to them.
  static func takeRun(_ plan: AlertPlan, _ state: inout AlertState, _ run: CaughtRun?, _ time: Double)
    -> [AlertEffect]
  {
    let changes = state.latches.vehicleChanges ?? 0
    guard isStillToCall(state), run != state.latches.caught, changes < plan.policy.mostVehicleChanges else { return [] }
    // A vehicle that is as late as the feed says of the planned one is that one, however well another timetable fits.
    if run != nil, state.latches.caught == nil, state.scratch.isLiveConfirmed == true { return [] }
    state.latches.vehicleChanges = changes + 1
    let before = state.latches.live ?? AlertState.LiveLatches()
    if state.latches.caught == nil { state.latches.liveOfOwn = before }
    state.latches.live = before.ofAnotherRun(
      late: plan.shift(to: run), knowing: run == nil ? state.latches.liveOfOwn : nil)
    state.latches.caught = run
    state.live = nil
    state.scratch.isLiveConfirmed = nil
    var alert = Alert(
      event: .caught, level: nil, at: date(time), estimated: false, vehicle: run.map { VehicleNews($0) })
    if missesChange(plan.shift(to: run), plan, state.latches.live?.nextLate) {
      var news = LiveNews()
      news.missesChange = true
      alert.live = news
      state.latches.live?.toldMissedChange = true
    }
    return [.deliver(alert)]
  }

  /// Seconds by which the run that a rider has caught comes later than the ride by its timetable; 0 for none. What feeds say is in
  /// seconds after the ride.
  public static func shift(_ plan: AlertPlan, _ state: AlertState) -> Double {
    plan.leg(state.leg).shift(to: state.latches.caught)
  }
}

extension AlertPlan {
  /// Seconds by which a run that was caught comes later than the ride; 0 for none.
  func shift(to run: CaughtRun?) -> Double {
    guard let run, let timeline, timetable == .ofTheDay else { return 0 }
    return run.arrival.timeIntervalSinceReferenceDate - timeline.arrival
  }
}

extension AlertState {
  /// The run that the rider sits in where it is not the one of the ride that is followed; nil where nothing says so.
  public var caught: CaughtRun? { latches.caught }
}

extension AlertState.LiveLatches {
  /// What is left to tell of another run, of which the rider knows that it comes so many seconds later. What is known of the rides
  /// after it stays, and so does a call that is awaited.
  /// - Parameter own: What was told of it before.
  fileprivate func ofAnotherRun(late: Double, knowing own: Self?) -> Self {
    var latches = own ?? AlertState.LiveLatches()
    (latches.toldDelay, latches.toldLater, latches.toldEarlier) = (late, false, false)
    (latches.toldOnward, latches.nextLate, latches.callsAgainAfter) = (toldOnward, nextLate, callsAgainAfter)
    return latches
  }
}
