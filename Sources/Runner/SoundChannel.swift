import Foundation
import Journey

/// Plays a sound by level through PipeWire, PulseAudio or ALSA, whichever answers first.
public struct SoundChannel: AlertChannel {
  /// A program that plays a WAV file.
  public struct Player: Sendable, Hashable {
    var program: String
    var arguments: [String]

    public init(_ program: String, arguments: [String] = []) {
      self.program = program
      self.arguments = arguments
    }

    public static let standard = [Player("pw-play"), Player("paplay"), Player("aplay", arguments: ["-q"])]
  }

  public let name = "sound"
  private let folder: URL
  private let players: [Player]

  /// - Parameter folder: holds `notice.wav`, `attention.wav` and `alarm.wav`.
  public init(folder: URL, players: [Player] = Player.standard) {
    self.folder = folder
    self.players = players
  }

  public func deliver(_ message: AlertMessage) async throws {
    guard let name = Self.sound(for: message) else { return }
    let file = folder.appending(path: name).path
    guard FileManager.default.isReadableFile(atPath: file) else { throw ChannelError.noSound(file: file) }
    try await Self.play(file, players: players)
  }

  /// Plays a WAV file to its end.
  /// - Throws: `ChannelError` where no player is there, or none of them can.
  public static func play(_ file: String, players: [Player] = Player.standard) async throws {
    var causes: [String] = []
    for player in players {
      do {
        _ = try await Program(player.program, package: "pulseaudio-utils").run(player.arguments + [file])
        return
      } catch ChannelError.missing {
        continue
      } catch let error as ChannelError {
        causes.append("\(error)")
      }
    }
    guard !causes.isEmpty else {
      throw ChannelError.missing(program: "pw-play, paplay or aplay", package: "pulseaudio-utils")
    }
    throw ChannelError.failed(
      program: "playing \(URL(filePath: file).lastPathComponent)", cause: causes.joined(separator: "; "))
  }

  static func sound(for message: AlertMessage) -> String? {
    switch message.alert.event {
    case .positionLost, .offRoute: return nil
    case .missed: return message.means.contains(.alarm) ? "alarm.wav" : "attention.wav"
    case .alert:
      if message.means.contains(.alarm) { return "alarm.wav" }
      if message.means.contains(.vibration) { return "attention.wav" }
      // A quiet reminder makes a sound only to get the rider ready.
      return message.alert.level == 1 ? "notice.wav" : nil
    }
  }
}
