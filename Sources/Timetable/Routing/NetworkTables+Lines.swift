/// How lines are put into a network.
extension NetworkTables {
  /// The number of times at calls that were added: arrival and departure in turn, in seconds from the start.
  mutating func addProfile(_ times: [Int32]) -> Int32 {
    profileStarts.append(Int32(profileTimes.count))
    profileTimes += times
    return Int32(profileStarts.count - 1)
  }

  /// Lines of one kind: trips that overtake others get a line of their own.
  /// - Parameter number: of their kind, where there are lines of it.
  mutating func addLines(_ kind: NetworkBuilder.LineKind, _ trips: [NetworkBuilder.ReadTrip], as number: Int32? = nil) {
    let calls = kind.calls.count
    // Who is later at all calls is later in the mean: in this order a trip that is late follows those that it lets by.
    let sums = trips.map { trip in
      (trip: trip, sum: times(profile: trip.profile, calls: calls).reduce(2 * calls * Int(trip.first)) { $0 + Int($1) })
    }
    let order = sums.sorted {
      ($0.sum, $0.trip.first, $0.trip.profile, $0.trip.key) < ($1.sum, $1.trip.first, $1.trip.profile, $1.trip.key)
    }.map(\.trip)
    var chains: [[NetworkBuilder.ReadTrip]] = []
    for trip in order {
      let fitting = chains.firstIndex { chain in chain.last.map { !overtakes(trip, $0, calls: calls) } ?? true }
      if let fitting { chains[fitting].append(trip) } else { chains.append([trip]) }
    }
    for chain in chains { addLine(kind, number ?? kindCount, chain) }
    if number == nil { kindCount += 1 }
  }

  private mutating func addLine(_ kind: NetworkBuilder.LineKind, _ number: Int32, _ trips: [NetworkBuilder.ReadTrip]) {
    let calls = kind.calls.count
    for call in kind.calls {
      callPlaces.append(call.place)
      callFlags.append(call.flags)
    }
    lineStarts.append(Int32(callPlaces.count))
    lineFeeds.append(kind.feed)
    lineKinds.append(number)
    append(kind.parts)
    for trip in trips {
      tripFirst.append(trip.first)
      tripProfiles.append(trip.profile)
      tripServices.append(trip.service)
      tripKeys += [trip.key] + trip.further
    }
    lineTrips.append(Int32(tripFirst.count))
    lineServices += Set(trips.map(\.service)).sorted()
    lineServiceStarts.append(Int32(lineServices.count))
    lineFirst.append(trips.map { $0.first + time($0.profile, 1) }.min() ?? 0)
    lineLast.append(trips.map { $0.first + time($0.profile, 2 * calls - 1) }.max() ?? 0)
  }

  /// One of the times of a profile: arrival and departure at each call in turn.
  private func time(_ profile: Int32, _ number: Int) -> Int32 {
    profileTimes[Int(profileStarts[Int(profile)]) + number]
  }

  /// Whether a trip that starts later is earlier anywhere.
  private func overtakes(
    _ trip: NetworkBuilder.ReadTrip, _ other: NetworkBuilder.ReadTrip, calls: Int
  ) -> Bool {
    guard trip.profile != other.profile else { return false }
    return (0..<2 * calls).contains { trip.first + time(trip.profile, $0) < other.first + time(other.profile, $0) }
  }
}
