import ArgumentParser
import Fleet
import FleetNATS
import Foundation
import Journey

/// Is a phone that wishes the fleet ill.
struct Hostile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Flood a fleet in the name of one rider: lying positions, huge messages, words about alerts of others.")

  @Option(help: "NATS servers, with commas between.") var nats: String
  @Option(help: "In whose name.") var rider: String = "rider0"
  @Option(help: "Messages a second.") var rate = 10_000
  @Option(help: "For so many seconds.") var seconds = 60.0
  @Option(help: "A file with a user's name and password for NATS.") var passwordFile: String?
  @Option(help: "A file with the certificates that vouch for the servers.") var ca: String?

  func run() async throws {
    guard let rider = RiderID(rider) else { throw ValidationError("--rider is no name of a rider") }
    var access = NATSAccess()
    access.password = passwordFile.map { URL(filePath: $0) }
    access.authorities = ca.map { URL(filePath: $0) }
    let line = try NATSPhoneLine(nats.split(separator: ",").map(String.init), access: access, of: rider) { _, _ in }
    var random = SplitMix(seed: 13)
    let huge = Data(repeating: UInt8(ascii: "x"), count: 60_000)
    let start = ContinuousClock.now
    var (sent, refused) = (0, 0)
    while case let passed = (ContinuousClock.now - start) / .seconds(1), passed < seconds {
      while Double(sent + refused) < passed * Double(rate) {
        do {
          try line.send(Self.message(&random, huge), of: rider)
          sent += 1
        } catch { refused += 1 }
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    print(#"{"sent":\#(sent),"refused":\#(refused)}"#)
  }

  private static func message(_ random: inout SplitMix, _ huge: Data) -> Data {
    let chance = random.next()
    switch chance % 100 {
    case 0: return huge
    case 1..<10: return Data(#"{"schema":"alight.heard/1","traces":["\#(String(chance | 1 << 63, radix: 16))"]}"#.utf8)
    case 10..<20: return Data(#"{"schema":"alight.action/1","action":"snooze"}"#.utf8)
    case 20..<25: return Data((0..<200).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    default:
      let (latitude, longitude) = (Double(chance % 18_000) / 100 - 90, Double(chance % 36_000) / 100 - 180)
      let lie = Double(chance % 4_000_000_000)
      return Data(#"{"_type":"location","lat":\#(latitude),"lon":\#(longitude),"tst":\#(lie),"acc":1}"#.utf8)
    }
  }
}
