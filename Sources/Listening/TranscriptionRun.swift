import Foundation
import Journey
import Speech

/// Hears recordings side by side and gives what each says in their order, the same however many are heard at once.
package struct TranscriptionRun: Sendable {
  private let pool: TranscriberPool
  private let question: SpokenQuestion
  package let policy: RecognitionPolicy
  private let jobs: Int
  private let explains: Bool

  /// - Parameters:
  ///   - jobs: How many are heard at once.
  ///   - explains: Whether each outcome tells how it came about.
  package init(
    pool: TranscriberPool, question: SpokenQuestion, policy: RecognitionPolicy, jobs: Int, explains: Bool = false
  ) {
    (self.pool, self.question, self.policy, self.jobs, self.explains) = (pool, question, policy, jobs, explains)
  }

  /// Not all recordings were heard, since the task was cancelled.
  package struct Unfinished: Error {
    package let done: Int
    package let total: Int
  }

  /// One recording, heard or unreadable.
  package struct Outcome: Sendable {
    package fileprivate(set) var line: TranscribedFile
    package fileprivate(set) var heard: HeardRecording?
    /// Share of the samples at full scale.
    package fileprivate(set) var clipped = 0.0
    package fileprivate(set) var failure: SpeechError?
  }

  /// - Parameter each: Gets the outcomes in order, each as soon as those before it are there.
  /// - Throws: What `each` throws; `SpeechError` where the recogniser itself fails; `Unfinished` with how far it came.
  package func outcomes(of files: [String], each: (Outcome) throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Numbered.self) { group in
      var next = min(max(1, jobs), files.count)
      for place in 0..<next { add(files[place], place, to: &group) }
      var early: [Int: Outcome] = [:]
      var done = 0
      while let finished = try await group.next() {
        early[finished.place] = finished.outcome
        if next < files.count, !Task.isCancelled {
          add(files[next], next, to: &group)
          next += 1
        }
        while let outcome = early.removeValue(forKey: done) {
          done += 1
          try each(outcome)
        }
      }
      if done < files.count { throw Unfinished(done: done, total: files.count) }
    }
  }

  /// A struct, as a tuple's number comes out of the group changed in optimised builds.
  private struct Numbered: Sendable {
    let place: Int
    let outcome: Outcome
  }

  private func add(_ file: String, _ place: Int, to group: inout ThrowingTaskGroup<Numbered, any Error>) {
    group.addTask { Numbered(place: place, outcome: try await outcome(of: file)) }
  }

  private func outcome(of file: String) async throws -> Outcome {
    let started = ContinuousClock.now
    var outcome: Outcome
    var preparation = 0.0
    do {
      let recording = try WaveFile(path: file)
      let heard = try await pool.hear(recording, named: file, grammar: question.grammar)
      preparation = heard.preparationSeconds
      var line = TranscribedFile(heard.transcript, question.decide(heard.transcript, policy: policy))
      if explains { line.explanation = HearingExplanation(heard, to: question, policy: policy) }
      outcome = Outcome(line: line, heard: heard, clipped: recording.clipped)
    } catch let error as SpeechError where error.isAboutRecording {
      outcome = Outcome(line: TranscribedFile(unreadable: file, error), failure: error)
    }
    // Decoder and grammar are made once for all recordings.
    outcome.line.seconds = max(0, started.duration(to: .now) / .seconds(1) - preparation)
    return outcome
  }
}
