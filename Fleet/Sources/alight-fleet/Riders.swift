import ArgumentParser
import Fleet
import FleetOptions
import FleetPostgres
import FleetService
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

/// Makes the token of a phone.
struct Token: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make the token with which a rider's phone may speak for them by HTTP.",
    discussion: """
      The secret is 32 bytes or more that nobody else has:

        head -c 32 /dev/urandom > phone.key
        alight-fleet token anna --phone-key phone.key

      Whoever has it may send positions, say that an alert was heard, and have a browser told the rider's alerts.

      Whoever sends for all riders, as a front of your own, gets one with --everybody.
      """)

  @Argument(help: "The rider.")
  var rider: RiderID?

  @Flag(help: "For whoever speaks for all riders.")
  var everybody = false

  @Option(help: "The file with the secret.")
  var phoneKey: String

  func validate() throws {
    if (rider == nil) != everybody { throw ValidationError("name a rider, or give --everybody") }
  }

  func run() async throws {
    try await reporting { print(try Self.keys(phoneKey).token(rider.map { .rider($0) } ?? .everybody)) }
  }

  static func keys(_ path: String) throws -> PhoneKeys {
    guard let keys = PhoneKeys(secret: try secret(path)) else { throw FleetFailure(.data, "\(path) is no secret") }
    return keys
  }

  /// What a file of a secret holds.
  static func secret(_ path: String) throws -> Data {
    guard let secret = FileManager.default.contents(atPath: path) else {
      throw FleetFailure(.noInput, "\(path) cannot be read: make it with head -c 32 /dev/urandom")
    }
    guard secret.count >= 32 else {
      throw FleetFailure(.data, "\(path) has \(secret.count) bytes, a secret has 32 or more: head -c 32 /dev/urandom")
    }
    return secret
  }
}

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
