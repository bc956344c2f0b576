import Alerts
import Conversation
import Foundation
import Journey
import Testing

@testable import alight_lab

@Suite("What alerts say, held against the truth")
struct SentenceTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let traces = package.deletingLastPathComponent().appending(path: "shared/data/traces")

  private static func rides(_ count: Int, seed: UInt64) throws -> SpokenRides {
    SpokenRides(
      options: try RideOptions.parse([
        "--demo-network", package.appending(path: "Prompts/demo-network").path, "--count", "\(count)", "--seed",
        "\(seed)",
      ]))
  }

  /// Changes what the engine says of each alert before it is put into words.
  private static func count(_ rides: [SpokenRide], _ language: String, lie: (inout Moment) -> Void = { _ in }) throws
    -> SentenceCount
  {
    let file = package.appending(path: "Prompts/\(language).yaml")
    let (prompts, reader) = (try Prompts.load(from: file), try SentenceReader(file))
    return rides.reduce(into: SentenceCount()) { count, ride in
      let told = ride.told().map { told in
        var told = told
        if var moment = told.alert.moment {
          lie(&moment)
          told.alert.moment = moment
        }
        return told
      }
      count.add(ride, told, prompts, reader)
    }
  }

  @Test(
    "along the timetable, in all modes, late, in tunnels and bad reception, not one sentence in a hundred is wrong",
    arguments: ["en", "de"])
  func simulated(language: String) throws {
    let count = try Self.count(Self.rides(56, seed: 5).simulated(), language)
    #expect(count.checked > 150)
    #expect(count.wrong * 100 <= count.checked, "\(count.faults.joined(separator: "\n"))")
  }

  @Test(
    "on trains that stand, turn back or go the wrong way two in a hundred may be wrong: minutes that nobody foresees",
    arguments: ["en", "de"])
  func trains(language: String) throws {
    let count = try Self.count(Self.rides(48, seed: 6).trains(), language)
    #expect(count.checked > 150)
    #expect(count.wrong * 50 <= count.checked, "\(count.faults.joined(separator: "\n"))")
  }

  @Test("on hard rides every sentence can be read in every language, and both say the same")
  func hard() throws {
    let rides = try Self.rides(HardRideKind.all.count, seed: 7).hard()
    let counts = try ["en", "de"].map { try Self.count(rides, $0) }
    #expect(counts[0].checked == counts[1].checked && counts[0].wrong == counts[1].wrong)
    #expect(!counts.flatMap(\.faults).contains { $0.contains("cannot be read") })
  }

  @Test(
    "on recorded rides nearly all is true",
    .enabled(
      if: FileManager.default.fileExists(atPath: traces.path), "the recorded rides are not beside the package"))
  func recorded() throws {
    let count = try Self.count(SpokenRides.recorded(Self.traces), "en")
    #expect(count.checked > 200)
    // Their timetables are of another day: minutes are a guess by the pace of buses.
    #expect(count.wrong * 20 <= count.checked, "\(count.faults.joined(separator: "\n"))")
  }

  @Test("a sentence that counts one stop too many, doubles a number or hides an estimate is found")
  func lies() throws {
    let rides = try Self.rides(28, seed: 5).simulated()
    let lies: [(inout Moment) -> Void] = [
      { $0.stopsLeft = $0.stopsLeft.map { $0 + 1 } },
      { $0.nextStop = $0.nextStop.map { max(1, $0 - 1) } },
      { $0.metresLeft = $0.metresLeft.map { 2 * $0 + 200 } },
      { $0.secondsLeft = $0.secondsLeft.map { 2 * $0 + 120 } },
    ]
    for (index, lie) in lies.enumerated() {
      let count = try Self.count(rides, "en", lie: lie)
      #expect(count.wrong > 5, "lie \(index)")
    }
  }
}
