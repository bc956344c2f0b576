import Alerts
import ArgumentParser
import Fleet
import Foundation
import Journey

/// What more riders cost, in simulated time.
struct Grow: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Drive riders whose phones are silent for as long as they may, in simulated time: fixes a trip, and what is late."
  )

  @Option(help: "How many riders.") var riders = 1000
  @Option(help: "How many different rides.") var rides = 1000
  @Option(help: "Minutes within which all depart.") var minutes = 30.0
  @Option(help: "Times as long as the made rides take, of which most are ten minutes.") var stretch = 3.0

  func run() throws {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let made = (0..<rides).map { MadeRide($0, seed: 3, stretch: stretch) }
    let expected = made.map { ride in (0..<3).map { ride.expected(rider: $0) } }
    var shards = Array(repeating: RiderShard(), count: Partition.count)
    var random = SplitMix(seed: 9)
    let departs = (0..<riders).map { _ in Double(random.next() % UInt64(minutes * 60)) }
    let names = (0..<riders).compactMap { RiderID("rider\($0)") }
    let parts = names.map { Partition(of: $0).number }
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    // The phones that speak in each second.
    var wakes: [Int: [Int32]] = [:]
    for place in names.indices { wakes[Int(departs[place]), default: []].append(Int32(place)) }
    var isFollowed = Array(repeating: false, count: riders)
    let empty = Usage.memory
    var (fixes, dense, alerts, late, latest, followed, most) = (0, 0, 0, 0, 0.0, 0, 0)
    var second = 0
    let last = Int(minutes * 60 + (made.map(\.seconds).max() ?? 0)) + 300
    let began = Usage.processorSeconds
    while second < last {
      let now = start + Double(second - 60)
      func count(_ told: [FleetAlert]) {
        for alert in told where alert.alert.event == .alert {
          guard let place = places[alert.rider], let level = alert.alert.level else { continue }
          alerts += 1
          let due = expected[place % rides][place / rides % 3]["\(alert.alert.leg).\(level)"] ?? 0
          let delay = Double(second - 60) - departs[place] - due
          if delay > 2 { late += 1 }
          latest = max(latest, delay)
        }
      }
      for place in (wakes.removeValue(forKey: second) ?? []).map(Int.init) {
        let ride = made[place % rides]
        let own = Double(second - 60) - departs[place]
        if !isFollowed[place], let reminder = ride.reminder(departing: start + departs[place], rider: place / rides % 3)
        {
          shards[parts[place]].follow(reminder, of: names[place], told: [], at: now)
          isFollowed[place] = true
          followed += 1
        }
        let fix = Fix(at: now, position: ride.position(own, noise: LoadRider.noise(place)), accuracy: 8)
        count(shards[parts[place]].take(fix, of: names[place], at: now))
        fixes += 1
        guard let quiet = shards[parts[place]].quiet(of: names[place], accuracy: 8, at: now), own < ride.seconds + 120
        else {
          dense += Int(own) + 60
          continue
        }
        wakes[second + max(1, Int(quiet)), default: []].append(Int32(place))
      }
      for place in shards.indices { count(shards[place].tick(at: now)) }
      if second % 60 == 0 { most = max(most, Usage.memory) }
      second += 1
    }
    let used = Usage.processorSeconds - began
    print(
      """
      {"riders":\(riders),"fixesPerTrip":\(Double(fixes) / Double(riders)),"secondsPerTrip":\(Double(dense) / Double(riders)),\
      "timesFewer":\(Double(dense) / Double(fixes)),"alerts":\(alerts),"expected":\(3 * followed),"laterThan2s":\(late),\
      "latest":\(latest),"processorSeconds":\(used),"coreShare":\(used / Double(last)),"memoryMB":\((most - empty) >> 20)}
      """)
  }
}
