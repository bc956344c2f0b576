import ArgumentParser
import Foundation
import Listening
import Speech

/// `alight voice adapt`: the recogniser, fitted to one speaker.
struct VoiceAdaptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adapt", abstract: "Fit the recogniser to your voice, if that helps.",
    discussion: """
      Takes what "alight voice record" recorded, fits the acoustic model and the thresholds to the speaker, and finds out \
      whether that helps: each phrase is heard with what was made from the others. It is kept only if more is heard rightly \
      and nothing worse; from then on every recording is heard with it. 20 phrases are needed, 60 are better, which takes \
      five minutes to read. Nothing leaves this machine.

      It needs SphinxTrain and the tools of pocketsphinx: sudo apt-get install sphinxtrain sphinxbase-utils pocketsphinx. \
      Exit code 1 where nothing helped, 65 where there are too few recordings, 66 where there are none, 69 where programs \
      are missing.

      Examples:
        alight voice record && alight voice adapt
        alight voice adapt --folder ~/voices --speaker a
        alight voice adapt --show
        alight voice adapt --remove       # hear everybody alike again
      """)

  @Option(help: "Where the recordings are (default: $XDG_DATA_HOME/alight/recordings).")
  var folder: String?

  @Option(help: "What you are called in the table of recordings.")
  var speaker = "reader"

  @Flag(help: "Tell what is kept, and change nothing.")
  var show = false

  @Flag(help: "Forget what is kept.")
  var remove = false

  @Flag(help: "Find out whether it helps, and keep nothing.")
  var dryRun = false

  @Flag(help: "Print an object.")
  var json = false

  func validate() throws {
    if [show, remove, dryRun].count(where: \.self) > 1 {
      throw ValidationError("Give one of --show, --remove and --dry-run.")
    }
  }

  func run() async throws {
    let output = Output()
    let file = VoiceFolder.adaptation
    if show { return try tell(of: file, output) }
    if remove { return try remove(file, output) }
    let url = RecordingFolder.url(folder)
    let resources = try Resources.find()
    let recordings = try RecordedVoice(folder: url, speaker: speaker).recordings(resources)
    let model = try SpeechModel.find()
    let policy = try resources.recognitionPolicy(ofSpeaker: false)
    let outcome = try await Interruption.cancelling { try await study(recordings, model, policy, output) }
    for name in outcome.leftOut { output.talk("\(name) does not hold the phrase that was to be read: it is left out") }
    if let kept = outcome.kept, !dryRun { try kept.write(to: file) }
    if json {
      try output.json(Report(outcome, isKept: outcome.kept != nil && !dryRun))
    } else {
      for line in lines(of: outcome, file) { output.data(line) }
    }
    if outcome.kept == nil { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private func study(
    _ recordings: [ReadRecording], _ model: SpeechModel, _ policy: RecognitionPolicy, _ output: Output
  ) async throws -> SpeakerStudy.Outcome {
    var progress = CountProgress(
      total: SpeakerStudy.hearings(of: recordings.count), unit: "hearings", output: output)
    var done = 0
    let study = try SpeakerStudy(of: recordings, model: model, policy: policy) {
      done += 1
      progress.show(done)
    }
    defer { progress.clear() }
    return try await study.run(speaker: speaker, at: Date())
  }

  private func lines(of outcome: SpeakerStudy.Outcome, _ file: URL) -> [String] {
    let rows = [
      ("as for anybody", outcome.before), ("transform and thresholds", outcome.withTransform),
      ("thresholds alone", outcome.withOffset),
    ]
    let table = rows.map { name, figures in "\(name)\t\(Self.text(figures))" }
    guard let kept = outcome.kept else {
      return table + ["Nothing helped: everything stays as it was. More phrases may, or another place to read them."]
    }
    let way = kept.transform == nil ? "The thresholds alone help" : "The transform helps"
    return table + [way + (dryRun ? "; nothing was kept." : ": kept in \(file.path).")]
  }

  fileprivate static func text(_ figures: SpeakerAdaptation.HeldOutHearing) -> String {
    "\(figures.first) of \(figures.phrases) first, \(figures.accepted) accepted, \(figures.wrong) wrongly"
  }

  private func tell(of file: URL, _ output: Output) throws {
    guard let kept = try kept(in: file) else {
      throw CommandFailure(
        .noInput,
        "the recogniser is fitted to nobody: do so with \"alight voice record\" and \"alight voice adapt\"")
    }
    if json { return try output.json(kept) }
    output.data("\(kept.speaker), \(kept.recordings) recordings, \(kept.made.formatted(.iso8601))")
    output.data("before\t\(Self.text(kept.before))")
    output.data("after\t\(Self.text(kept.after))")
  }

  private func kept(in file: URL) throws(CommandFailure) -> SpeakerAdaptation? {
    do throws(SpeakerAdaptation.Problem) { return try .read(file, for: (try? SpeechModel.find())?.digest) } catch {
      throw CommandFailure(.badData, "\(error): make it anew with \"alight voice adapt\", or --remove it")
    }
  }

  private func remove(_ file: URL, _ output: Output) throws {
    guard FileManager.default.fileExists(atPath: file.path) else {
      return output.talk("nothing is kept: everybody is heard alike")
    }
    do { try FileManager.default.removeItem(at: file) } catch {
      throw CommandFailure(.storage, "cannot remove \(file.path): \((error as NSError).localizedDescription)")
    }
    output.talk("forgotten: everybody is heard alike again")
  }

  private struct Report: Encodable {
    let schema = "alight.voice-adaptation/1"
    var kept: Bool
    var helps: String?
    var before: SpeakerAdaptation.HeldOutHearing
    var withTransform: SpeakerAdaptation.HeldOutHearing
    var withThresholds: SpeakerAdaptation.HeldOutHearing
    var leftOut: [String]

    init(_ outcome: SpeakerStudy.Outcome, isKept: Bool) {
      kept = isKept
      helps = outcome.kept.map { $0.transform == nil ? "thresholds" : "transform" }
      (before, withTransform, withThresholds) = (outcome.before, outcome.withTransform, outcome.withOffset)
      leftOut = outcome.leftOut
    }
  }
}

/// Where what belongs to the speaker's voice is kept.
enum VoiceFolder {
  static var adaptation: URL { DataFolders().data.appending(path: "voice/adaptation.json") }
}
