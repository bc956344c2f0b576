/// When the machine woke from a sleep, or its clock leapt forward and nobody said so: the ticks tell the same of both.
struct Wakes: Sendable, Hashable, Codable {
  private var newest: Double?
  /// Whether ticks came as often as they should before the newest.
  private var isSteady = false
  private var wokeAt: Double?

  mutating func tick(at time: Double, _ policy: AlertPolicy) {
    guard let last = newest else {
      newest = time
      return
    }
    let step = time - last
    if isSteady, step >= policy.outageSeconds { wokeAt = time }
    isSteady = step <= policy.steadyTick
    newest = time
  }

  /// Nobody has looked until now.
  mutating func wake(at time: Double) { wokeAt = time }

  /// Whether a receiver that lives has not had the time yet to say where it is.
  func isWaking(at time: Double, _ policy: AlertPolicy) -> Bool {
    wokeAt.map { (0..<policy.wakingSeconds).contains(time - $0) } ?? false
  }
}
