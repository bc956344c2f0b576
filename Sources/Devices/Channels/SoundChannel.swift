import Following
import Foundation
import Journey

/// Plays a sound by level through PipeWire, PulseAudio or ALSA, whichever answers first. The alarm comes again and again,
/// louder each time, until it is withdrawn or has gone on for long enough.
public struct SoundChannel: AlertChannel {
  public let name = "sound"
  private let folder: URL
  private let policy: AlarmPolicy
  private let sounding: Sounding

  /// - Parameter folder: holds `notice.wav`, `attention.wav` and `alarm.wav`.
  public init(folder: URL, players: [SoundPlayer] = SoundPlayer.standard, policy: AlarmPolicy = AlarmPolicy()) {
    self.folder = folder
    self.policy = policy
    sounding = Sounding(players: players, policy: policy)
  }

  /// Returns when the sound has begun.
  /// - Throws: `ChannelError` where it has not; an alarm tries again all the same.
  public func deliver(_ message: AlertMessage) async throws {
    guard let name = Self.sound(for: message) else { return }
    // What is told beside a call must not end its alarm.
    if !message.alert.isCall, await sounding.isRepeating(message.key.reminder) { return }
    let file = folder.appending(path: name).path
    guard FileManager.default.isReadableFile(atPath: file) else { throw ChannelError.noSound(file: file) }
    let isAlarm = name == Self.alarm
    // Past the stop every second leads further away from it.
    let volume = isAlarm && message.alert.event == .missed ? 1 : message.volume ?? policy.firstVolume
    try await sounding.begin(file, of: message.key.reminder, volume: volume, rounds: isAlarm ? policy.rounds : 1)
  }

  public func withdraw(_ reminder: UUID) async {
    await sounding.stop(reminder)
  }

  public func end(atOnce: Bool) async {
    await sounding.end(atOnce: atOnce)
  }

  /// Plays a WAV file to its end, at full volume.
  /// - Throws: `ChannelError` where no player is there, or none of them can.
  public static func play(_ file: String, players: [SoundPlayer] = SoundPlayer.standard) async throws {
    try await players.play(file, volume: 1)
  }

  private static let alarm = "alarm.wav"

  static func sound(for message: AlertMessage) -> String? {
    switch message.alert.event {
    case .positionLost, .offRoute, .caught, .delayed: return nil
    case .wrongWay, .wrongLine, .wrongVehicle, .positionDoubted, .setOut, .followUp: return "attention.wav"
    case .cancelled, .skipped: return message.isUrgent && message.means.contains(.alarm) ? alarm : "attention.wav"
    case .missed: return message.means.contains(.alarm) ? alarm : "attention.wav"
    case .alert:
      if message.means.contains(.alarm) { return alarm }
      if message.means.contains(.vibration) { return "attention.wav" }
      // A quiet reminder makes a sound only to get the rider ready.
      return message.alert.level == 1 ? "notice.wav" : nil
    }
  }
}
