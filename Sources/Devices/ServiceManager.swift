import Foundation

/// The rider's service manager, systemd.
public enum ServiceManager {
  /// Whether it has begun this program (systemd.exec(5)), or what has begun it.
  public static var isAbove: Bool { ProcessInfo.processInfo.environment["INVOCATION_ID"]?.isEmpty == false }

  private static let program = Program("systemctl", package: "systemd")
  private static let limit = Duration.seconds(10)

  /// Whether any of these units begins when its rider logs in; true also where there is nobody to ask.
  public static func begins(anyOf units: [String]) async -> Bool {
    let states = try? await program.run(["--user", "show", "--property=UnitFileState"] + units, limit: limit)
    return states?.contains("UnitFileState=enabled") ?? true
  }

  /// Has units begin when their rider logs in, from the next time on.
  /// - Throws: `ChannelError`, with what the manager says.
  public static func enable(_ units: [String]) async throws {
    _ = try await program.run(["--user", "--quiet", "enable"] + units, limit: limit)
  }
}
