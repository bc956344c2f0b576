/// What a reader made of one spoilt input.
struct ReadFinding: Codable {
  var kind: String
  var milliseconds: Double
  /// Whether it was read, if with parts left out, rather than refused.
  var isRead: Bool
  /// What is wrong with the outcome; empty for one that is only slow.
  var flaws: [String]
  /// The number of the run.
  var run: Int
  /// Of an input that is one file.
  var byteCount: Int?
}

/// What a worker found out until its time was over.
struct ReadReport: Codable {
  private(set) var runs = 0
  private(set) var read = 0
  /// Those with flaws or over the limit, the first hundred.
  private(set) var bad: [ReadFinding] = []
  /// Slowest first.
  private(set) var slowest: [ReadFinding] = []

  /// - Parameter limit: milliseconds that an input may take.
  /// - Returns: the number of the finding among the bad ones; nil for a good one.
  mutating func note(_ finding: ReadFinding, limit: Double) -> Int? {
    runs += 1
    if finding.isRead { read += 1 }
    keepSlow(finding)
    guard !finding.flaws.isEmpty || finding.milliseconds > limit, bad.count < 100 else { return nil }
    bad.append(finding)
    return bad.count
  }

  private mutating func keepSlow(_ finding: ReadFinding) {
    guard finding.milliseconds > slowest.last?.milliseconds ?? 0 || slowest.count < 5 else { return }
    slowest.append(finding)
    slowest.sort { $0.milliseconds > $1.milliseconds }
    if slowest.count > 5 { slowest.removeLast() }
  }
}
