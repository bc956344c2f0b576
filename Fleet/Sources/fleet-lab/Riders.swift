import ArgumentParser
import Fleet
import Foundation
import Journey

/// A rider of a load: which ride they take, and when.
struct LoadRider: Codable, Sendable {
  var rider: RiderID
  var reminder: Reminder
  /// Which made ride it is, and the kind of reminder.
  var ride: Int
  var kind: Int
  var departs: Double
  /// When each level comes where nothing goes wrong, by its ride and its number as `0.3`, in seconds since 1970.
  var expected: [String: Double]

  /// How the receiver of the rider of a number wanders.
  static func noise(_ number: Int) -> Double { Double(number % 628) / 100 }
}

/// Makes riders.
struct Riders: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make riders whose rides end within some time, one a line, as alight-fleet import takes them.")

  @Option(help: "How many.") var count = 1000
  @Option(help: "How many different rides they take.") var rides = 200
  @Option(help: "Chance.") var seed: UInt64 = 1
  @Option(help: "Seconds from now until the first may depart.") var delay = 30.0
  @Option(help: "Seconds within which all depart.") var spread = 240.0
  @Flag(help: "Do not reckon when they should be told, which takes the most time.") var bare = false

  func run() throws {
    let start = Date().timeIntervalSince1970.rounded() + delay
    let made = (0..<rides).map { MadeRide($0, seed: seed) }
    var random = SplitMix(seed: seed ^ 0x5DEECE66D)
    for number in 0..<count {
      let (ride, kind) = (Int(random.next() % UInt64(rides)), number % 3)
      let departs = (start + Double(random.next() % UInt64(max(1, spread * 10))) / 10).rounded()
      guard let reminder = made[ride].reminder(departing: Date(timeIntervalSince1970: departs), rider: kind),
        let name = RiderID("rider\(number)")
      else { continue }
      let rider = LoadRider(
        rider: name, reminder: reminder, ride: ride, kind: kind, departs: departs,
        expected: bare
          ? [:]
          : made[ride].expected(
            rider: kind, phase: Double(number % 100) / 100, noise: LoadRider.noise(number)
          ).mapValues { departs + $0 })
      FileHandle.standardOutput.write(try RecordCoding.encoder().encode(rider) + Data("\n".utf8))
    }
  }
}
