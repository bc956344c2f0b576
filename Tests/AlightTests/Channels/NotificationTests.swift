import Devices
import Following
import Foundation
import Journey
import Synchronization
import Testing

/// An alert of a level, for one reminder.
struct SampleAlert {
  let reminder = UUID()

  func message(_ level: Int, _ text: String, _ means: Set<AlertMeans> = [.notification], volume: Double? = nil)
    -> AlertMessage
  {
    AlertMessage(
      key: AlertKey(reminder: reminder, serviceDay: "2027-01-15", level: level),
      alert: Alert(event: .alert, level: level, at: Date(timeIntervalSince1970: 1_800_000_000), estimated: false),
      title: "Hagenberg", text: text, means: means, isRepeat: false, volume: volume)
  }
}

@Suite(
  "Notifications on a desktop", .tags(.alone), .serialized,
  .enabled(if: Desktop.isInstalled, "dunst, xvfb, dbus or libnotify-bin is not installed"))
struct NotificationTests {
  private let labels = ActionLabels(
    ofRide: [.done: "I'm off", .snooze: "Snooze", .stop: "Stop"], ofPlace: [.done: "Done", .snooze: "Later"])

  /// The buttons that were pressed.
  private final class Presses: Sendable {
    let list = Mutex<[(UUID, RiderAction)]>([])
    var actions: [RiderAction] { list.withLock { $0.map(\.1) } }
  }

  private func channel(_ desktop: Desktop, _ presses: Presses = Presses()) throws -> NotificationChannel {
    NotificationChannel(program: try desktop.script("notify-send"), labels: labels) { reminder, action in
      presses.list.withLock { $0.append((reminder, action)) }
    }
  }

  @Test("one is updated in place by the next alert, and taken back when the rider knows")
  func updated() async throws {
    let desktop = try Desktop()
    defer { desktop.cleanUp() }
    let channel = try channel(desktop)
    let alert = SampleAlert()
    try await channel.deliver(alert.message(1, "get ready"))
    #expect(try desktop.shownCount() == 1)
    try await channel.deliver(alert.message(3, "get off", [.notification, .alarm]))
    #expect(try desktop.shownCount() == 1)
    await channel.withdraw(alert.reminder)
    try desktop.wait("an empty screen") { try desktop.shownCount() == 0 }
    let closed = try desktop.closed()
    #expect(closed.map(\.text) == ["get off"], "the first text was replaced, not shown beside the second")
    // After that it is a new one.
    try await channel.deliver(alert.message(3, "get off, again", [.notification, .alarm]))
    #expect(try desktop.shownCount() == 1)
    await channel.withdraw(alert.reminder)
  }

  @Test(
    "each button tells what the rider wants",
    arguments: [("I'm off", RiderAction.done), ("Snooze", .snooze), ("Stop", .stop)])
  func pressed(label: String, action: RiderAction) async throws {
    let desktop = try Desktop()
    defer { desktop.cleanUp() }
    let presses = Presses()
    let channel = try channel(desktop, presses)
    let alert = SampleAlert()
    try await channel.deliver(alert.message(2, "get up", [.notification, .vibration]))
    try await channel.deliver(alert.message(3, "get off", [.notification, .alarm]))
    try desktop.press(label)
    try desktop.wait("the press") { !presses.actions.isEmpty }
    #expect(presses.actions == [action])
    #expect(presses.list.withLock { $0.map(\.0) } == [alert.reminder])
    await channel.withdraw(alert.reminder)
  }

  @Test("a click on the notification itself only silences it")
  func clicked() async throws {
    let desktop = try Desktop()
    defer { desktop.cleanUp() }
    let presses = Presses()
    let channel = try channel(desktop, presses)
    try await channel.deliver(SampleAlert().message(1, "get ready"))
    try desktop.click()
    try desktop.wait("the click") { !presses.actions.isEmpty }
    #expect(presses.actions == [.snooze])
  }

  @Test("what is shown stays when the runner ends")
  func left() async throws {
    let desktop = try Desktop()
    defer { desktop.cleanUp() }
    let channel = try channel(desktop)
    try await channel.deliver(SampleAlert().message(3, "get off", [.notification, .alarm]))
    await channel.end(atOnce: true)
    usleep(200_000)
    #expect(try desktop.shownCount() == 1)
  }

  @Test("a runner that comes back after a crash replaces what it had shown")
  func restarted() async throws {
    let desktop = try Desktop()
    defer { desktop.cleanUp() }
    let alert = SampleAlert()
    let crashed = try channel(desktop)
    try await crashed.deliver(alert.message(3, "get off", [.notification, .alarm]))
    await crashed.end(atOnce: true)
    let channel = try channel(desktop)
    try await channel.deliver(alert.message(3, "get off (repeated)", [.notification, .alarm]))
    #expect(try desktop.shownCount() == 1)
    await channel.withdraw(alert.reminder)
    try desktop.wait("an empty screen") { try desktop.shownCount() == 0 }
  }

  @Test("a session without a notification service is told at once")
  func nobody() async throws {
    let desktop = try Desktop(hasService: false)
    defer { desktop.cleanUp() }
    let channel = try channel(desktop)
    let error = await #expect(throws: ChannelError.self) {
      try await channel.deliver(SampleAlert().message(1, "get ready"))
    }
    // The bus says so itself: nothing was waited for in vain.
    #expect(error?.description.contains("org.freedesktop.Notifications") == true, "\(String(describing: error))")
  }

  @Test("a service without buttons shows the notification, and that is told once")
  func withoutButtons() async throws {
    let folder = URL(filePath: "/tmp/alight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = try Script.write(
      "echo 'Actions are not supported by this notifications server.' >&2\nsleep 0.1\necho 7\nexec sleep 30",
      to: folder.appending(path: "notify"))
    let channel = NotificationChannel(program: program, labels: labels)
    let alert = SampleAlert()
    await #expect(throws: ChannelError.noButtons(cause: "Actions are not supported by this notifications server.")) {
      try await channel.deliver(alert.message(1, "get ready"))
    }
    try await channel.deliver(alert.message(2, "get up"))
    await channel.withdraw(alert.reminder)
  }

  @Test("a notify-send that crashes takes nobody with it")
  func crash() async throws {
    let folder = URL(filePath: "/tmp/alight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = try Script.write("echo 7\nkill -SEGV $$", to: folder.appending(path: "notify"))
    let presses = Presses()
    let channel = NotificationChannel(program: program, labels: labels) { reminder, action in
      presses.list.withLock { $0.append((reminder, action)) }
    }
    let alert = SampleAlert()
    for level in 1...3 { try await channel.deliver(alert.message(level, "get off")) }
    await channel.withdraw(alert.reminder)
    #expect(presses.actions.isEmpty)
  }
}
