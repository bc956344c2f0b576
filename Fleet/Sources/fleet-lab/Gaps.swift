import Alerts
import ArgumentParser
import Foundation
import Journey

/// What it costs a rider that nothing is heard of their phone for some seconds, whatever the fleet does.
struct Gaps: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "How much later the engine alone tells riders of whose phones some seconds are not heard.",
    discussion: "What faults of a broker cost at least: no worker can make more of what nobody has heard.")

  @Option(help: "How many different rides.") var rides = 200
  @Option(help: "Chance.") var seed: UInt64 = 1
  @Option(help: "Seconds of which nothing is heard, with commas between.") var seconds = "0,1,2,3,5,8,12,20"

  func run() throws {
    let made = (0..<rides).map { MadeRide($0, seed: seed) }
    for gap in seconds.split(separator: ",").compactMap({ Int($0) }) {
      var random = SplitMix(seed: seed)
      var (delays, lost, early) = ([Double](), 0, 0)
      for (place, ride) in made.enumerated() {
        let expected = ride.expected(rider: place % 3)
        for level in expected.values {
          // Each level has a gap of its own, in which it falls due, or after which it does.
          let begins = level.rounded(.down) - Double(random.next() % UInt64(gap + 10))
          let told = ride.expected(rider: place % 3, silent: begins..<begins + Double(gap))
          guard let name = expected.first(where: { $0.value == level })?.key else { continue }
          guard let at = told[name] else {
            lost += 1
            continue
          }
          delays.append(at - level)
          if at < level - 2 { early += 1 }
        }
      }
      delays.sort()
      func part(_ share: Double) -> Double { delays.isEmpty ? 0 : delays[Int(share * Double(delays.count - 1))] }
      print(
        #"{"silentSeconds":\#(gap),"levels":\#(delays.count + lost),"neverTold":\#(lost),"early":\#(early),"p50":\#(part(0.5)),"#
          + #""p90":\#(part(0.9)),"p99":\#(part(0.99)),"max":\#(part(1))}"#)
    }
  }
}
