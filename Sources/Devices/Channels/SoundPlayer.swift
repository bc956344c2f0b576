import Following
import Foundation

/// A program that plays a WAV file.
public struct SoundPlayer: Sendable, Hashable {
  /// How it is told how loud.
  public enum Loudness: Sendable, Hashable {
    /// `--volume` with 0 to 1 of full scale.
    case fraction
    /// `--volume` with 0 to 65536, on PulseAudio's cubic scale.
    case cubic
    /// Not at all: it gets a file that is as soft as that.
    case scaledFile
  }

  var program: String
  var arguments: [String]
  var loudness: Loudness

  public init(_ program: String, arguments: [String] = [], loudness: Loudness = .scaledFile) {
    self.program = program
    self.arguments = arguments
    self.loudness = loudness
  }

  /// PipeWire, PulseAudio and ALSA, in the order they are tried.
  public static let standard = [
    SoundPlayer("pw-play", loudness: .fraction), SoundPlayer("paplay", loudness: .cubic),
    SoundPlayer("aplay", arguments: ["-q"]),
  ]

  /// Plays a WAV file to its end.
  /// - Parameter volume: 0 to 1 of full scale.
  /// - Throws: `ChannelError`
  func play(_ file: String, volume: Double) async throws {
    let program = Program(program, package: "pulseaudio-utils")
    guard volume < 1 else {
      _ = try await program.run(arguments + [file])
      return
    }
    switch loudness {
    case .fraction: _ = try await program.run(arguments + ["--volume=\(volume)", file])
    case .cubic: _ = try await program.run(arguments + ["--volume=\(Int(65536 * cbrt(volume)))", file])
    case .scaledFile:
      guard let scaled = ScaledSound.data(of: file, by: volume) else {
        // Too loud is better than not at all.
        _ = try await program.run(arguments + [file])
        return
      }
      let copy = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString).wav")
      defer { try? FileManager.default.removeItem(at: copy) }
      try scaled.write(to: copy)
      _ = try await program.run(arguments + [copy.path])
    }
  }
}

extension [SoundPlayer] {
  /// What fails sooner has not played anything.
  private static var beginning: Duration { .milliseconds(250) }

  /// Plays a WAV file to its end by the first player that can.
  /// - Parameter began: called when the sound has begun, or when it is over.
  /// - Throws: `ChannelError` where no player is there, or none of them can.
  func play(_ file: String, volume: Double, began: @escaping @Sendable () -> Void = {}) async throws {
    var causes: [String] = []
    for player in self {
      let timer = Task {
        try await Task.sleep(for: Self.beginning)
        began()
      }
      defer { timer.cancel() }
      do {
        try await player.play(file, volume: volume)
        began()
        return
      } catch ChannelError.missing {
        continue
      } catch let error as ChannelError {
        try Task.checkCancellation()
        causes.append("\(error)")
      }
    }
    guard !causes.isEmpty else {
      throw ChannelError.missing(program: "pw-play, paplay or aplay", package: "pulseaudio-utils")
    }
    throw ChannelError.failed(
      program: "playing \(URL(filePath: file).lastPathComponent)", cause: causes.joined(separator: "; "))
  }
}
