import ArgumentParser
import Conversation
import Foundation
import Journey
import Listening
import Matching
import Speech

/// `alight voice listen`: one answer from the microphone.
struct VoiceListenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen", abstract: "Listen for one answer and tell what it says.",
    discussion: """
      Records until the answer is over and prints the same line as "alight transcribe": transcript, decision, value and \
      evidence, or with --json an object. The exit code is 75 if nobody speaks, and 69 if there is no microphone.

      Examples:
        alight voice listen --question to
        alight voice listen --question interval --mode stations --json
        alight voice listen --question from --options STOPS.tsv --device alsa_input.usb-headset
      """)

  @OptionGroup var asked: SpokenQuestionOptions

  @Flag(help: "Print an object.")
  var json = false

  @Flag(help: "Never redraw a line, for screen readers; so does the variable ACCESSIBLE.")
  var accessible = false

  @OptionGroup var microphone: MicrophoneOptions

  func run() async throws {
    let output = Output()
    let question = try asked.question(output)
    let resources = try Resources.find()
    let policy = try resources.recognitionPolicy()
    // Before anybody speaks, so that a missing model is told at once.
    let transcriber = try PocketSphinxTranscriber(model: .find(), policy: policy)
    let texts = try resources.loadPrompts(preferred: asked.data.preferences().language).texts
    let session = VoiceSession(
      texts: texts, talk: DialogueTalk(output: output, texts: texts, isInteractive: false),
      speaker: nil,
      microphone: microphone.source, keyboard: nil, redraws: Accessibility.mayRedraw(flag: accessible),
      policy: microphone.policy)
    let started = ContinuousClock.now
    let transcript: Transcript
    switch try await session.answer(after: "") {
    case .spoken(let recording):
      transcript = try await transcriber.transcribe(recording, named: "microphone", grammar: question.grammar)
    case .interrupted: throw CommandFailure(.interrupted, "interrupted")
    case .nothing, .typed, .end:
      let seconds = String(format: "%g", microphone.timeout)
      transcript = Transcript(
        source: "microphone",
        refusal: "nobody spoke for \(seconds) s: speak up, or name another microphone with --device",
        isSilent: true)
    }
    var line = TranscribedFile(transcript, question.decide(transcript, policy: policy))
    line.seconds = started.duration(to: .now) / .seconds(1)
    if json { try output.json(line) } else { output.data(line.text) }
    if transcript.isSilent { throw ExitCode(ExitStatus.answerNeeded.rawValue) }
  }
}
