import Conversation
import Foundation
import Journey
import Matching

/// What a sweep of thresholds came to: the cost of each value, and the cheapest together.
package struct SweepResult: Encodable, Sendable {
  /// What one value gives, the other thresholds as they are.
  package struct Point: Encodable, Sendable {
    let value: Double
    let counts: CaseCounts
    /// The mean cost of a case.
    let cost: Double
    let isPresent: Bool
  }

  package struct Curve: Encodable, Sendable {
    let threshold: String
    let points: [Point]
  }

  package let schema = "alight.test-calibration/1"
  package let cases: Int
  package let present: MatchPolicy
  package var curves: [Curve] = []
  package var suggested: MatchPolicy
  package var costBefore = 0.0
  package var costAfter = 0.0

  package init(cases: Int, present: MatchPolicy) {
    self.cases = cases
    self.present = present
    suggested = present
  }

  package enum CodingKeys: String, CodingKey {
    case schema, cases, curves, present, suggested
    case costBefore = "cost_before"
    case costAfter = "cost_after"
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(schema, forKey: .schema)
    try fields.encode(cases, forKey: .cases)
    try fields.encode(curves, forKey: .curves)
    try fields.encode(Self.values(present), forKey: .present)
    try fields.encode(Self.values(suggested), forKey: .suggested)
    try fields.encode(costBefore, forKey: .costBefore)
    try fields.encode(costAfter, forKey: .costAfter)
  }

  private static func values(_ policy: MatchPolicy) -> [String: Double] {
    Dictionary(MatchPolicy.thresholds.map { ($0.name, policy[keyPath: $0.path]) }) { first, _ in first }
  }

  /// Stores what is suggested where the matcher looks for it.
  /// - Throws: `BatchTestError` where it cannot be written.
  package func store(in prompts: URL, fittedOn files: [String]) throws -> URL {
    let file = Prompts.thresholds(in: prompts)
    try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let stored = ThresholdsFile(suggested, fittedOn: files, cases: cases)
    let text = String(decoding: try RecordCoding.encoder(pretty: true).encode(stored), as: UTF8.self)
    try ReportFolder.write(text + "\n", to: file.path)
    return file
  }

  /// The curves and the suggestion for a reader.
  package var lines: [String] {
    let changes = MatchPolicy.thresholds.filter { suggested[keyPath: $0.path] != present[keyPath: $0.path] }
    let costs =
      "\(cases) cases; * is the present value; a false accept costs \(Int(ThresholdSweep.Cost.falseAccept)), a false reject "
      + "\(Int(ThresholdSweep.Cost.falseReject)), any other wrong outcome \(Int(ThresholdSweep.Cost.otherwiseWrong))"
    guard !changes.isEmpty else {
      return curves.flatMap(table) + [costs, "nothing costs less than the present values"]
    }
    return curves.flatMap(table) + [costs]
      + changes.map { "suggested: \($0.name) \(suggested[keyPath: $0.path]) (now \(present[keyPath: $0.path]))" }
      + [String(format: "cost %.4f, now %.4f", costAfter, costBefore)]
  }

  private func table(_ curve: Curve) -> [String] {
    let titles = [
      curve.threshold, "right", "accepted", "confirmed", "asked", "rejected", "false accepts", "false rejects", "cost",
    ]
    let rows = curve.points.map { point in
      let counts = point.counts
      let figures = [
        counts.right, counts.accepted, counts.confirmed, counts.asked, counts.rejected, counts.falseAccepts,
        counts.falseRejects,
      ]
      return ["\(point.value)\(point.isPresent ? " *" : "")"] + figures.map { "\($0)" }
        + [String(format: "%.4f", point.cost)]
    }
    return TextReport.columns([titles] + rows) + [""]
  }
}
