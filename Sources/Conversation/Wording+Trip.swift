import Foundation
import Journey

/// Trips of several stops, as phrases.
extension Wording {
  /// "2 hours 20 minutes", by the whole minute.
  public func duration(_ seconds: Double) -> Phrase {
    let minutes = Int((seconds / 60).rounded())
    guard minutes >= 60 else { return value(.duration(seconds: Double(minutes) * 60)) }
    let hours = Phrase.text(minutes < 120 ? .oneHour : .hours, ["n": .number(Double(minutes / 60))])
    guard minutes % 60 > 0 else { return hours }
    return .list([hours, value(.duration(seconds: Double(minutes % 60) * 60))], separator: " ")
  }

  /// One stop with its times.
  /// - Parameter index: of the row, from 0.
  public func row(_ index: Int, of itinerary: Itinerary) -> Phrase {
    let row = itinerary.rows[index]
    let place = Phrase.name(row.stop.place.name)
    guard let arrival = row.arrival, let leaves = row.leaves else { return .text(.tripMissing, ["to": place]) }
    let times = ["to": place, "arrival": time(arrival, in: itinerary), "departure": time(leaves, in: itinerary)]
    let isLast = index == itinerary.rows.count - 1
    if index == 0, !isLast { return .text(.tripStart, times.filter { $0.key != "arrival" }) }
    guard row.stop.stay > 0 else {
      return isLast || row.way == nil
        ? .text(.tripEnd, times.filter { $0.key != "departure" }) : .text(.tripPass, times)
    }
    return .text(isLast ? .tripEndStay : .tripStop, times.merging(["value": duration(row.stop.stay)]) { $1 })
  }

  /// How one goes on from a row: on foot, or each ride.
  public func way(_ row: Itinerary.Row, of itinerary: Itinerary) -> [Phrase] {
    switch row.way {
    case nil: return []
    case .walk(let walk, _):
      return [
        .text(
          .tripWalk,
          ["to": .name(walk.to.name), "metres": value(.distance(metres: walk.toldMetres)), "time": duration(walk.told)])
      ]
    case .ride(let connection):
      return connection.rides.map { ride in
        let values = values(of: ride)
        return .text(.tripRide, values.filter { ["line", "from", "to", "departure", "arrival"].contains($0.key) })
      }
    }
  }

  /// What is to be known of a row's times: that the stay begins later, what is wrong, and what would fit.
  /// - Parameter index: of the row, from 0.
  public func notes(_ index: Int, of itinerary: Itinerary) -> [Phrase] {
    let row = itinerary.rows[index]
    var notes: [Phrase] = []
    if index > 0, let arrival = row.arrival, let begins = row.begins, begins > arrival {
      notes.append(.text(.tripBegins, ["time": time(begins, in: itinerary)]))
    }
    for flaw in row.flaws {
      notes.append(sentence(flaw, row, itinerary))
      if let fit = flaw.fit, index > 0 {
        let before = itinerary.rows[index - 1].stop.place.name
        let values = ["from": Phrase.name(before), "time": time(fit.leave, in: itinerary)]
        notes.append(
          fit.stay < 60
            ? .text(.tripFitNow, values) : .text(.tripFit, values.merging(["value": duration(fit.stay)]) { $1 }))
      }
    }
    return notes
  }

  private func sentence(_ flaw: Itinerary.Flaw, _ row: Itinerary.Row, _ itinerary: Itinerary) -> Phrase {
    switch flaw {
    case .unserved: return .text(.tripUnserved, ["to": .name(row.stop.place.name)])
    case .noConnection: return .text(.tripNoConnection)
    case .unknown: return .text(.tripUnknown)
    case .closed(_, let closes?, _): return .text(.tripClosesEarly, ["time": time(closes, in: itinerary)])
    case .closed(let opens?, nil, _):
      return .text(.tripClosedOpens, ["day": day(opens), "time": time(opens)])
    case .closed: return .text(.tripClosed)
    case .late(let by, _): return .text(.tripLate, ["time": time(by, in: itinerary)])
    case .waits(let until, _): return .text(.tripWaits, ["time": time(until, in: itinerary)])
    case .shortened(let seconds): return .text(.tripShortened, ["value": duration(seconds)])
    }
  }

  /// How long it takes in all, from setting out to the end.
  public func total(_ itinerary: Itinerary) -> Phrase {
    guard let start = itinerary.start, let end = itinerary.end, let duration = itinerary.duration else {
      return .text(.tripTotalUnknown)
    }
    return .text(
      .tripTotal,
      ["value": self.duration(duration), "departure": time(start, in: itinerary), "arrival": time(end, in: itinerary)])
  }

  /// Other ways on from a row, by when they leave; empty where there are none.
  public func alternatives(before: [Connection], after: [Connection], _ itinerary: Itinerary) -> [Phrase] {
    func times(_ ways: [Connection]) -> Phrase {
      .list(
        ways.map { way in
          .list([time(way.departure, in: itinerary), time(way.arrival, in: itinerary)], separator: "–")
        }, separator: ", ")
    }
    return [(PromptID.tripBefore, before), (.tripAfter, after)].compactMap { id, ways in
      ways.isEmpty ? nil : .text(id, ["times": times(ways)])
    }
  }

  /// A time of the day, with its day where that is another one than the trip begins on.
  private func time(_ instant: Date, in itinerary: Itinerary) -> Phrase {
    guard let start = itinerary.rows.first?.arrival,
      ServiceDay.text(start, zone: zone) != ServiceDay.text(instant, zone: zone)
    else { return time(instant) }
    return .list([day(instant), time(instant)], separator: " ")
  }
}

extension Walk {
  /// How long it takes as it is told, in seconds: whole minutes, so that nobody sets out too late.
  fileprivate var told: Double { max(1, (seconds / 60).rounded(.up)) * 60 }
}

extension Itinerary.Flaw {
  /// What would fit; nil where nothing would, or nothing has to.
  public var fit: Itinerary.Fit? {
    switch self {
    case .closed(_, _, let fit), .late(_, let fit), .waits(_, let fit): fit
    case .unserved, .noConnection, .unknown, .shortened: nil
    }
  }
}
