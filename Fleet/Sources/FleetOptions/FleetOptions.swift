import ArgumentParser
import Fleet
import FleetNATS
import FleetPostgres
import FleetSQL
import FleetSQLite
import Foundation

/// Why a command has not done what was asked, and the status that it ends with: those of sysexits.h.
public struct FleetFailure: Error, CustomStringConvertible {
  public enum Status: Int32, Sendable {
    case data = 65
    case noInput = 66
    case unavailable = 69
    case storage = 74
    case noPermission = 77
  }

  public var status: Status
  public var description: String

  public init(_ status: Status, _ description: String) { (self.status, self.description) = (status, description) }
}

/// Runs a command, and tells what goes wrong in one line.
public func reporting(_ work: () async throws -> Void) async throws {
  do {
    try await work()
  } catch let failure as FleetFailure {
    throw ending(failure)
  } catch let failure as SQLFailure {
    throw ending(FleetFailure(.unavailable, failure.description))
  } catch let failure as BusFailure {
    throw ending(FleetFailure(.unavailable, failure.description))
  }
}

private func ending(_ failure: FleetFailure) -> ExitCode {
  FileHandle.standardError.write(Data("alight-fleet: \(failure)\n".utf8))
  return ExitCode(failure.status.rawValue)
}

/// What an option says, or else the environment.
private func setting(_ option: String?, _ variable: String) -> String? {
  option ?? ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
}

/// Where reminders and the ledger are.
public struct DatabaseOption: ParsableArguments {
  @Option(help: "postgresql://… or host=… as libpq takes it, or sqlite:FILE (default: ALIGHT_FLEET_DATABASE).")
  public var database: String?

  public init() {}

  public func address() throws -> String {
    guard let address = setting(database, "ALIGHT_FLEET_DATABASE") else {
      throw ValidationError(
        "name the database: --database sqlite:FILE or postgresql://HOST/NAME, or ALIGHT_FLEET_DATABASE")
    }
    return address
  }

  public func open() async throws -> SQLFleetStore {
    let address = try address()
    if address.hasPrefix("sqlite:") {
      return try await SQLFleetStore(SQLiteSession(path: String(address.dropFirst("sqlite:".count))))
    }
    return try await SQLFleetStore(PostgresSession(address))
  }
}

/// Where positions come in and alerts go out.
public struct NATSOption: ParsableArguments {
  @Option(help: "nats://HOST:PORT or tls://HOST:PORT, several with commas between (default: ALIGHT_FLEET_NATS).")
  var nats: String?

  @Option(help: "A file of credentials for NATS, as nsc writes it (default: ALIGHT_FLEET_CREDENTIALS).")
  var credentials: String?

  @Option(help: "A file with a user's name and password for NATS, a line each (default: ALIGHT_FLEET_PASSWORD_FILE).")
  var passwordFile: String?

  @Option(help: "A file with the certificates that vouch for the NATS servers (default: ALIGHT_FLEET_CA).")
  var ca: String?

  public init() {}

  public func connect() throws -> NATSBus {
    guard let servers = setting(nats, "ALIGHT_FLEET_NATS") else {
      throw ValidationError("name the NATS servers: --nats nats://HOST:4222, or ALIGHT_FLEET_NATS")
    }
    var access = NATSAccess()
    access.credentials = try file(credentials, "ALIGHT_FLEET_CREDENTIALS")
    access.password = try file(passwordFile, "ALIGHT_FLEET_PASSWORD_FILE")
    access.authorities = try file(ca, "ALIGHT_FLEET_CA")
    return try NATSBus(servers.split(separator: ",").map(String.init), access: access)
  }

  private func file(_ option: String?, _ variable: String) throws -> URL? {
    guard let path = setting(option, variable) else { return nil }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw FleetFailure(.noInput, "\(path) cannot be read: name another file, or let this user read it")
    }
    return URL(filePath: path)
  }
}

extension RiderID: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension WorkerID: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension LanguageTag: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension RingOrder: ExpressibleByArgument {}
