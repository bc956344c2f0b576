import ArgumentParser
import Fleet
import FleetOptions
import FleetSQL
import Foundation

/// Writes riders out, for their own machines or for another fleet.
struct Export: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write reminders out, one a line.",
    discussion: """
      Those of a rider as "alight reminders import" takes them:

        alight-fleet export anna | alight reminders import -

      With --with-rider each has its rider and language beside it, as "alight-fleet import" takes them; with --all everybody's have.
      """)

  @Argument(help: "Whose reminders.")
  var rider: RiderID?

  @Flag(help: "Everybody's, with the riders beside them.")
  var all = false

  @Flag(help: "With the rider and their language beside each.")
  var withRider = false

  @OptionGroup var database: DatabaseOption

  func validate() throws {
    if (rider == nil) != all { throw ValidationError("name a rider, or give --all") }
  }

  func run() async throws {
    try await reporting {
      let store = try await database.open()
      var (last, count) = (UUID?.none, 0)
      repeat {
        let page = try await store.page(of: rider, after: last, count: 1000)
        for stored in page {
          try FileHandle.standardOutput.write(
            contentsOf: FleetRecord.write(stored, withRider: all || withRider) + Data("\n".utf8))
        }
        (last, count) = (page.last?.reminder.id, count + page.count)
      } while last != nil
      if count == 0 {
        throw FleetFailure(.noInput, rider.map { "\($0) has no reminders here" } ?? "there are no reminders")
      }
    }
  }
}
