import Conversation
import Foundation
import Journey
import Listening
import Matching
import Speech

/// Hears the recordings of cases with the recogniser of the wizard.
///
/// Cases that run at once have a recogniser each; which one hears a recording changes nothing of what it hears.
package struct SpokenCases: CaseListener {
  /// What is listened for in each language that a recording is in.
  package let speech: [String: SpokenAnswers]
  /// In each of them, what is said in words that are not listed.
  package let wordings: [String: SpokenWordings]
  package let standard: String
  /// The timetable's stops as they may be said.
  package let stops: [SpokenQuestion.Option]
  /// nil where no case is a recording.
  package let pool: TranscriberPool?
  package let policy: RecognitionPolicy

  package init(
    speech: [String: SpokenAnswers], wordings: [String: SpokenWordings], standard: String,
    stops: [SpokenQuestion.Option], pool: TranscriberPool?,
    policy: RecognitionPolicy
  ) {
    (self.speech, self.wordings, self.standard, self.stops) = (speech, wordings, standard, stops)
    (self.pool, self.policy) = (pool, policy)
  }

  package func match(
    recording: String, testCase: TestCase, question: AskedQuestion, among options: [MatchOption]
  ) async throws -> Match {
    guard let pool, let speech = speech[testCase.language ?? standard] else {
      throw testCase.place.failure("the answers of its language were not read", .internal)
    }
    let own = options.map { SpokenQuestion.Option(value: $0.id, name: $0.name, language: $0.language) }
    let spoken = SpokenQuestion(
      question, mode: testCase.mode, among: testCase.options == nil ? stops : own, speech: speech
    )
    .withWordings(wordings[testCase.language ?? standard], of: question, mode: testCase.mode)
    do {
      let transcript = try await pool.transcribe(
        WaveFile(path: recording), named: recording, grammar: spoken.grammar)
      // A command is what its question asks for; to another question it is none of the answers.
      var match = spoken.decide(transcript, policy: policy)
      if question == .command { match.command = match.value }
      return match
    } catch let error as SpeechError where error.isAboutRecording {
      throw testCase.place.failure(error.description)
    }
  }
}
