// A ride of four stops, followed along its line at ten metres a second: swift run DecideAlert
import Alerts
import Foundation
import Journey

let start = Date(timeIntervalSince1970: 1_796_000_000)
let places = ["Alpha", "Beta", "Gamma", "Delta"].enumerated().map { number, name in
  Stop(name: name, position: Position(latitude: 48.3 + Double(number) * 0.01, longitude: 14.3))
}
let stops = places.enumerated().map { number, stop in
  let at = start + Double(number) * 120
  return RideStop(stop: stop, arrival: at, departure: at, metres: Double(number) * 1112)
}
let ride = Ride(tripID: "1", line: "7", serviceDay: "2026-11-30", zone: "UTC", stops: stops)
guard
  let plan = AlertPlan(
    ride: ride, levels: Level.expand(.stops(2), over: ride), timetable: .ofTheDay, knowsBoarding: true)
else { fatalError("a ride has stops") }

var state = AlertState()
for second in stride(from: 0.0, through: 360, by: 5) {
  let place = Position(latitude: 48.3 + second / 360 * 0.03, longitude: 14.3)
  for effect in AlertEngine.advance(plan, &state, .fix(Fix(at: start + second, position: place, accuracy: 8))) {
    if case .deliver(let alert) = effect { print("after \(Int(second)) s: level \(alert.level ?? 0)") }
  }
}
