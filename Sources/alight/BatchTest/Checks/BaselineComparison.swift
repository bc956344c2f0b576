import Foundation

/// What changed since another run: its report says which cases were right.
struct BaselineComparison: Encodable {
  /// A case that came out otherwise than before.
  struct Change: Encodable {
    let place: String
    let title: String
    let expected: String
    let before: String
    let now: String
  }

  /// Cases that were right and are wrong, and the other way round.
  private(set) var regressions: [Change] = []
  private(set) var newPasses: [Change] = []
  /// Cases that were wrong and are wrong in another way.
  private(set) var changedFailures: [Change] = []
  private(set) var added = 0
  private(set) var removed = 0

  enum CodingKeys: String, CodingKey {
    case regressions, added, removed
    case newPasses = "new_passes"
    case changedFailures = "changed_failures"
  }

  /// What is read of a report.
  private struct Report: Decodable {
    struct Case: Decodable {
      var key: String
      var got: String
      var right: Bool
    }

    var schema: String
    var cases: [Case]
  }

  /// Compares outcomes with the report of another run, as `--json` prints it and `--out` writes it.
  /// - Throws: `CommandFailure` (66, 65) for a file that cannot be read or is no such report.
  init(_ path: String, _ outcomes: [CaseOutcome]) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(.noInput, "cannot read the baseline \(path): name the report.json of a run with --out")
    }
    guard let report = try? JSONDecoder().decode(Report.self, from: data), report.schema == ReportDocument.schema else {
      throw CommandFailure(
        .badData, "the baseline \(path) is no report of this version: make one with --json or --out and try again")
    }
    var former = Dictionary(CaseKeys.numbered(report.cases.map(\.key)).enumerated().map { ($1, report.cases[$0]) }) {
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
        now: outcome.got)
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
enum CaseKeys {
  static func numbered(_ keys: [String]) -> [String] {
    var seen: [String: Int] = [:]
    return keys.map { key in
      seen[key, default: 0] += 1
      let count = seen[key] ?? 1
      return count == 1 ? key : "\(key) (\(count))"
    }
  }
}
