import Conversation
import Devices
import Following
import Foundation
import Journey

/// Tries every channel out, one after the other, with a message that says that it is a test.
struct AlarmTest {
  /// What a channel could do.
  typealias Finding = Checkup.Finding

  let prompts: Prompts
  let resources: Resources
  let preferences: Preferences

  /// How long a channel may take, and for how long a notification stays.
  private static let limit = Duration.seconds(15)
  private static let glance = Duration.seconds(3)

  /// - Parameter trying: called before each channel with what is about to happen.
  /// - Returns: a finding a channel.
  func findings(trying: (String) -> Void) async -> [Finding] {
    trying("notification: look at the screen ...")
    var findings = [await notification()]
    trying("vibration: take it into your hand ...")
    findings.append(await vibration())
    trying("sound: the alarm ...")
    findings.append(await sound())
    trying("speech: listen ...")
    findings.append(await speech())
    trying("command: the setting alert-command ...")
    findings.append(await command())
    trying("mqtt: the setting publish-to ...")
    findings.append(await publication())
    return findings
  }

  /// Whether the rider can be reached at all: seen or heard.
  static func isReached(_ findings: [Finding]) -> Bool {
    findings.contains { ["notification", "sound"].contains($0.name) && $0.outcome == .ok }
  }

  private var message: AlertMessage {
    let texts = prompts.alerts.test
    return AlertMessage(
      key: AlertKey(reminder: UUID(), serviceDay: Self.today, level: 3),
      alert: Alert(event: .alert, level: 3, at: Date(), estimated: false), title: texts.title, text: texts.text,
      means: [.notification, .vibration, .alarm, .speech], isRepeat: false, volume: preferences.volume)
  }

  private static var today: String {
    ServiceDay.text(Date(), zone: TimeZone.current.identifier)
  }

  private func notification() async -> Finding {
    let channel = NotificationChannel(labels: ChannelChoice.labels(prompts))
    return await tried(
      channel, worked: "shown, with buttons",
      fix: "sudo apt-get install libnotify-bin dunst, and start it in a desktop session")
  }

  private func vibration() async -> Finding {
    let finding = Checkup.vibration()
    guard finding.outcome == .ok else { return finding }
    return await tried(
      HapticsChannel(), worked: "feedbackd took it; whether anything moved only you can tell",
      fix: "sudo apt-get install feedbackd")
  }

  private func sound() async -> Finding {
    // Once, to its end.
    let channel = SoundChannel(folder: resources.audio)
    return await tried(channel, worked: "the alarm was played", fix: "sudo apt-get install pulseaudio-utils alsa-utils")
  }

  private func speech() async -> Finding {
    let channel = SpeechChannel(pause: .zero, speak: ChannelChoice.voice(prompts.language))
    return await tried(channel, worked: "the voice took it", fix: "sudo apt-get install espeak-ng pulseaudio-utils")
  }

  private func command() async -> Finding {
    guard let program = preferences.alertCommand else {
      return Finding(
        name: "command", outcome: .warning, detail: "none is set", fix: "alight preferences set alert-command PROGRAM")
    }
    return await tried(
      CommandChannel(program: program), worked: "\(program) took it",
      fix: "run \(program) by hand, with the JSON at its standard input")
  }

  private func publication() async -> Finding {
    guard let target = preferences.publishTo.flatMap({ try? PublishTarget($0) }) else {
      return Finding(
        name: "mqtt", outcome: .warning, detail: "none is set",
        fix: "alight preferences set publish-to mqtt://HOST/TOPIC")
    }
    return await tried(
      MQTTChannel(broker: target.broker, topic: target.topic),
      worked: "the broker at \(target.broker) took it for \(target.topic)",
      fix: "look whether the broker runs, and at the address: alight preferences set publish-to mqtt://USER@HOST/TOPIC")
  }

  /// Delivers, lets it fade and takes it back.
  private func tried(_ channel: any AlertChannel, worked: String, fix: String) async -> Finding {
    let message = message
    var finding = Finding(name: channel.name, outcome: .ok, detail: worked)
    do {
      try await TimeLimit.within(Self.limit) { try await channel.deliver(message) }
    } catch ChannelError.noButtons(let cause) {
      finding = Finding(name: channel.name, outcome: .ok, detail: "shown without buttons: \(cause)")
    } catch {
      finding = Finding(name: channel.name, outcome: .missing, detail: "\(error)", fix: fix)
    }
    if channel is NotificationChannel, finding.outcome == .ok { try? await Task.sleep(for: Self.glance) }
    if !(channel is NotificationChannel) { await channel.end(atOnce: false) }
    await channel.withdraw(message.key.reminder)
    return finding
  }
}
