import Foundation
import Journey
import Testing

@testable import Alerts

/// A ride of ten minutes over six stops, 800 m and two minutes apart, due north; the line goes on after it.
enum StraightRide {
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  static func position(_ metres: Double) -> Position { Position(latitude: 48 + metres / 111_195, longitude: 14) }

  static let ride: Ride = {
    let stops = (0..<6).map { index in
      let time = start.addingTimeInterval(Double(index) * 120)
      return RideStop(
        stop: Stop(name: "Stop \(index)", position: position(Double(index) * 800)), arrival: time, departure: time,
        metres: Double(index) * 800)
    }
    return Ride(
      tripID: "t", line: "1", serviceDay: "2027-01-15", zone: "UTC", stops: stops, shape: stops.map(\.stop.position))
  }()

  static func plan(_ interval: Interval = .stops(2), followsUp: Bool = false, placeGuard: PlaceGuard? = nil) throws
    -> AlertPlan
  {
    try #require(
      AlertPlan(
        ride: ride, levels: Level.expand(interval, over: ride), timetable: .ofTheDay, knowsBoarding: true,
        followsUp: followsUp, placeGuard: placeGuard))
  }

  /// - Parameter jitter: a receiver that works never says the same place twice.
  static func fix(_ second: Double, at metres: Double, jitter isAlive: Bool = true) -> AlertInput {
    let jitter = isAlive ? 0.4 * sin(1.7 * second) : 0
    return .fix(Fix(at: start.addingTimeInterval(second), position: position(metres + jitter), accuracy: 5))
  }
}

/// Feeds an engine and keeps what it told.
struct Rider {
  let plan: AlertPlan
  var state = AlertState()
  var told: [Alert] = []
  var sampling: [Double] = []
  var hasFinished = false

  init(_ plan: AlertPlan) { self.plan = plan }

  mutating func take(_ input: AlertInput) {
    for effect in AlertEngine.advance(plan, &state, input) {
      switch effect {
      case .deliver(let alert): told.append(alert)
      case .sample(let seconds): sampling.append(seconds)
      case .finish: hasFinished = true
      }
    }
  }

  /// At the pace of the timetable, until something is told.
  mutating func ride(from second: Double, until stop: (Rider) -> Bool) -> Double {
    var second = second
    while second < 1200, !stop(self) {
      second += 1
      take(StraightRide.fix(second, at: min(4000, second * 800 / 120)))
    }
    return second
  }

  func told(_ level: Int) -> Bool { told.contains { $0.level == level } }
}
