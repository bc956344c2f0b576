/// How long the same thing took several times.
struct Timings: Sendable {
  /// Microseconds, ascending.
  let microseconds: [Double]

  init(_ microseconds: [Double]) { self.microseconds = microseconds.sorted() }

  var median: Double { share(0.5) }
  /// 95 of 100 took no longer.
  var p95: Double { share(0.95) }

  /// 99 of 100 took no longer.
  var p99: Double { share(0.99) }

  private func share(_ part: Double) -> Double {
    microseconds.isEmpty ? .nan : microseconds[min(microseconds.count - 1, Int(Double(microseconds.count) * part))]
  }

  /// The time of one run.
  static func microseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .microseconds(1)
  }

  /// The time of one run of something so short that it must be repeated to be measured at all.
  static func microsecondsRepeated(_ body: () -> Void) -> Double {
    let once = microseconds(body)
    let times = max(1, min(1000, Int(50 / max(once, 0.01))))
    return min(once, microseconds { for _ in 0..<times { body() } } / Double(times))
  }
}
