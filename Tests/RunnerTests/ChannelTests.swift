import Foundation
import Journey
import Synchronization
import TestServers
import Testing

@testable import Devices
@testable import Following

@Suite("Channels", .tags(.alone))
struct ChannelTests {
  private func message(level: Int, _ means: Set<AlertMeans>) -> AlertMessage {
    AlertMessage(
      key: AlertKey(reminder: UUID(), serviceDay: "2027-01-15", level: level),
      alert: Alert(event: .alert, level: level, at: SampleReminder.start, estimated: false), title: "--help",
      text: "Get off", means: means, isRepeat: false)
  }

  private func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// A program that writes its arguments to a file and prints what a notification service would.
  private func recorder(in folder: URL) throws -> (program: String, log: URL) {
    let program = folder.appending(path: "recorder")
    let log = folder.appending(path: "log")
    try Data("#!/bin/sh\necho \"$*\" >> '\(log.path)'\necho 42\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    return (program.path, log)
  }

  @Test("a notification shows a text as it is, whatever marks are in it")
  func markup() {
    let text = "Park & <b>Ride</b>\u{1B}[31m, C:\\new\nline"
    #expect(NotificationChannel.body(text) == "Park &amp; &lt;b&gt;Ride&lt;/b&gt;, C:\\\\new line")
  }

  @Test("urgency grows with the level, and the notification is replaced in place")
  func notification() async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (program, log) = try recorder(in: folder)
    let channel = NotificationChannel(program: program)
    var first = message(level: 1, [.notification])
    try await channel.deliver(first)
    first.means = [.notification, .vibration]
    try await channel.deliver(first)
    let calls = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    // What is told beside a call does not take its place.
    first.alert.event = .positionLost
    try await channel.deliver(first)
    let beside = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").last
    #expect(beside?.contains("--replace-id") == false && beside?.contains("--urgency=low") == true)
    #expect(calls.count == 2)
    #expect(calls[0].contains("--urgency=normal") && !calls[0].contains("--replace-id"))
    #expect(calls[1].contains("--urgency=critical") && calls[1].contains("--replace-id=42"))
    #expect(calls[1].hasSuffix("-- --help Get off"))
  }

  @Test("a missing program says what to install")
  func missing() async {
    await #expect(throws: ChannelError.missing(program: "no-such-notify", package: "libnotify-bin")) {
      try await NotificationChannel(program: "no-such-notify").deliver(message(level: 1, [.notification]))
    }
  }

  @Test("a program that fails says why")
  func failing() async throws {
    let channel = NotificationChannel(program: "/bin/false")
    await #expect(throws: ChannelError.self) { try await channel.deliver(message(level: 3, [.notification, .alarm])) }
  }

  @Test("each level has its sound, and the first player that works is used")
  func sound() async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["notice", "attention", "alarm"] { try Data().write(to: folder.appending(path: "\(name).wav")) }
    let (program, log) = try recorder(in: folder)
    let channel = SoundChannel(folder: folder, players: [.init("no-such-player"), .init("/bin/false"), .init(program)])
    let messages = [
      message(level: 1, [.notification]), message(level: 2, [.notification, .vibration]),
      message(level: 3, [.notification, .alarm]),
    ]
    for (count, message) in messages.enumerated() {
      try await channel.deliver(message)
      // A sound has begun when its player has: that one may not have come so far, and must not be overtaken.
      await Patience.waitApart {
        ((try? String(contentsOf: log, encoding: .utf8)) ?? "").count(where: \.isNewline) > count
      }
    }
    try await channel.deliver(message(level: 3, [.notification]))
    let played = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map {
      URL(filePath: String($0)).lastPathComponent
    }
    #expect(played == ["notice.wav", "attention.wav", "alarm.wav"])
  }

  @Test("a motor is one that the kernel says can move, whatever feedbackd answers")
  func motor() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(!HapticsChannel.hasMotor(devices: folder.appending(path: "none")))
    for (device, effects) in [("event0", "0\n"), ("event1", "107030000 0\n")] {
      #expect(!HapticsChannel.hasMotor(devices: folder))
      let capabilities = folder.appending(path: "\(device)/device/capabilities")
      try FileManager.default.createDirectory(at: capabilities, withIntermediateDirectories: true)
      try Data(effects.utf8).write(to: capabilities.appending(path: "ff"))
    }
    #expect(HapticsChannel.hasMotor(devices: folder))
  }

  @Test("vibration goes on until it is over: the program's input stays open")
  func vibration() async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "fbcli")
    let log = folder.appending(path: "log")
    // As fbcli does, it ends at once where its input ends.
    let script = "#!/bin/bash\nread -r -t 0.5; echo \"$? $*\" >> '\(log.path)'\n"
    try Data(script.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let channel = HapticsChannel(program: program.path)
    try await channel.deliver(message(level: 1, [.notification]))
    try await channel.deliver(message(level: 2, [.notification, .vibration]))
    try await channel.deliver(message(level: 3, [.notification, .alarm]))
    let calls = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    // Above 128 says that the time was up, 1 that the input was.
    #expect(calls.map { $0.prefix(3) } == ["142", "142"])
    #expect(calls.map { $0.contains("phone-incoming-call") } == [false, true])
    await #expect(throws: ChannelError.missing(program: "no-such-fbcli", package: "feedbackd")) {
      try await HapticsChannel(program: "no-such-fbcli").deliver(message(level: 2, [.vibration]))
    }
  }

  @Test("only what was chosen is spoken, and it stops when the rider knows")
  func speech() async throws {
    let said = Mutex<[String]>([])
    let channel = SpeechChannel(pause: .zero) { text in
      said.withLock { $0.append(text) }
      try await Task.sleep(for: .seconds(30))
    }
    try await channel.deliver(message(level: 3, [.notification, .alarm]))
    #expect(said.withLock { $0.isEmpty })
    let spoken = message(level: 3, [.notification, .speech])
    let delivery = Task { try await channel.deliver(spoken) }
    while said.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
    await channel.withdraw(spoken.key.reminder)
    await #expect(throws: CancellationError.self) { try await delivery.value }
    #expect(said.withLock { $0 } == ["Get off"])
  }

  @Test("a sound that is not there is named")
  func noSound() async {
    let channel = SoundChannel(folder: URL(filePath: "/no/such/folder"))
    await #expect(throws: ChannelError.noSound(file: "/no/such/folder/alarm.wav")) {
      try await channel.deliver(message(level: 3, [.alarm]))
    }
  }
}
