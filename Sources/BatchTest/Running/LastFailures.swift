import Foundation

/// Which cases failed in the last run, kept for `--failed-first`.
package struct LastFailures {
  private let file: URL

  /// - Parameter state: The folder that it is kept in.
  package init(state: URL) { file = state.appending(path: "test-failures.json") }

  /// The places of the cases with those that failed last at the front, otherwise in order.
  package func first(_ cases: [TestCase]) -> [Int] {
    let keys = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Set<String>.self, from: $0) } ?? []
    let failed = cases.indices.filter { keys.contains(cases[$0].key) }
    return failed + cases.indices.filter { !keys.contains(cases[$0].key) }
  }

  /// Notes what failed. A folder that cannot be written costs only the order of the next run.
  package func note(_ outcomes: [CaseOutcome]) {
    let keys = Set(outcomes.filter(\.isFailure).map(\.testCase.key)).sorted()
    try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? JSONEncoder().encode(keys).write(to: file, options: .atomic)
  }
}
