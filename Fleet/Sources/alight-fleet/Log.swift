import ArgumentParser
import Fleet
import FleetOptions
import FleetSQL
import Foundation

/// Says what was done for a rider.
struct Log: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell what was done for a rider in the last seven days, and by whom.",
    discussion: """
      Each line has the instant, what happened, to which alert by its trace, and the worker. It holds no position.

        alight-fleet log anna
      """)

  @Argument(help: "The rider.")
  var rider: RiderID

  @OptionGroup var database: DatabaseOption

  func run() async throws {
    try await reporting {
      let decisions = try await database.open().decisions(of: rider)
      guard !decisions.isEmpty else {
        throw FleetFailure(.noInput, "nothing was done for \(rider) in the last seven days")
      }
      for decision in decisions {
        let instant = decision.at.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let reminder = decision.reminder.map { String($0.uuidString.lowercased().prefix(8)) } ?? "-"
        let trace = decision.trace?.description ?? "-"
        print("\(instant)  \(decision.kind.rawValue)  \(decision.detail)  \(reminder)  \(trace)  \(decision.worker)")
      }
    }
  }
}
