/// A leg from standing to standing: up to a speed, on at that speed and down again.
struct SpeedProfile {
  /// Metres of the leg.
  let length: Double
  /// Seconds that it takes.
  let seconds: Double
  private let acceleration: Double
  private let speed: Double
  private let ramp: Double

  /// - Parameters:
  ///   - metres: More than none.
  ///   - speed: m/s at most; on a leg too short for it, what can be reached.
  ///   - acceleration: m/s², of the start and of the brake.
  init(metres: Double, speed: Double, acceleration: Double) {
    length = metres
    self.acceleration = acceleration
    self.speed = min(speed, (acceleration * metres).squareRoot())
    ramp = self.speed / acceleration
    seconds = max(2 * ramp, metres / self.speed + ramp)
  }

  /// Metres gone after so many seconds, from none to all.
  func metres(at time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= seconds { return length }
    if time < ramp { return acceleration * time * time / 2 }
    if time > seconds - ramp { return length - acceleration * (seconds - time) * (seconds - time) / 2 }
    return acceleration * ramp * ramp / 2 + speed * (time - ramp)
  }
}
