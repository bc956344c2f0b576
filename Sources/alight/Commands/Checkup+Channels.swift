import Devices
import Following
import Foundation
import Speech

/// What only a try tells: a player may be there without anything to play on, and a program for notifications without a session.
extension Checkup {
  /// Plays a moment of silence.
  func sound() async -> Finding {
    let file = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try Data(WaveFile.bytes([Int16](repeating: 0, count: 1600), sampleRate: 16_000)).write(to: file)
      try await TimeLimit.within(.seconds(15)) { try await SoundChannel.play(file.path) }
      return Finding(name: "sound", outcome: .ok, detail: "a moment of silence was played")
    } catch ChannelError.missing(let program, let package) {
      return Finding(
        name: "sound", outcome: .warning, detail: "no player (\(program)): the alarm stays silent",
        fix: "sudo apt-get install \(package) alsa-utils")
    } catch {
      return Finding(
        name: "sound", outcome: .warning, detail: "nothing can be played, the alarm stays silent: \(error)",
        fix: "start a sound server (pipewire or pulseaudio), or look at: aplay -l")
    }
  }

  /// Asks who shows notifications.
  func notifications() async -> Finding {
    let name = "notifications"
    guard let program = Self.path(of: "notify-send") else {
      return Finding(
        name: name, outcome: .warning, detail: "no notify-send: alerts are printed only",
        fix: "sudo apt-get install libnotify-bin")
    }
    let environment = ProcessInfo.processInfo.environment
    let bus = environment["DBUS_SESSION_BUS_ADDRESS"] ?? environment["XDG_RUNTIME_DIR"].map { "\($0)/bus" }
    guard let bus, !bus.isEmpty else {
      return Finding(
        name: name, outcome: .warning, detail: "\(program), but no session bus: alerts are printed only",
        fix: "start alight run in a desktop session, or under dbus-run-session")
    }
    do {
      guard let server = try await NotificationServer.information() else {
        return Finding(name: name, outcome: .ok, detail: "\(program); who shows them could not be asked")
      }
      return Finding(name: name, outcome: .ok, detail: "\(program), shown by \(server)")
    } catch {
      return Finding(
        name: name, outcome: .warning, detail: "\(program), but nobody shows them: \(error)",
        fix: "start a desktop session, or: sudo apt-get install dunst, and start it")
    }
  }
}
