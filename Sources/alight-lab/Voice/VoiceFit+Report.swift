import Foundation
import Speech

/// What a fit is worth.
extension VoiceFit {
  /// How good the probabilities are, and what the thresholds let through, on what was kept aside.
  func heldOutReport() -> String {
    var lines = [
      "\(heldOut.count) recordings, each judged by a model that has heard neither its words nor, of a person, the speaker"
    ]
    let model = self.model()
    for kind in Channel.Kind.allCases {
      let own = heldOut.filter { $0.example.channel == kind && !$0.example.isAmongMany }
      guard !own.isEmpty else { continue }
      let (limit, wording) = (model[kind].accept, model.wording(over: kind).accept)
      lines.append(
        String(
          format: "%@: taken from %.3f on, in free wording from %.3f; refused below %.3f and %.3f", kind.rawValue,
          limit,
          wording, model[kind].refuse, model.wording(over: kind).refuse))
      for suite in Set(own.map(\.example.suite)).sorted() {
        lines.append(tally(suite, own.filter { $0.example.suite == suite }, limit, wording))
      }
    }
    lines.append("the grammar's answer")
    lines += Self.reliability(
      heldOut.filter { !$0.example.features.isEmpty }.map { ($0.probability, $0.example.isRight) })
    lines.append("free wording")
    lines += Self.reliability(
      heldOut.compactMap { outcome in
        outcome.example.wording.flatMap { said in outcome.wording.map { ($0, said.isRight) } }
      })
    return lines.joined(separator: "\n")
  }

  private func tally(_ suite: String, _ outcomes: [Outcome], _ limit: Double, _ wordingLimit: Double) -> String {
    let taken = outcomes.map { outcome -> Bool? in
      if outcome.isTaken(from: limit) { return outcome.example.isRight }
      guard let said = outcome.example.wording, let probability = outcome.wording, probability >= wordingLimit else {
        return nil
      }
      return said.isRight
    }
    let count = outcomes.count
    func share(_ value: Bool) -> String {
      let number = taken.count { $0 == value }
      let (low, high) = Self.interval(number, of: count)
      return String(format: "%.4f [%.3f, %.3f]", Double(number) / Double(max(1, count)), low, high)
    }
    let isForeign = outcomes.allSatisfy { !$0.example.isAnswer }
    return "  \(suite): " + (isForeign ? "" : "right \(share(true)), ") + "wrong \(share(false)) of \(count)"
  }

  /// Where a share lies by 95 % (E. Wilson, "Probable inference", 1927).
  private static func interval(_ count: Int, of all: Int) -> (Double, Double) {
    guard all > 0 else { return (0, 1) }
    let (z, n, p) = (1.96, Double(all), Double(count) / Double(all))
    let middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    return (max(0, middle - half), min(1, middle + half))
  }

  private static func reliability(_ outcomes: [(said: Double, isRight: Bool)]) -> [String] {
    let edges = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 1.01]
    return zip(edges, edges.dropFirst()).compactMap { low, high in
      let inside = outcomes.filter { $0.said >= low && $0.said < high }
      guard !inside.isEmpty else { return nil }
      let said = inside.reduce(0) { $0 + $1.said } / Double(inside.count)
      let right = Double(inside.count(where: \.isRight)) / Double(inside.count)
      return String(format: "  said %.3f, right %.3f  (%d)", said, right, inside.count)
    }
  }
}
