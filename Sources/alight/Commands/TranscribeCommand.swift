import ArgumentParser
import Conversation
import Foundation
import Journey
import Listening
import Matching
import Speech

/// `alight transcribe`: what recordings say, among what a question allows.
struct TranscribeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transcribe", abstract: "Tell what recorded answers say.",
    discussion: """
      Prints one line a recording, in their order: file, decision, value, transcript, evidence and reason, or with --json an \
      object. A recording that cannot be read gets its line too, with the decision reject and the reason; the exit code is \
      then 66 if a file is missing and 65 otherwise. Several recordings are heard at once, which changes nothing but the \
      time; Ctrl-C ends with 130 once those under way are printed.

      Examples:
        alight transcribe to.wav --question to
        alight transcribe recordings/ --question from --json
        find . -name '*.wav' | alight transcribe --files-from - --question mode
        alight transcribe answer.wav --question interval --mode time --explain
        parec --channels=1 --rate=16000 --file-format=wav | alight transcribe - --question to
      """)

  @Argument(help: "WAV recordings, or folders of such; - is standard input.")
  var files: [String] = []

  @Option(help: "A file with the name of a recording a line; - is standard input.")
  var filesFrom: String?

  @OptionGroup var asked: SpokenQuestionOptions

  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: "How many recordings are heard at once (default: one a core). Each takes a decoder of 10 to 30 MB.")
  var jobs: Int?

  @Option(help: "How many readings of a recording are listed, the best one counted (1 to 50).")
  var nbest = 8

  @Flag(help: "Tell how each decision came about: words with times and scores, evidence and thresholds.")
  var explain = false

  @Flag(help: "Hear as anybody is heard, whatever \"alight voice adapt\" has kept.")
  var unadapted = false

  @Option(help: "A folder to save in what the recogniser was given, 16 kHz mono, with the text beside it as .txt.")
  var keep: String?

  @Flag(help: "Print an object a line.")
  var json = false

  @Flag(name: .shortAndLong, help: "Leave out progress and warnings.")
  var quiet = false

  func validate() throws {
    if files.isEmpty, filesFrom == nil { throw ValidationError("Name a recording or a folder, or give --files-from.") }
    try JobLimit.check(jobs)
    guard (1...50).contains(nbest) else { throw ValidationError("--nbest \(nbest): give 1 to 50.") }
  }

  func run() async throws {
    let output = Output(quiet: quiet)
    let paths = try RecordingFiles(files, list: filesFrom).paths
    let question = try asked.question(output)
    var policy = try Resources.find().recognitionPolicy(ofSpeaker: !unadapted)
    // What is decided does not depend on how much of it is listed, unless more is wanted than decides.
    policy.hypothesisCount = max(policy.hypothesisCount, nbest)
    let run = TranscriptionRun(
      pool: try TranscriberPool(model: .find(), policy: policy), question: question, policy: policy,
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, explains: explain)
    let kept = try keep.map(KeptRecordings.init(folder:))
    let failures = try await Interruption.cancelling { try await transcribe(paths, run, kept, output) }
    guard !failures.isEmpty else { return }
    for failure in failures { output.failure(failure.description) }
    // The lines above are the answer also where a recording failed: no object of a failure follows them.
    let isMissing = failures.contains { if case .cannotRead = $0 { true } else { false } }
    throw ExitCode((isMissing ? ExitStatus.noInput : .badData).rawValue)
  }

  private func transcribe(
    _ paths: [String], _ run: TranscriptionRun, _ kept: KeptRecordings?, _ output: Output
  ) async throws -> [SpeechError] {
    var failures: [SpeechError] = []
    var progress = CountProgress(total: paths.count, unit: "recordings", output: output)
    var done = 0
    do {
      try await run.outcomes(of: paths) { outcome in
        progress.clear()
        try write(outcome, run.policy, output)
        if let heard = outcome.heard { try kept?.keep(heard) }
        if let failure = outcome.failure { failures.append(failure) }
        done += 1
        progress.show(done)
      }
    } catch let unfinished as TranscriptionRun.Unfinished {
      progress.clear()
      output.failure("interrupted after \(unfinished.done) of \(unfinished.total) recordings")
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
    return failures
  }

  private func write(_ outcome: TranscriptionRun.Outcome, _ policy: RecognitionPolicy, _ output: Output) throws {
    let line = outcome.line.limited(to: nbest)
    if outcome.clipped > policy.clippedShare {
      output.talk(
        "\(line.file): \(Int(outcome.clipped * 100)) % of the recording is clipped: speak from further away")
    }
    if json { return try output.json(line) }
    output.data(line.text)
    for line in line.explanation?.lines ?? [] { output.data(line) }
  }
}

extension Mode: ExpressibleByArgument {}
