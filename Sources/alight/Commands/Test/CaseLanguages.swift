import BatchTest
import Conversation
import Foundation
import Listening
import Matching
import Terminal
import Timetable

/// Reads words and options for all cases before they run, each language file and each table of options once.
struct CaseLanguages {
  private let resources: Resources
  private let standard: String
  private let output: Output
  private let stops: [MatchOption]
  private let known: [String]
  private var lexicons: [URL: Lexicon] = [:]
  private var matchers: [String: Matcher] = [:]
  private var tables: [String: [MatchOption]] = [:]
  private(set) var words: [CaseWords.Key: CaseWords] = [:]

  init(resources: Resources, standard: String, stops: [MatchOption], output: Output) throws {
    self.resources = resources
    self.standard = standard
    self.stops = stops
    self.output = output
    known = try FileManager.default.contentsOfDirectory(atPath: resources.prompts.path)
      .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }

  /// Gets ready for a case.
  /// - Throws: `CommandFailure` (65, 66) for a language without words or options that cannot be read.
  mutating func prepare(_ testCase: TestCase) throws {
    if let language = testCase.language, !known.contains(language) {
      throw testCase.place.failure(
        "there are no words for the language \"\(language)\" (known: \(known.joined(separator: ", ")))")
    }
    let key = CaseWords.Key(testCase)
    guard words[key] == nil else { return }
    let matcher = try matcher(key.language ?? standard, isPlace: key.isPlace)
    var prepared = CaseWords(matcher: matcher)
    if key.isPlace {
      prepared.places = OptionIndex(
        try key.options.map { try table($0, of: testCase) } ?? stops, lexicon: matcher.lexicon)
    }
    words[key] = prepared
  }

  private mutating func matcher(_ language: String, isPlace: Bool) throws -> Matcher {
    let name = "\(language) \(isPlace)"
    if let matcher = matchers[name] { return matcher }
    let words = try LanguageWords(
      resources: resources, preferred: language, question: isPlace ? .from : .mode, output: output
    ) { file in
      if let lexicon = lexicons[file] { return lexicon }
      let lexicon = try Prompts.lexicon(from: file)
      lexicons[file] = lexicon
      return lexicon
    }
    var matcher = Matcher(lexicon: words.lexicon)
    matcher.explains = true
    matchers[name] = matcher
    return matcher
  }

  private mutating func table(_ path: String, of testCase: TestCase) throws -> [MatchOption] {
    if let options = tables[path] { return options }
    do {
      let options = try OptionsFile.read([path])
      tables[path] = options
      return options
    } catch {
      throw testCase.place.failure("its options cannot be used: \(error)")
    }
  }
}
