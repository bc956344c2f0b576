import Following
import Foundation
import Journey
import Subprocess

/// Vibrates by feedbackd, as phones with Linux have it.
///
/// feedbackd reports success whether or not anything moves, and adds the phone's own sound where its profile says so. Where
/// there is no motor use no such channel: the notification and the sound of the level reach the rider.
public struct HapticsChannel: AlertChannel {
  public let name = "vibration"
  private let program: String
  private let buzzing = KeyedTasks()

  public init(program: String = "fbcli") {
    self.program = program
  }

  /// Returns when the vibration is over.
  /// - Throws: `ChannelError` where feedbackd does not answer.
  public func deliver(_ message: AlertMessage) async throws {
    guard let event = Self.event(for: message) else { return }
    try await buzzing.run(message.key.reminder) { [program] in try await Self.buzz(event, program) }
  }

  public func withdraw(_ reminder: UUID) async { await buzzing.cancel(reminder) }

  public func end(atOnce: Bool) async { await buzzing.end(atOnce: atOnce) }

  /// Whether a device of this machine says that it can vibrate.
  /// - Parameter devices: where the kernel lists its input devices.
  public static func hasMotor(devices: URL = URL(filePath: "/sys/class/input")) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: devices.path)) ?? []
    return names.contains { name in
      let file = devices.appending(path: "\(name)/device/capabilities/ff").path
      // A bit for each effect, in groups of hexadecimal digits.
      let effects = FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return effects.contains { $0.isHexDigit && $0 != "0" }
    }
  }

  /// Events of feedbackd's theme: a mail buzzes three times for 0.75 s, a call for 10 s.
  static func event(for message: AlertMessage) -> String? {
    switch message.alert.event {
    case .positionLost, .offRoute, .caught, .delayed: nil
    case .wrongWay, .wrongLine, .wrongVehicle, .positionDoubted, .setOut, .followUp: "message-new-email"
    case .cancelled, .skipped: message.isUrgent ? "phone-incoming-call" : "message-new-email"
    case .missed: "phone-incoming-call"
    case .alert:
      switch message.alert.level ?? 1 {
      case 2: message.means.contains(.vibration) ? "message-new-email" : nil
      case 3...: message.means.isDisjoint(with: [.vibration, .alarm]) ? nil : "phone-incoming-call"
      default: nil
      }
    }
  }

  private static func buzz(_ event: String, _ program: String) async throws {
    let name = program
    do {
      // It takes the end of its input for a key that ends the feedback: the input stays open.
      let result = try await Subprocess.run(
        Program.executable(name), arguments: ["-E", event, "-w", "15"], platformOptions: Program.options,
        input: .inputWriter, output: .sequence, error: .string(limit: 16 * 1024)
      ) { execution in
        for try await _ in execution.standardOutput {}
      }
      guard !result.terminationStatus.isSuccess else { return }
      let said = result.standardError.split(separator: "\n").first.map(String.init)
      throw ChannelError.failed(program: name, cause: said ?? "\(result.terminationStatus)")
    } catch let error as SubprocessError {
      throw Program(name, package: "feedbackd").failure(error)
    }
  }
}
