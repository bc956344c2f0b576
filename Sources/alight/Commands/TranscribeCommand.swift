import ArgumentParser
import Conversation
import Foundation
import Journey
import Matching
import Speech

/// `alight transcribe`: what recordings say, among what a question allows.
struct TranscribeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transcribe", abstract: "Tell what recorded answers say.",
    discussion: """
      Prints one line a recording, in their order: transcript, decision, value and evidence, or with --json an object. \
      A recording that cannot be read gets its line too, with the decision reject and the reason; the exit code is then \
      66 if a file is missing and 65 otherwise.
      """)

  /// What the recordings are answers to.
  enum Question: String, ExpressibleByArgument, CaseIterable {
    case from, to, mode, interval, command
  }

  @Argument(help: "WAV recordings; - is standard input.")
  var files: [String]

  @Option(help: "What was asked: from, to, mode, interval or command.")
  var question: Question

  @Option(help: "For an interval the mode that was chosen: time, stations or distance.")
  var mode: Mode?

  @Option(help: "The language of the answers: one whose file in Prompts has the section speech.")
  var lang = "en"

  @Option(help: "A TSV with the columns id and name, and perhaps lang; may be given several times.")
  var options: [String] = []

  @Flag(help: "Print an object a line.")
  var json = false

  @OptionGroup var data: DataOptions

  func run() async throws {
    let question = try spokenQuestion(Resources.find().loadSpeech(lang))
    let policy = RecognitionPolicy()
    let transcriber = try PocketSphinxTranscriber(model: .find(), policy: policy)
    let output = Output()
    var failures: [SpeechError] = []
    for file in files {
      let started = ContinuousClock.now
      var line: TranscribedFile
      do {
        let recording = try WaveFile(path: file)
        if recording.clipped > policy.clippedShare {
          output.talk("\(file): \(Int(recording.clipped * 100)) % of the recording is clipped: speak from further away")
        }
        let transcript = try await transcriber.transcribe(recording, named: file, grammar: question.grammar)
        line = TranscribedFile(transcript, SpokenDecision(transcript, to: question, policy: policy))
      } catch let error as SpeechError where error.isAboutRecording {
        failures.append(error)
        line = TranscribedFile(unreadable: file, error)
      }
      line.seconds = started.duration(to: .now) / .seconds(1)
      if json { try output.json(line) } else { output.data(line.text) }
    }
    guard !failures.isEmpty else { return }
    for failure in failures { output.failure(failure.description) }
    // The lines above are the answer also where a recording failed: no object of a failure follows them.
    let isMissing = failures.contains { if case .cannotRead = $0 { true } else { false } }
    throw ExitCode((isMissing ? ExitStatus.noInput : .badData).rawValue)
  }

  private func spokenQuestion(_ speech: SpokenAnswers) throws -> SpokenQuestion {
    switch question {
    case .from, .to:
      let slot = question == .from ? Slot.from : .to
      return SpokenQuestion(place: slot, among: try places(), speech: speech)
    case .mode: return SpokenQuestion(modeOf: speech)
    case .interval: return SpokenQuestion(intervalOf: mode, speech: speech)
    case .command: return SpokenQuestion(commandOf: speech)
    }
  }

  /// The options given, or else the stops of the timetable.
  private func places() throws -> [SpokenQuestion.Option] {
    if !options.isEmpty {
      return try OptionsFile.read(options).map { .init(value: $0.id, name: $0.name, language: $0.language) }
    }
    let timetable = try Assembly(timetable: data.timetableURL).timetable
    return try SpokenStops(timetable).options(try timetable.stops())
  }
}

extension Mode: ExpressibleByArgument {}
