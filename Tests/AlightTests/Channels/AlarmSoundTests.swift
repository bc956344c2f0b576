import Devices
import Foundation
import Journey
import Testing

@Suite(
  "The alarm in a room with a loudspeaker", .tags(.alone), .serialized,
  .enabled(if: VoiceRoom.isInstalled, "pulseaudio, pulseaudio-utils or espeak-ng is not installed"))
struct AlarmSoundTests {
  /// As the standard policy, but with little time in between.
  private let policy = AlarmPolicy(interval: .seconds(2), longest: .seconds(4), firstVolume: 0.3, growth: 0.3)

  private let audio = Program.root.appending(path: "Audio")

  /// A room, a channel that plays in it, and what is heard.
  private struct Scene {
    let room: VoiceRoom
    let folder: URL
    let channel: SoundChannel
    let recording: SpeakerRecording

    /// - Parameter player: paplay is told how loud; any other program gets files that are as soft as that.
    init(_ policy: AlarmPolicy, loudness: SoundPlayer.Loudness) throws {
      room = try VoiceRoom()
      folder = URL(filePath: "/tmp/alight-alarm-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let variables = room.environment.map { "\($0)='\($1)'" }.joined(separator: " ")
      let player = try Script.write("exec env \(variables) paplay \"$@\"", to: folder.appending(path: "player"))
      channel = SoundChannel(
        folder: Program.root.appending(path: "Audio"),
        players: [SoundPlayer("no-such-player"), SoundPlayer(player, loudness: loudness)], policy: policy)
      recording = try SpeakerRecording(room, into: folder.appending(path: "heard.raw"))
    }

    func cleanUp() {
      recording.end()
      room.cleanUp()
      try? FileManager.default.removeItem(at: folder)
    }
  }

  @Test(
    "it comes again, louder, whatever else is told meanwhile, and then no more",
    arguments: [SoundPlayer.Loudness.cubic, .scaledFile])
  func grows(loudness: SoundPlayer.Loudness) async throws {
    let scene = try Scene(policy, loudness: loudness)
    defer { scene.cleanUp() }
    var message = SampleAlert().message(3, "get off", [.notification, .alarm])
    try await scene.channel.deliver(message)
    message.alert.event = .positionDoubted
    try await scene.channel.deliver(message)
    try await Task.sleep(for: .seconds(7))
    let heard = try scene.recording.loudness()
    let first = try #require(heard.firstIndex { $0 > 100 })
    // The alarm takes 1.6 s.
    let second = try #require(heard[(first + 17)...].firstIndex { $0 > 100 })
    #expect((18...23).contains(second - first), "\(heard)")
    #expect(heard.count > second + 30)
    let rounds = [first, second].map { heard[$0..<$0 + 17].max() ?? 0 }
    // From 0.3 to 0.6 of full scale.
    #expect(abs(rounds[1] / rounds[0] - 2) < 0.2, "\(rounds)")
    #expect(heard[(second + 18)...].allSatisfy { $0 < 10 }, "two rounds are all")
  }

  @Test("it is silent as soon as the rider knows")
  func withdrawn() async throws {
    let scene = try Scene(policy, loudness: .cubic)
    defer { scene.cleanUp() }
    let alert = SampleAlert()
    try await scene.channel.deliver(alert.message(3, "get off", [.notification, .alarm], volume: 1))
    try await Task.sleep(for: .milliseconds(400))
    await scene.channel.withdraw(alert.reminder)
    try await Task.sleep(for: .seconds(3))
    let heard = try scene.recording.loudness()
    let first = try #require(heard.firstIndex { $0 > 100 })
    let last = try #require(heard.lastIndex { $0 > 100 })
    // Of the whole alarm 1.15 s can be heard, and its second round would begin after 2 s.
    #expect(last - first < 10, "\(heard)")
  }

  @Test("it plays to its end, once, when the runner ends")
  func ended() async throws {
    let scene = try Scene(policy, loudness: .cubic)
    defer { scene.cleanUp() }
    try await scene.channel.deliver(SampleAlert().message(3, "get off", [.notification, .alarm], volume: 1))
    let began = ContinuousClock.now
    await scene.channel.end(atOnce: false)
    #expect(ContinuousClock.now - began > .seconds(0.8))
    try await Task.sleep(for: .seconds(2))
    let heard = try scene.recording.loudness()
    let first = try #require(heard.firstIndex { $0 > 100 })
    #expect((heard.lastIndex { $0 > 100 } ?? 0) - first < 19)
  }
}
