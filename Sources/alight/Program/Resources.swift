import BuiltFiles
import Conversation
import Foundation
import Matching
import Speech

/// The folders that come with the program: prompts and sounds.
///
/// `Bundle.module` traps once the program is moved, so they are looked for beside the program itself.
struct Resources: Sendable {
  let prompts: URL
  let audio: URL

  var demoNetwork: URL { prompts.appending(path: "demo-network", directoryHint: .isDirectory) }

  /// The folders under `ALIGHT_HOME` if that is set, else the nearest ones above the program.
  /// - Throws: `CommandFailure` (69) where there are none.
  static func find(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> Resources {
    if let home = environment["ALIGHT_HOME"], !home.isEmpty {
      guard let found = at(URL(filePath: home, directoryHint: .isDirectory)) else {
        throw CommandFailure(
          .unavailable,
          "ALIGHT_HOME is \(home), which has no folder Prompts: set it to the folder that has, or unset it")
      }
      return found
    }
    var folder = executable.deletingLastPathComponent()
    while folder.path != "/" {
      if let found = at(folder) ?? at(folder.appending(path: "share/alight")) { return found }
      folder = folder.deletingLastPathComponent()
    }
    throw CommandFailure(
      .unavailable, "no folder Prompts above \(executable.path): reinstall Alight, or set ALIGHT_HOME to its folder")
  }

  func file(of language: String) -> URL { prompts.appending(path: "\(language).yaml") }

  /// The tags of the languages that have a file, in order.
  func languages() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: prompts.path)
      .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }

  /// Those whose file has texts to talk with as well.
  func talkingLanguages() throws -> [String] { try languages().filter { Prompts.hasTexts(file(of: $0)) } }

  /// The texts and words of the language that the rider prefers, or else the locale's, for commands that have no `--lang` or
  /// whose `--lang` is that of the answers.
  func loadPrompts(preferred: String? = nil) throws -> Prompts {
    try loadPrompts(LanguageOption.unnamed(preferred, among: try talkingLanguages()))
  }

  /// The texts and words of a language that has them all.
  func loadPrompts(_ language: String, understanding lexicon: Lexicon? = nil) throws(PromptsError) -> Prompts {
    try Prompts.load(from: file(of: language), understanding: lexicon)
  }

  /// The words of a language, of which it needs no texts.
  func loadLexicon(_ language: String) throws(PromptsError) -> Lexicon { try Prompts.lexicon(from: file(of: language)) }

  /// Tells whether a language's file is still the one that a conversation was held with; nil where there is none.
  func digestOfTexts(_ language: String) -> String? {
    Digest(contentsOf: file(of: language).path)?.description
  }

  /// What is listened for in a language, whether or not it has texts as well.
  /// - Throws: `CommandFailure` (64) where no file of the language listens, `PromptsError` for a mistake in it.
  func loadSpeech(_ language: String) throws -> SpokenAnswers {
    let known = try languages()
    func listens(_ language: String) -> Bool { (try? Prompts.speech(from: file(of: language))) != nil }
    do {
      guard known.contains(language) else { throw PromptsError.notListening(language: language) }
      return try Prompts.speech(from: file(of: language))
    } catch PromptsError.notListening {
      let able = known.filter(listens).joined(separator: ", ")
      throw CommandFailure(.usage, "no spoken answers are known in the language \(language): take one of \(able)")
    }
  }

  /// The recogniser's thresholds, with the fitted model of voices where there is one.
  /// - Parameter ofSpeaker: Whether it is fitted to the speaker as well, where "alight voice adapt" has kept how.
  /// - Throws: `CommandFailure` (65) where the model cannot be used.
  func recognitionPolicy(ofSpeaker: Bool = true) throws -> RecognitionPolicy {
    let policy = try recognitionPolicyOfAnybody()
    guard ofSpeaker else { return policy }
    do throws(SpeakerAdaptation.Problem) {
      guard let kept = try SpeakerAdaptation.read(VoiceFolder.adaptation, for: (try? SpeechModel.find())?.digest) else {
        return policy
      }
      return policy.adapted(kept.transform.flatMap(SpeakerTransform.init), offset: kept.offset)
    } catch {
      Output().talk("\(error): you are heard as anybody; make it anew with \"alight voice adapt\", or --remove it")
      return policy
    }
  }

  private func recognitionPolicyOfAnybody() throws -> RecognitionPolicy {
    let file = prompts.appending(path: "models/voice.json")
    var policy = RecognitionPolicy(backgrounds: try backgrounds())
    guard let data = FileManager.default.contents(atPath: file.path) else { return policy }
    do {
      policy.model = try JSONDecoder().decode(VoiceModelFile.self, from: data).model
      return policy
    } catch {
      throw CommandFailure(
        .badData,
        "\(file.path) is no model of this version: remove it, or fit it anew with \"make calibrate-voice\"")
    }
  }

  /// What is usually said in each language that has a table of it.
  private func backgrounds() throws -> [String: BackgroundSpeech] {
    var backgrounds: [String: BackgroundSpeech] = [:]
    for language in try languages() {
      let file = prompts.appending(path: "models/background-\(language).tsv")
      guard let table = FileManager.default.contents(atPath: file.path) else { continue }
      guard let speech = BackgroundSpeech(language: language, table: table) else {
        throw CommandFailure(
          .badData,
          "\(file.path) is no table of words and the logarithms of their shares: make it anew with \"make background\"")
      }
      backgrounds[language] = speech
    }
    return backgrounds
  }

  private static func at(_ folder: URL) -> Resources? {
    let prompts = folder.appending(path: "Prompts", directoryHint: .isDirectory)
    guard FileManager.default.fileExists(atPath: prompts.path) else { return nil }
    return Resources(prompts: prompts, audio: folder.appending(path: "Audio", directoryHint: .isDirectory))
  }

  private static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  }
}
