import ArgumentParser
import Fleet
import FleetOptions
import FleetSQL

/// Deletes all that is known of a rider.
struct Forget: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Delete a rider's reminders, browsers, what they were told, and the log of it.",
    discussion: """
      Nothing of it can be had back. Write it out first, if it may be wanted: alight-fleet export RIDER --with-rider.
      """)

  @Argument(help: "The rider.")
  var rider: RiderID

  @Flag(help: "Do it: without this, only how many reminders they have is told.")
  var yes = false

  @OptionGroup var database: DatabaseOption

  func run() async throws {
    try await reporting {
      let store = try await database.open()
      let count = try await store.page(of: rider, after: nil, count: 1000).count
      guard yes else {
        print(
          "\(rider) has \(count) \(count == 1 ? "reminder" : "reminders"): give --yes to delete all that is known of them"
        )
        return
      }
      try await store.forget(rider)
      print("\(rider) is forgotten")
    }
  }
}
