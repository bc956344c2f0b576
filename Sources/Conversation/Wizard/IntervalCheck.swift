import Journey

/// Whether an interval is possible: inside its mode's range and shorter than the ride.
struct IntervalCheck {
  let choices: IntervalChoices.Choice
  let ride: Ride?
  /// Metres to a destination that is come to from anywhere; nil where nobody knows them.
  let away: Double?

  init(choices: IntervalChoices.Choice, ride: Ride?, away: Double? = nil) {
    (self.choices, self.ride, self.away) = (choices, ride, away)
  }

  /// For what is known of the way so far.
  init(choices: IntervalChoices.Choice, _ state: WizardState) {
    self.init(choices: choices, ride: state.draft.longestRide, away: state.away)
  }

  /// What is wrong, with the values that would do.
  struct Problem: Hashable {
    enum Kind { case tooLittle, tooMuch, longerThanRide }

    var kind: Kind
    var least: Interval
    var most: Interval
    /// How long the ride is, in the interval's dimension.
    var ride: Interval?
  }

  /// Nil where the interval fits.
  func problem(with interval: Interval) -> Problem? {
    let problem = { (kind: Problem.Kind) in
      Problem(kind: kind, least: choices.minimum, most: most, ride: ride.flatMap { extent(of: $0) })
    }
    if interval.amount < choices.minimum.amount { return problem(.tooLittle) }
    if interval.amount > most.amount {
      return problem(most.amount < choices.maximum.amount ? .longerThanRide : .tooMuch)
    }
    return nil
  }

  /// The largest amount that fits both range and ride.
  var most: Interval {
    guard let ride, let extent = extent(of: ride) else { return choices.maximum }
    let room: Interval =
      switch extent {
      // As many as lie ahead: the first warning comes as soon as the rider has left the boarding stop.
      case .stops(let count): .stops(max(1, count))
      case .duration(let seconds):
        .duration(seconds: max(choices.minimum.amount, (seconds / 60 - 1).rounded(.down) * 60))
      case .distance(let metres):
        .distance(metres: max(choices.minimum.amount, (metres / 100 - 1).rounded(.down) * 100))
      }
    return room.amount < choices.maximum.amount ? room : choices.maximum
  }

  /// The possible value next to an impossible one.
  func nearest(to interval: Interval) -> Interval {
    interval.amount < choices.minimum.amount ? choices.minimum : interval.amount > most.amount ? most : interval
  }

  private func extent(of ride: Ride) -> Interval? {
    switch choices.minimum {
    case .stops: ride.knowsItsStops ? .stops(ride.stopsAhead) : nil
    case .duration: ride.duration.map { .duration(seconds: $0) }
    case .distance: ride.isFromAnywhere ? away.map { .distance(metres: $0) } : .distance(metres: ride.straightLine)
    }
  }
}
