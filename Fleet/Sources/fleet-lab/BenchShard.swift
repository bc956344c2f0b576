import Alerts
import ArgumentParser
import Fleet
import Foundation
import Journey

/// How many fixes the engine takes for a fleet, on one core.
struct BenchShard: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fixes a second on one core with the real engine, with their ticks, and the memory of a rider.")

  @Option(help: "How many riders.") var riders = 20_000
  @Option(help: "How many different rides.") var rides = 200
  @Option(help: "Over how many partitions.") var partitions = 1
  @Option(help: "Seconds of the rides.") var seconds = 120
  @Flag(help: "Read each fix from its JSON.") var parse = false

  func run() throws {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let made = (0..<rides).map { MadeRide($0, seed: 1) }
    var shards = Array(repeating: RiderShard(), count: partitions)
    let names = (0..<riders).compactMap { RiderID("rider\($0)") }
    let empty = Usage.memory
    for (place, name) in names.enumerated() {
      guard let reminder = made[place % rides].reminder(departing: start, rider: place / rides) else { continue }
      shards[place % partitions].follow(reminder, of: name, told: [], at: start - 10)
    }
    let full = Usage.memory
    var (took, alerts) = (Duration.zero, 0)
    for second in 0..<seconds {
      let now = start + Double(second)
      let messages = names.indices.map { place -> Data in
        let position = made[place % rides].position(Double(second), noise: LoadRider.noise(place))
        return Data(
          #"{"_type":"location","lat":\#(position.latitude),"lon":\#(position.longitude),"tst":\#(now.timeIntervalSince1970),"acc":8}"#
            .utf8)
      }
      let fixes = messages.map { data -> Fix in
        guard case .fix(let fix, _) = PhoneMessage(data) else { fatalError("our own fix is one") }
        return fix
      }
      took += ContinuousClock().measure {
        for place in names.indices {
          var fix = fixes[place]
          if parse, case .fix(let read, _) = PhoneMessage(messages[place]) { fix = read }
          alerts += shards[place % partitions].take(fix, of: names[place], at: now).count
        }
        for place in shards.indices { alerts += shards[place].tick(at: now).count }
      }
    }
    let rate = Double(riders * seconds) / (took / .seconds(1))
    print(
      """
      {"fixesPerSecond":\(Int(rate)),"riders":\(riders),"partitions":\(partitions),"alerts":\(alerts),\
      "bytesPerRider":\((full - empty) / max(1, riders)),"bytesPerRiderAtEnd":\((Usage.memory - empty) / max(1, riders))}
      """)
  }
}
