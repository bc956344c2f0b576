import Foundation

/// Which cases of another run were right, as its report says.
package struct Baseline: Decodable {
  package struct Case: Decodable {
    var key: String
    var got: String
    var right: Bool
  }

  private var schema: String
  package let cases: [Case]

  /// Reads what `--json` prints and `--out` writes as `report.json`.
  /// - Throws: `BatchTestError` for a file that cannot be read or is no such report.
  package init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BatchTestError(.noInput, "cannot read the baseline \(path): name the report.json of a run with --out")
    }
    guard let report = try? JSONDecoder().decode(Baseline.self, from: data), report.schema == ReportDocument.schema
    else {
      throw BatchTestError(
        .badData, "the baseline \(path) is no report of this version: make one with --json or --out and try again")
    }
    self = report
  }
}

/// What changed since another run.
package struct BaselineComparison: Encodable {
  /// A case that came out otherwise than before.
  package struct Change: Encodable {
    let place: String
    let title: String
    let expected: String
    let before: String
    let now: String
    /// Why it is so now.
    let reason: String
  }

  /// Cases that were right and are wrong, and the other way round.
  package private(set) var regressions: [Change] = []
  package private(set) var newPasses: [Change] = []
  /// Cases that were wrong and are wrong in another way.
  package private(set) var changedFailures: [Change] = []
  package private(set) var added = 0
  package private(set) var removed = 0

  package enum CodingKeys: String, CodingKey {
    case regressions, added, removed
    case newPasses = "new_passes"
    case changedFailures = "changed_failures"
  }

  package init(_ baseline: Baseline, _ outcomes: [CaseOutcome]) {
    let cases = baseline.cases
    var former = Dictionary(CaseKeys.numbered(cases.map(\.key)).enumerated().map { ($1, cases[$0]) }) {
      first, _ in first
    }
    for (key, outcome) in zip(CaseKeys.numbered(outcomes.map(\.testCase.key)), outcomes) {
      guard let before = former.removeValue(forKey: key) else {
        added += 1
        continue
      }
      let testCase = outcome.testCase
      let change = Change(
        place: testCase.place.description, title: testCase.title, expected: testCase.expected, before: before.got,
        now: outcome.got, reason: outcome.reason)
      switch (before.right, outcome.isRight) {
      // What is expected to fail is no regression when it does.
      case (true, false): if outcome.isFailure { regressions.append(change) }
      case (false, true): newPasses.append(change)
      case (false, false): if before.got != outcome.got { changedFailures.append(change) }
      case (true, true): break
      }
    }
    removed = former.count
  }
}

/// Keys of cases made unique: the second of the same gets a number.
package enum CaseKeys {
  package static func numbered(_ keys: [String]) -> [String] {
    var seen: [String: Int] = [:]
    return keys.map { key in
      seen[key, default: 0] += 1
      let count = seen[key] ?? 1
      return count == 1 ? key : "\(key) (\(count))"
    }
  }
}
