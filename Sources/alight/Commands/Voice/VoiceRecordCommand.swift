import ArgumentParser
import Conversation
import Dialogue
import Foundation
import Journey
import Listening
import Speech
import Terminal
import Timetable

/// `alight voice record`: a person reads what the product listens for, for a test set of real voices.
struct VoiceRecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Read phrases aloud, and make a labelled test set of them.",
    discussion: """
      Shows the phrases that Alight listens for, one after the other: Enter opens the microphone, and the end of speech or \
      Enter closes it. Then Enter keeps the recording, l plays it, a records again, s skips the phrase, b goes back to the \
      one before, q ends. It first says what is recorded and where it goes, and nothing is recorded unless you agree. Nothing \
      leaves this machine and no file is ever overwritten; a later session goes on where this one stopped.

      The folder then holds the recordings and the table recordings.tsv, which "alight test" reads. Each one kept is told on \
      standard output: file, question, what it means, what was read. Exit code 69 where there is no microphone, 75 where \
      nobody says whether to agree.

      Examples:
        alight voice record
        alight voice record --question to --prompts 20 --folder ~/voices --speaker a
        alight voice record --list          # what would be read
        alight test ~/.local/share/alight/recordings
      """)

  @Option(help: "Only the phrases of this question: from, to, mode, interval or command; may be given several times.")
  var question: [AskedQuestion] = []

  @Option(help: "How many phrases the whole script has.")
  var prompts = 60

  @Option(help: "Where the recordings go (default: $XDG_DATA_HOME/alight/recordings).")
  var folder: String?

  @Option(
    help: "What you are called in the table: letters, digits and hyphens; best a name that does not tell who you are.")
  var speaker = "reader"

  @Option(help: "The language of the phrases: one whose file in Prompts has the section speech.")
  var lang = "en"

  @Flag(help: "Print the phrases, a line each, and record nothing.")
  var list = false

  @Flag(help: "Print an object for each recording kept.")
  var json = false

  @Flag(help: "Never redraw a line, for screen readers; so does the variable ACCESSIBLE.")
  var accessible = false

  @OptionGroup var microphone: MicrophoneOptions
  @OptionGroup var data: DataOptions

  /// Stops that a recording may be told from.
  private static let mostStops = 300

  func validate() throws {
    guard (1...10_000).contains(prompts) else { throw ValidationError("--prompts \(prompts): give 1 to 10000.") }
    guard !speaker.isEmpty, speaker.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
      throw ValidationError("--speaker \"\(speaker)\": letters, digits and hyphens make a name here.")
    }
  }

  func run() async throws {
    let output = Output()
    let resources = try Resources.find()
    let speech = try resources.loadSpeech(lang)
    let stops = try stops(resources)
    let script = ReadingScript(
      question.isEmpty ? AskedQuestion.allCases : question, speech: speech, stops: stops.map(\.name), count: prompts)
    if list { return try script.readings.forEach { try tell($0, nil, nil, output) } }

    let own = try resources.loadPrompts(preferred: data.preferences().language)
    let texts = own.texts
    let url = RecordingFolder.url(folder)
    let keyboard = LineReader()
    let yes = Set(
      (own.speech.commands + speech.commands).filter { $0.command == "yes" }.flatMap(\.phrases))
    guard try agrees(url, texts, yes, keyboard, output) else { return output.talk(texts.say(.recordDeclined)) }

    let target = try RecordingFolder(url, speaker: speaker, language: lang)
    let done = try target.readings()
    let left = script.readings.filter { !done.contains($0) }
    if left.count < script.readings.count {
      output.talk(texts.say(.recordResumed, ["count": "\(script.readings.count - left.count)"]))
    }
    try target.keep(stops)
    let interruption = SignalWatch {
      Output().failure("interrupted; what was kept is in \(url.path)")
      Foundation.exit(ExitStatus.interrupted.rawValue)
    }
    defer { withExtendedLifetime(interruption) {} }
    var session = RecordingSession(
      texts: texts, folder: target, recorder: TakeRecorder(source: microphone.source, policy: microphone.policy),
      policy: RecognitionPolicy(), output: output, keyboard: keyboard,
      meter: LevelMeter(output: output, redraws: Accessibility.mayRedraw(flag: accessible))
    ) { reading, take, file in try tell(reading, take, file, output) }
    let rest = try await session.run(left)
    output.talk(
      texts.say(
        rest > 0 ? .recordDone : .recordComplete,
        ["count": "\(session.keptCount)", "left": "\(rest)", "folder": url.path]))
  }

  /// Says what is recorded and where it goes, and asks.
  private func agrees(
    _ url: URL, _ texts: PromptTexts, _ yes: Set<String>, _ keyboard: LineReader, _ output: Output
  ) throws -> Bool {
    output.talk(texts.say(.recordConsent, ["folder": url.path, "speaker": speaker]))
    output.prompt(texts.say(.recordAgree) + " ")
    guard case .line(let line) = keyboard.next() else {
      throw CommandFailure(.answerNeeded, "nothing was recorded: nobody agreed; type yes to do so")
    }
    return yes.contains(line.trimmingCharacters(in: .whitespaces).lowercased())
  }

  /// The timetable's stops, those of a large one thinned out evenly.
  private func stops(_ resources: Resources) throws -> [SpokenQuestion.Option] {
    let timetable = try TimetableSource.open(
      timetable: data.timetableURL, demoNetwork: resources.demoNetwork, cache: DataFolders().cache)
    var seen: Set<String> = []
    let all = try SpokenStops(timetable).options(try timetable.stops()).filter { seen.insert($0.name).inserted }
    guard all.count > Self.mostStops else { return all }
    return (0..<Self.mostStops).map { all[$0 * all.count / Self.mostStops] }
  }

  private func tell(_ reading: PhraseToRead, _ take: Take?, _ file: String?, _ output: Output) throws {
    if json {
      return try output.json(Line(reading, take, file))
    }
    let fields = [file, reading.question.rawValue, reading.mode?.rawValue ?? "-", reading.expected, reading.text]
    output.data(fields.compactMap { $0 }.joined(separator: "\t"))
  }

  private struct Line: Encodable {
    let schema = "alight.recording/1"
    var file: String?
    var question: String
    var mode: String?
    var expected: String
    var transcript: String
    var seconds: Double?
    var peak: Double?

    init(_ reading: PhraseToRead, _ take: Take?, _ file: String?) {
      self.file = file
      (question, mode) = (reading.question.rawValue, reading.mode?.rawValue)
      (expected, transcript) = (reading.expected, reading.text)
      (seconds, peak) = (take?.seconds, take.map { ($0.peak * 10).rounded() / 10 })
    }
  }
}
