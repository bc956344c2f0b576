import ArgumentParser
import Devices

/// How the rider wants to be reached on this ride.
struct ChannelOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo, help: "No sound and no speech: the alarm vibrates instead (default: the setting quiet).")
  var quiet: Bool?

  @Option(
    help: ArgumentHelp(
      "A program of yours that gets each alert as JSON at its standard input (default: the setting alert-command).",
      valueName: "program"), completion: .file())
  var command: String?

  @Option(
    help: ArgumentHelp(
      "Where each alert is published as JSON: mqtt://USER@HOST/TOPIC, or mqtts:// over TLS (default: the setting publish-to).",
      valueName: "url"))
  var publish: String?

  @Option(
    help: ArgumentHelp("Where each alert is posted (default: the setting alert-webhook).", valueName: "url"))
  var webhook: String?

  func validate() throws {
    if let webhook, (try? Webhook(webhook)) == nil {
      throw ValidationError("--webhook: that is no address to post alerts to: write https://HOST/PATH")
    }
    guard let publish else { return }
    do {
      _ = try PublishTarget(publish)
    } catch let error as ValidationError {
      throw ValidationError("--publish: \(error.message)")
    }
  }
}
