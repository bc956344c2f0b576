import Foundation

/// Runs cases side by side and gives their outcomes in order, the same however many run at once.
package struct BatchRun {
  package var runner: CaseRunner
  /// How many run at once.
  package var jobs = 1
  /// After so many failures in the order of the cases the rest is left out; nil runs all.
  package var mostFailures: Int?
  /// Called after each case with how many are done and how many of them failed.
  package var progress: @Sendable (Int, Int) -> Void = { _, _ in }

  package init(runner: CaseRunner, jobs: Int = 1) { (self.runner, self.jobs) = (runner, jobs) }

  /// - Throws: the first case's error in their order, or `BatchTestError` with how far it came.
  package func outcomes(_ cases: [TestCase]) async throws -> [CaseOutcome] {
    try await withThrowingTaskGroup(of: Numbered.self) { group in
      var next = min(max(1, jobs), cases.count)
      for place in 0..<next { add(cases[place], place, to: &group) }
      var early: [Int: Result<CaseOutcome, any Error>] = [:]
      var done: [CaseOutcome] = []
      var failures = 0
      while let finished = try await group.next() {
        early[finished.place] = finished.result
        if next < cases.count, !Task.isCancelled {
          add(cases[next], next, to: &group)
          next += 1
        }
        while let result = early.removeValue(forKey: done.count) {
          let outcome = try result.get()
          done.append(outcome)
          if outcome.isFailure { failures += 1 }
          progress(done.count, failures)
          if failures == mostFailures {
            group.cancelAll()
            return done
          }
        }
      }
      if Task.isCancelled, done.count < cases.count {
        throw BatchTestError(
          .interrupted, "interrupted after \(done.count) of \(cases.count) cases, \(failures) of which failed")
      }
      return done
    }
  }

  /// A struct, as a tuple's number comes out of the group changed in optimised builds.
  private struct Numbered: Sendable {
    let place: Int
    let result: Result<CaseOutcome, any Error>
  }

  private func add(_ testCase: TestCase, _ place: Int, to group: inout ThrowingTaskGroup<Numbered, any Error>) {
    let runner = runner
    group.addTask {
      do {
        return Numbered(place: place, result: .success(try await runner.run(testCase)))
      } catch {
        return Numbered(place: place, result: .failure(error))
      }
    }
  }
}
