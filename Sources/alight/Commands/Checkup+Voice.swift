import Foundation
import Speech

extension Checkup {
  /// Opens the microphone for a moment: whether a program is there that records, and whether it finds anything to record.
  func microphone() async -> Finding {
    let found = Self.recorders.filter { Self.path(of: $0) != nil }
    let arrival = AsyncStream<Void>.makeStream()
    let recording = Task {
      defer { arrival.continuation.finish() }
      try await Microphone().record { _ in arrival.continuation.yield() }
    }
    for await _ in arrival.stream { recording.cancel() }
    do {
      try await recording.value
      return Finding(name: "microphone", outcome: .ok, detail: "it delivers sound, by \(found.first ?? "a recorder")")
    } catch SpeechError.noRecorder {
      return Finding(
        name: "microphone", outcome: .warning,
        detail: "no recorder (\(Self.recorders.joined(separator: ", "))): answers can only be typed",
        fix: "sudo apt-get install pulseaudio-utils")
    } catch SpeechError.noMicrophone(_, let causes) {
      return Finding(
        name: "microphone", outcome: .warning,
        detail: "nothing to record (\(causes.joined(separator: "; "))): answers can only be typed",
        fix: "connect one, or choose from: arecord -l")
    } catch {
      return Finding(
        name: "microphone", outcome: .warning, detail: "\(error)", fix: "connect one, or choose from: arecord -l")
    }
  }

  /// Whether the recogniser is fitted to a speaker, and can be used so.
  func adaptation() -> Finding {
    do throws(SpeakerAdaptation.Problem) {
      let kept = try SpeakerAdaptation.read(VoiceFolder.adaptation, for: (try? SpeechModel.find())?.digest)
      return Finding(
        name: "your voice", outcome: .ok,
        detail: kept.map { "fitted to \($0.speaker) by \($0.recordings) recordings" } ?? "everybody is heard alike")
    } catch {
      return Finding(
        name: "your voice", outcome: .warning, detail: "\(error): you are heard as anybody", fix: "alight voice adapt")
    }
  }

  /// What speaks the questions: speech-dispatcher, or espeak-ng through a player.
  func speechOutput() -> Finding {
    let players = ["paplay", "pw-play", "aplay"]
    if let dispatcher = Self.path(of: "spd-say") {
      return Finding(name: "speech output", outcome: .ok, detail: dispatcher)
    }
    guard let synthesiser = Self.path(of: "espeak-ng") else {
      return Finding(
        name: "speech output", outcome: .warning, detail: "neither spd-say nor espeak-ng: questions are only shown",
        fix: "sudo apt-get install espeak-ng pulseaudio-utils")
    }
    let player = players.compactMap(Self.path(of:)).first
    return Finding(
      name: "speech output", outcome: .ok, detail: [synthesiser, player].compactMap(\.self).joined(separator: ", "))
  }

  private static let recorders = ["parec", "pw-record", "arecord"]
}
