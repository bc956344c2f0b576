import Foundation
import Subprocess

/// Finds a speaker's transform from phrases that were read, with SphinxTrain and the tools that come with pocketsphinx.
///
/// What they need lies in a folder of its own, which is gone with the trainer.
public final class TransformTrainer: Sendable {
  private let folder: URL
  private let tools: Tools
  private let model: SpeechModel
  private let phrases: [AlignedPhrase]

  /// The programs, by their paths.
  private struct Tools: Sendable {
    var features: String
    var definition: String
    var accumulate: String
    var solve: String
  }

  /// Where Debian's package and a build from source put what is on no search path.
  private static let trainFolders = [
    "/usr/lib/sphinxtrain", "/usr/libexec/sphinxtrain", "/usr/local/libexec/sphinxtrain", "/usr/local/lib/sphinxtrain",
  ]

  /// Makes model and features ready for all transforms.
  /// - Throws: `SpeechError.noAdaptationTools` where programs are missing, `.adaptationFailed` where one fails.
  public init(model: SpeechModel, phrases: [AlignedPhrase]) async throws(SpeechError) {
    (self.model, self.phrases) = (model, phrases)
    tools = try Self.tools()
    folder = FileManager.default.temporaryDirectory.appending(
      path: "alight-adapt-\(UUID().uuidString)", directoryHint: .isDirectory)
    try store {
      try FileManager.default.createDirectory(
        at: folder.appending(path: "features"), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    try await prepareModel()
    try await makeFeatures()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The transform that makes phrases likeliest.
  /// - Parameter places: Which of the phrases.
  /// - Returns: Nil where they are too few to find one.
  /// - Throws: `SpeechError.adaptationFailed`.
  public func transform(from places: [Int]) async throws(SpeechError) -> SpeakerTransform? {
    let counts = folder.appending(path: "counts", directoryHint: .isDirectory)
    let solved = folder.appending(path: "transform")
    try store {
      for old in [counts, solved] where FileManager.default.fileExists(atPath: old.path) {
        try FileManager.default.removeItem(at: old)
      }
      try FileManager.default.createDirectory(at: counts, withIntermediateDirectories: true)
      try write(places)
    }
    try await run(
      tools.accumulate,
      [
        "-moddeffn", path("mdef"), "-mixwfn", path("mixture_weights"), "-meanfn", model.acousticModel + "/means",
        "-varfn", model.acousticModel + "/variances", "-tmatfn", model.acousticModel + "/transition_matrices",
        "-ts2cbfn", ".ptm.", "-feat", "1s_c_d_dd", "-svspec", "0-12/13-25/26-38", "-cmn", "batch", "-agc", "none",
        "-dictfn", path("words"), "-fdictfn", path("fillers"), "-ctlfn", path("list"), "-lsnfn", path("sentences"),
        "-cepdir", path("features"), "-accumdir", counts.path, "-meanreest", "yes", "-mixwreest", "no", "-tmatreest",
        "no", "-varreest", "no", "-2passvar", "no", "-timing", "no",
      ])
    try await run(
      tools.solve,
      [
        "-meanfn", model.acousticModel + "/means", "-varfn", model.acousticModel + "/variances", "-accumdir",
        counts.path, "-outmllrfn", solved.path,
      ])
    return FileManager.default.contents(atPath: solved.path).flatMap {
      SpeakerTransform(String(decoding: $0, as: UTF8.self))
    }
  }

  /// The list of features, what was said in each, and how each word was said.
  private func write(_ places: [Int]) throws {
    var identifiers: [String: String] = [:]
    var sentences: [String] = []
    for place in places {
      let words = phrases[place].words.map { phones -> String in
        guard let phones else { return "<sil>" }
        if identifiers[phones] == nil { identifiers[phones] = "w\(identifiers.count)" }
        return identifiers[phones] ?? ""
      }
      sentences.append("<s> \(words.joined(separator: " ")) </s> (\(place))")
    }
    let dictionary = identifiers.map { "\($1) \($0)" }.sorted()
    for (name, lines) in [("list", places.map(String.init)), ("sentences", sentences), ("words", dictionary)] {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: name))
    }
    try Data("<s> SIL\n</s> SIL\n<sil> SIL\n".utf8).write(to: folder.appending(path: "fillers"))
  }

  /// The model as SphinxTrain reads it.
  private func prepareModel() async throws(SpeechError) {
    try await run(tools.definition, ["-text", model.acousticModel + "/mdef", path("mdef")])
    guard let table = FileManager.default.contents(atPath: model.acousticModel + "/sendump"),
      let weights = MixtureWeights(table: table)
    else { throw .adaptationFailed(step: "read \(model.acousticModel)/sendump", cause: "it is of another kind") }
    try store { try weights.s3.write(to: folder.appending(path: "mixture_weights")) }
  }

  private func makeFeatures() async throws(SpeechError) {
    try store {
      for (place, phrase) in phrases.enumerated() {
        try Data(WaveFile.bytes(phrase.samples, sampleRate: HeardRecording.sampleRate))
          .write(to: folder.appending(path: "features/\(place).wav"))
      }
      try Data((phrases.indices.map(String.init).joined(separator: "\n") + "\n").utf8)
        .write(to: folder.appending(path: "all"))
    }
    try await run(
      tools.features,
      [
        "-argfile", model.acousticModel + "/feat.params", "-samprate", "\(HeardRecording.sampleRate)",
        // All frames, as many as there are in the recording.
        "-remove_silence", "no", "-c", path("all"), "-di", path("features"), "-do", path("features"), "-ei", "wav",
        "-eo",
        "mfc", "-mswav", "yes",
      ])
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func store(_ body: () throws -> Void) throws(SpeechError) {
    do { try body() } catch {
      throw .cannotStore(path: folder.path, reason: (error as NSError).localizedDescription)
    }
  }

  private func run(_ program: String, _ arguments: [String]) async throws(SpeechError) {
    let name = URL(filePath: program).lastPathComponent
    let isSuccess: Bool
    let told: String
    do {
      let result = try await Subprocess.run(
        .path(.init(program)), arguments: .init(arguments), output: .string(limit: 16 << 20),
        error: .string(limit: 16 << 20))
      isSuccess = result.terminationStatus.isSuccess
      told = result.standardError + result.standardOutput
    } catch { throw .adaptationFailed(step: "run \(name)", cause: "\(error)") }
    guard isSuccess else {
      let lines = told.split(separator: "\n")
      let cause = lines.last { $0.hasPrefix("FATAL") || $0.hasPrefix("ERROR") } ?? lines.last ?? "it said nothing"
      throw .adaptationFailed(step: "run \(name)", cause: String(cause))
    }
  }

  private static func tools() throws(SpeechError) -> Tools {
    let search = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map(String.init)
    var missing: [String] = []
    func find(_ name: String, in folders: [String]) -> String {
      let paths = folders.map { "\($0)/\(name)" }
      if let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) { return path }
      missing.append(name)
      return name
    }
    let tools = Tools(
      features: find("sphinx_fe", in: search), definition: find("pocketsphinx_mdef_convert", in: search),
      accumulate: find("bw", in: trainFolders), solve: find("mllr_solve", in: trainFolders))
    guard missing.isEmpty else { throw .noAdaptationTools(missing) }
    return tools
  }
}
