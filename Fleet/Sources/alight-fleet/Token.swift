import ArgumentParser
import Fleet
import FleetOptions
import FleetService
import Foundation

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
