import BatchTest
import Conversation
import Dialogue
import Foundation
import Listening
import Matching
import Speech
import Storage
import Timetable

/// What cases run against: the words and texts of `Prompts/`, and the stops of a timetable.
struct TestSetUp {
  let resources: Resources
  let language: String
  let stops: [MatchOption]
  private let store: TimetableStore
  private let timetable: URL
  private let output: Output

  /// - Parameter timetable: a timetable's file; nil for the demonstration network, so that the same cases give the same
  ///   outcome whatever the rider has imported.
  init(language: String, timetable: String?, resources: Resources? = nil, output: Output) throws {
    self.language = language
    self.output = output
    let resources = try resources ?? Resources.find()
    self.resources = resources
    if let timetable, !FileManager.default.fileExists(atPath: timetable) {
      throw CommandFailure(.noInput, "there is no timetable \(timetable): import a feed with \"alight feed import\"")
    }
    self.timetable = timetable.map { URL(filePath: $0) } ?? resources.demoNetwork.appending(path: "no-timetable")
    store = try TimetableSource.open(
      timetable: self.timetable, demoNetwork: resources.demoNetwork, cache: DataFolders().cache)
    stops = try store.matchOptions()
  }

  /// The words of the run's language.
  func lexicon() throws -> Lexicon {
    try LanguageWords(resources: resources, preferred: language, question: .mode, output: Output(quiet: true)).lexicon
  }

  /// A runner that has all the words that these cases need.
  /// - Throws: `CommandFailure` (65, 66) that names the case whose words are not there.
  func runner(for cases: [TestCase]) throws -> CaseRunner {
    var languages = try CaseLanguages(resources: resources, standard: language, stops: stops, output: output)
    var settings: [String: DialogueRunner.Setting] = [:]
    var speech: [String: SpokenAnswers] = [:]
    for testCase in cases {
      try languages.prepare(testCase)
      let spoken = testCase.language ?? language
      if case .dialogue = testCase.subject, settings[spoken] == nil {
        settings[spoken] = try setting(spoken)
      }
      if testCase.isRecording, speech[spoken] == nil { speech[spoken] = try resources.loadSpeech(spoken) }
    }
    let policy = try resources.recognitionPolicy(ofSpeaker: false)
    let listener = SpokenCases(
      speech: speech, wordings: wordings(speech), standard: language,
      stops: speech.isEmpty ? [] : try SpokenStops(store).options(try store.stops()),
      pool: speech.isEmpty ? nil : try TranscriberPool(model: .find(), policy: policy), policy: policy)
    return CaseRunner(
      languages.words, listener: listener, dialogues: DialogueRunner(settings: settings, standard: language))
  }

  private func wordings(_ speech: [String: SpokenAnswers]) -> [String: SpokenWordings] {
    Dictionary(
      uniqueKeysWithValues: speech.map { language, speech in
        (language, SpokenWordings(speech) { try? Matcher(lexicon: resources.loadLexicon(language)) })
      })
  }

  /// Conversations of riders of whom nothing is known, whose texts carry their ids.
  private func setting(_ language: String) throws -> DialogueRunner.Setting {
    let assembly = try Assembly(language: language, timetable: timetable, resources: resources)
    let policy = try resources.recognitionPolicy(ofSpeaker: false)
    return {
      try DialogueSetting(
        prompts: assembly.prompts, timetable: assembly.timetable, store: try ReminderStore.inMemory(),
        recognition: policy)
    }
  }
}
