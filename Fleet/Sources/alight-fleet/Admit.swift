import ArgumentParser
import Fleet
import FleetOptions
import FleetSQL

/// Lets a tenant in.
struct Admit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let a role of PostgreSQL use the tables as a tenant of its own.",
    discussion: """
      It sees and writes its own reminders alone, whatever it asks for. Make the role first, and run this as the owner of the tables:

        createuser linz
        alight-fleet admit linz --database postgresql:///alight
      """)

  @Argument(help: "The role.")
  var role: RiderID

  @OptionGroup var database: DatabaseOption

  func run() async throws {
    try await reporting {
      guard try !database.address().hasPrefix("sqlite:") else {
        throw FleetFailure(.noPermission, "a file of SQLite has one tenant: give each a file of its own")
      }
      try await database.open().admit(role)
      print("\(role) is let in")
    }
  }
}
