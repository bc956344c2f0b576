import Foundation
import Journey
import Matching

/// The ride, which the four answers do not say: looked up, changed, or asked for by its arrival.
extension DialogueTurn {
  mutating func take(_ finding: RideFinding) {
    guard let from = state.draft.from?.value, let to = state.draft.to?.value else { return advance() }
    switch finding {
    case .found(let connections): choose(connections)
    case .neverConnected:
      invalid(.text(.noRide, ["from": .name(from.name), "to": .name(to.name)]))
      giveUpLastEnd()
    case .noService(let zone):
      state.zone = zone
      state.lacksTimetable = true
      let values = ["from": .name(from.name), "to": .name(to.name), "day": wording.day(now)]
      if state.draft.mode?.value == .stations {
        invalid(.text(.noService, values))
        _ = clear(.mode)
        _ = clear(.interval)
      } else {
        tell(.noServiceNeedsTime, values)
      }
    }
    if state.ending == nil { advance() }
  }

  /// What is told of the walk before each ride and of the one behind the last; nil where there is none.
  var walksTold: [Phrase?] {
    let rides = state.draft.rides
    return state.draft.walks.enumerated().map { place, walk in
      walk.map { place == 0 ? wording.first($0, before: rides[0]) : wording.then($0) }
    }
  }

  private mutating func choose(_ found: Connections) {
    guard let connections = ofWantedLine(found) else { return }
    state.connections = connections
    let ride = connections.ride
    // Whoever has another ride from now on is not asked about the one that they were on.
    if let aboard = state.aboard, ride.tripID != aboard.tripID || ride.serviceDay != aboard.serviceDay {
      state.leaveBoard()
    }
    state.draft.take(connections)
    state.zone = ride.departureZone
    state.clockZone = nil
    state.lacksTimetable = false
    let walks = walksTold
    func tellWalk(_ place: Int) { walks[place].map { outputs.append(.told($0)) } }
    tellWalk(0)
    tell(isToday(ride) ? .rideFound : .rideFoundOn, wording.values(of: ride))
    outputs += wording.goingOn(ride).map { .told($0) }
    for (place, next) in (state.draft.onward ?? []).enumerated() {
      tellWalk(place + 1)
      tell(.rideChange, wording.values(of: next))
      outputs += wording.goingOn(next).map { .told($0) }
    }
    tellWalk(walks.count - 1)
    dropImpossibleInterval()
  }

  /// The ends may have changed under an interval that was told before.
  mutating func dropImpossibleInterval() {
    guard let interval = state.draft.interval?.value,
      let problem = IntervalCheck(choices: wizard.prompts.choices[interval.mode], state).problem(with: interval)
    else { return }
    state.answered.removeAll { $0 == .interval }
    state.draft.interval = nil
    state.open = .interval
    invalid(wording.sentence(problem, interval: interval))
  }

  /// Reads a time of travel that was told before the stop was known by the stop's own clock.
  mutating func setClock(of stop: Stop, at slot: Slot) {
    guard let zone = stop.zone, let used = state.clockZone, used != zone, let time = state.time,
      state.isArriving == (slot == .to)
    else { return }
    let offsets = [used, zone].map { (TimeZone(identifier: $0) ?? .gmt).secondsFromGMT(for: time.instant) }
    state.time = time.moved(to: time.instant.addingTimeInterval(Double(offsets[0] - offsets[1])))
    state.clockZone = zone
  }

  /// Whether a ride leaves on the present day, which then need not be said.
  private func isToday(_ ride: Ride) -> Bool {
    ride.departure.map { ServiceDay.text($0, zone: state.zone) == ServiceDay.text(now, zone: state.zone) } ?? true
  }

  /// The same with the next ride of the line that is wanted, or of another than the one to be avoided; nil while it is looked for
  /// among later ones. Where there is none that is told.
  private mutating func ofWantedLine(_ found: Connections) -> Connections? {
    guard let line = state.wantedLine else { return found }
    let avoids = state.avoidsLine == true
    func isWanted(_ ride: Ride) -> Bool { LineName.isSame(ride.line, line) != avoids }
    let sought = state.linesSought ?? 0
    if case .arriving = state.time {
      if let last = found.rides.indices.prefix(found.chosen + 1).last(where: { isWanted(found.rides[$0]) }) {
        var connections = found
        connections.chosen = last
        state.forgetLine()
        return connections
      }
    } else if sought == 0 {
      state.timeBeforeLine = state.time
    }
    if !state.isArriving,
      let next = found.rides.indices.dropFirst(found.chosen).first(where: { isWanted(found.rides[$0]) })
    {
      var connections = found
      connections.chosen = next
      state.forgetLine()
      return connections
    }
    if !state.isArriving, sought < Self.mostSought, let last = found.rides.last?.departure,
      found.rides.count > found.chosen + 1
    {
      state.linesSought = sought + 1
      state.time = .departing(last.timeIntervalSince1970)
      return nil
    }
    outputs.append(.unclear(state.open, sayAnew(avoids ? .onlySuchLine : .noSuchLine, ["heard": .name(line)])))
    state.forgetLine()
    guard sought > 0 else { return found }
    state.time = state.timeBeforeLine
    return nil
  }

  /// So many times later rides are looked up for one of a line.
  private static let mostSought = 8

  /// Two stops that no ride connects: the one told last is asked for again.
  private mutating func giveUpLastEnd() {
    let ends = state.answered.filter { $0 == .from || $0 == .to }
    let last = ends.last ?? .to
    state.answered.removeAll { $0 == last }
    _ = clear(last)
    state.former.forget(last)
    state.open = Question(last)
  }

  /// The earlier or later ride of the look-up; beyond its end it is looked up anew.
  mutating func moveRide(by step: Int) {
    guard let connections = state.connections else { return putReadBack() }
    let wanted = connections.chosen + step
    guard connections.rides.indices.contains(wanted) else {
      tell(step < 0 ? .noEarlier : .noLater)
      return putReadBack()
    }
    takeRide(wanted)
  }

  /// Takes another ride of the look-up, and looks its neighbours up.
  mutating func takeRide(_ index: Int) {
    guard let connections = state.connections, connections.rides.indices.contains(index) else { return }
    seek(connections.rides[index])
    advance()
  }

  /// Has a ride of the look-up looked up anew, with its neighbours.
  mutating func seek(_ ride: Ride) {
    forgetRide()
    state.aboard = nil
    guard let departure = ride.departure else { return }
    if departure < now { tell(.hasLeft, ["time": .time(departure, zone: ride.departureZone)]) }
    state.time = .departing(departure.timeIntervalSince1970)
  }

  /// "The 18:10": the ride that leaves then.
  mutating func takeRide(at clock: ClockTime) -> Bool {
    guard let connections = state.connections else { return false }
    let index = connections.rides.firstIndex { ride in
      ride.departure.map { clock.matches($0, zone: state.zone) } ?? false
    }
    if let index {
      takeRide(index)
      return true
    }
    guard let departure = state.draft.ride?.departure else { return false }
    forgetRide()
    state.aboard = nil
    let nearest = clock.nearest(to: departure, zone: state.zone)
    let near = nearest < now ? clock.next(after: now, zone: state.zone) : nearest
    state.time = .departing(near.timeIntervalSince1970)
    advance()
    return true
  }

  /// The answer to the extra question: when the rider arrives, where no timetable knows it.
  mutating func takeArrival(_ utterance: WizardState.Utterance) {
    guard let clock = ClockTime(utterance.texts[0], words: wizard.prompts.clock) else {
      return noMatch(utterance.texts[0])
    }
    useStraightLine(arrival: clock.next(after: now, zone: state.zone))
    advance()
  }

  /// A ride of which only both ends are known.
  mutating func useStraightLine(arrival: Date?) {
    guard let from = state.draft.from?.value, let to = state.draft.to?.value else { return }
    (state.draft.onward, state.draft.walkSeconds) = (nil, nil)
    state.draft.ride = Ride(
      from: from, to: to, arrival: arrival, day: ServiceDay.text(arrival ?? now, zone: state.zone), zone: state.zone)
  }
}

extension WizardState {
  /// Ends the search for a ride of a line, or of none.
  fileprivate mutating func forgetLine() { (wantedLine, avoidsLine, linesSought) = (nil, nil, nil) }

  /// Whether the rider has said when to be there.
  fileprivate var isArriving: Bool { if case .arriving = time { true } else { false } }
}
