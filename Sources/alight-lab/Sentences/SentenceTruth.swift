import Alerts
import Foundation
import Journey

/// Holds what a sentence claims against where the vehicle really was.
struct SentenceTruth: Sendable {
  /// Every tolerance, each with its reason.
  struct Policy: Sendable {
    /// Doors open so near to a stop; besides it, the place is known as well as the receiver says.
    var reach = 35.0
    /// A number is rounded to be heard, and the way on the map is not quite that of the vehicle.
    var metres = 100.0
    var share = 0.15
    /// Minutes are rounded too, and no two vehicles are equally fast.
    var seconds = 60.0
    var secondsShare = 0.25
    /// Seconds that a stand may be expected to take; nobody foresees what it takes longer.
    var foreseen = 20.0
  }

  var policy = Policy()
  let ride: Ride
  let journey: TrueRide

  /// What is wrong about a sentence; nil where it is true.
  /// - Parameters:
  ///   - claims: nil for a sentence that nobody can read.
  ///   - accuracy: of the newest position.
  func fault(of claims: SentenceClaims?, _ alert: Alert, at second: Double, accuracy: Double) -> String? {
    guard let claims else { return "cannot be read" }
    switch alert.event {
    case .alert, .missed: break
    case .positionLost, .positionDoubted:
      let basis = alert.moment.map { $0.basis == .position ? "nothing" : $0.basis.rawValue } ?? "nothing"
      return claims.estimatedBy == basis ? nil : "stood in for by \(claims.estimatedBy ?? "-"), truly by \(basis)"
    case .offRoute, .wrongWay, .wrongLine, .wrongVehicle, .caught, .setOut, .followUp, .delayed, .cancelled, .skipped:
      return nil
    }
    if alert.estimated {
      // Of an estimate only that can be asked: that it is called one, by what it truly goes on.
      let basis = alert.moment?.basis.rawValue ?? "nothing"
      return claims.estimatedBy == basis
        ? nil : "estimated by \(basis), said to be by \(claims.estimatedBy ?? "nothing")"
    }
    if let basis = claims.estimatedBy { return "said to be estimated by \(basis)" }
    let room = policy.reach + min(100, accuracy)
    return place(claims, at: second, room) ?? amounts(claims, at: second, accuracy)
  }

  private func place(_ claims: SentenceClaims, at second: Double, _ room: Double) -> String? {
    if claims.isPast {
      if !journey.isPast(at: second, within: room) { return "the stop is not passed" }
      let name = claims.next ?? claims.at
      return name == nil || name == ride.next?.stop.name ? nil : "“\(name ?? "")” does not come after the ride"
    }
    if let at = claims.at {
      let isThere = ride.stops.indices.contains { index in
        let stop = ride.stops[index].stop
        // Maps put a stop beside the place where the doors open.
        return stop.name == at
          && (journey.isAt(index, at: second, within: room) || journey.metres(to: stop.position, at: second) <= room)
      }
      if !isThere {
        let away = ride.stops.filter { $0.stop.name == at }.map { journey.metres(to: $0.stop.position, at: second) }
          .min()
        return "not at \(at), but \(Int(away ?? 0)) m from it"
      }
    }
    guard let next = claims.next, let count = claims.count else { return nil }
    let real = journey.next(at: second, within: room)
    let told = ride.stops.count - count
    if real.contains(told), ride.stops.indices.contains(told), ride.stops[told].stop.name == next { return nil }
    let name = ride.stops.indices.contains(real.upperBound) ? ride.stops[real.upperBound].stop.name : "none"
    return "next \(next) with \(count) to go, truly \(name) with \(ride.stops.count - real.upperBound)"
  }

  private func amounts(_ claims: SentenceClaims, at second: Double, _ accuracy: Double) -> String? {
    guard let left = journey.left(at: second, foreseen: policy.foreseen) else { return nil }
    let metresOff = max(policy.metres, policy.share * left.metres) + min(100, accuracy)
    if let metres = claims.metres, !Self.holds(metres, left.metres, metresOff) {
      return "\(metres) metres, truly \(Int(left.metres))"
    }
    let around = ride.stops.last.map { journey.metres(to: $0.stop.position, at: second) } ?? 0
    let aroundOff = max(policy.metres, policy.share * around) + min(100, accuracy)
    if let metres = claims.straightMetres, !Self.holds(metres, around, aroundOff) {
      return "\(metres) metres in a straight line, truly \(Int(around))"
    }
    let secondsOff = max(policy.seconds, policy.secondsShare * left.seconds)
    if let seconds = claims.seconds, !Self.holds(seconds, left.seconds, secondsOff),
      !Self.holds(seconds, max(left.seconds - left.unforeseen, min(left.seconds, seconds.value)), secondsOff)
    {
      return "\(seconds) seconds, truly \(Int(left.seconds))"
    }
    return nil
  }

  private static func holds(_ amount: SentenceClaims.Amount, _ truth: Double, _ room: Double) -> Bool {
    switch amount {
    case .about(let value): abs(value - truth) <= room
    case .under(let value): truth <= value + room
    }
  }
}
