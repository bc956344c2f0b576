import Devices

extension Checkup {
  /// Whether anything can vibrate: feedbackd, and a motor that it could move. feedbackd's own word tells nothing.
  static func vibration() -> Finding {
    let name = "vibration"
    let instead = "the second alert is the notification again, urgent, with a short sound"
    guard HapticsChannel.hasMotor() else {
      return Finding(name: name, outcome: .warning, detail: "this machine has no motor: \(instead)")
    }
    guard let program = path(of: "fbcli") else {
      return Finding(
        name: name, outcome: .warning, detail: "no feedbackd for the motor: \(instead)",
        fix: "sudo apt-get install feedbackd")
    }
    return Finding(name: name, outcome: .ok, detail: program)
  }
}
