import Foundation

/// Runs cases side by side and gives their outcomes in order, the same however many run at once.
struct BatchRun {
  let runner: CaseRunner
  /// How many run at once.
  var jobs = 1
  /// After so many failures in the order of the cases the rest is left out; nil runs all.
  var mostFailures: Int?
  /// Called after each case with how many are done and how many of them failed.
  var progress: @Sendable (Int, Int) -> Void = { _, _ in }

  /// - Throws: the first case's error in their order, or `CommandFailure` (130) with how far it came.
  func outcomes(_ cases: [TestCase]) async throws -> [CaseOutcome] {
    try await withThrowingTaskGroup(of: (Int, Result<CaseOutcome, any Error>).self) { group in
      var next = 0
      func start() {
        guard next < cases.count, !Task.isCancelled else { return }
        let place = next
        next += 1
        group.addTask {
          do {
            return (place, .success(try await runner.run(cases[place])))
          } catch {
            return (place, .failure(error))
          }
        }
      }
      for _ in 0..<max(1, jobs) { start() }
      var early: [Int: Result<CaseOutcome, any Error>] = [:]
      var done: [CaseOutcome] = []
      var failures = 0
      while let (place, result) = try await group.next() {
        early[place] = result
        start()
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
        throw CommandFailure(
          .interrupted, "interrupted after \(done.count) of \(cases.count) cases, \(failures) of which failed")
      }
      return done
    }
  }
}
