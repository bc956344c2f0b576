import Conversation
import Devices
import Following
import Foundation
import Journey
import Speech
import Storage

/// The channels of a run: what this machine has, as the rider chose it.
struct ChannelChoice {
  let isQuiet: Bool
  private let command: String?
  private let target: PublishTarget?
  private let webhook: Webhook?
  private let push: (any AlertChannel)?
  private let prompts: Prompts
  private let resources: Resources

  /// - Parameter services: The origins of push services that are allowed beside those of the browsers.
  /// - Throws: `CommandFailure` where the program named for this run cannot be run.
  init(
    _ options: ChannelOptions, _ store: ReminderStore, _ prompts: Prompts, _ resources: Resources,
    services: [String] = []
  ) throws {
    let preferences = try store.preferences()
    isQuiet = options.quiet ?? preferences.quiet ?? false
    // One that was set and has gone since is told with each alert, and keeps nobody from riding.
    command = try options.command.map { try AlertCommand($0).path } ?? preferences.alertCommand
    target = try (options.publish ?? preferences.publishTo).map(PublishTarget.init)
    webhook = try (options.webhook ?? preferences.alertWebhook).map {
      try Webhook(
        $0, form: Webhook.Form(preferences.webhookForm ?? "alight"), fields: preferences.webhookFields ?? "")
    }
    push = PushedAlerts.channel(store, labels: Self.labels(prompts), services: services)
    self.prompts = prompts
    self.resources = resources
  }

  /// All channels.
  /// - Parameters:
  ///   - terminal: the one that prints.
  ///   - onAction: what is done when a button is pressed; where nothing is, there are no buttons.
  func channels(_ terminal: TerminalChannel, onAction: NotificationChannel.ActionHandler? = nil) -> [any AlertChannel] {
    var channels: [any AlertChannel] = [terminal, notification(onAction)]
    if Checkup.vibration().outcome == .ok { channels.append(HapticsChannel()) }
    if let command { channels.append(CommandChannel(program: command)) }
    channels.append(ActionChannel())
    if let target { channels.append(MQTTChannel(broker: target.broker, topic: target.topic)) }
    if let webhook { channels.append(WebhookChannel(webhook)) }
    if let push { channels.append(push) }
    if isQuiet { return channels.map(QuietChannel.init) }
    return channels + [SoundChannel(folder: resources.audio), SpeechChannel(speak: Self.voice(prompts.language))]
  }

  private func notification(_ onAction: NotificationChannel.ActionHandler?) -> NotificationChannel {
    guard let onAction else { return NotificationChannel() }
    return NotificationChannel(labels: Self.labels(prompts), onAction: onAction)
  }

  /// What stands on the buttons.
  static func labels(_ prompts: Prompts) -> ActionLabels {
    let (ride, place) = (prompts.alerts.actions, prompts.alerts.placeActions)
    return ActionLabels(
      ofRide: [.done: ride.done, .snooze: ride.snooze, .stop: ride.stop],
      ofPlace: [.done: place.done, .snooze: place.snooze, .stop: place.stop])
  }

  /// What speaks the questions speaks the alerts as well.
  static func voice(_ language: String) -> SpeechChannel.Voice {
    let prompt = SpokenPrompt(language: language)
    return { text in try await prompt.speak(text) { _ in } }
  }
}
