import Foundation

/// Verdicts counted: of a kind, or of a half of the kinds.
struct HardRideTally {
  private(set) var outcomes: [HardRideVerdict.Outcome: Int] = [:]
  private(set) var missedWrongly = 0
  private(set) var warned = 0
  private(set) var earlyInDoubt = 0
  private var leads: [Double] = []

  mutating func add(_ verdict: HardRideVerdict) {
    outcomes[verdict.outcome, default: 0] += 1
    if verdict.isMissedWrongly { missedWrongly += 1 }
    if verdict.isWarned { warned += 1 }
    if verdict.isEarlyInDoubt { earlyInDoubt += 1 }
    if verdict.outcome == .right, let lead = verdict.lead { leads.append(lead) }
  }

  mutating func add(_ other: HardRideTally) {
    outcomes.merge(other.outcomes, uniquingKeysWith: +)
    missedWrongly += other.missedWrongly
    warned += other.warned
    earlyInDoubt += other.earlyInDoubt
    leads += other.leads
  }

  static let columns =
    HardRideVerdict.Outcome.allCases.map(\.rawValue) + ["in doubt", "missed", "warned", "lead p10", "p50"]

  var cells: [String] {
    let sorted = leads.sorted()
    let lead = { (share: Double) in sorted.isEmpty ? "" : "\(Int(sorted[Int(share * Double(sorted.count - 1))]))" }
    return HardRideVerdict.Outcome.allCases.map { Self.plain(outcomes[$0] ?? 0) }
      + [earlyInDoubt, missedWrongly, warned].map(Self.plain) + [lead(0.1), lead(0.5)]
  }

  private static func plain(_ count: Int) -> String { count == 0 ? "·" : "\(count)" }

  /// Counts by name, as a program reads them.
  var counts: [String: Int] {
    var counts = Dictionary(uniqueKeysWithValues: outcomes.map { ($0.key.rawValue, $0.value) })
    counts["early_in_doubt"] = earlyInDoubt
    counts["missed_wrongly"] = missedWrongly
    counts["warned"] = warned
    return counts
  }
}
