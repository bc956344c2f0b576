import ArgumentParser
import Devices
import Dialogue
import Foundation
import Listening
import Speech
import Timetable

/// `alight voice pronounce`: how names are read, and how the rider says them.
struct VoicePronounceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pronounce",
    abstract: "Tell how names are listened for, hear them, and teach your own way to say them.",
    discussion: """
      Prints each reading of each word: the word, who reads it (you, the dictionary, a voice of espeak-ng, or the table of \
      letters) and its phones, and plays the first one where there is sound. A reading of your own comes first whenever a \
      recording is heard. It is kept in $XDG_DATA_HOME/alight/pronunciations.tsv.

      Examples:
        alight voice pronounce Hagenberg
        alight voice pronounce "Linz Hauptbahnhof" --lang de
        alight voice pronounce Hagenberg --as "HH AA G AH N B ER G"
        alight voice pronounce Hagenberg --like "hah gen berg"
        alight voice pronounce Hagenberg --forget
        alight voice pronounce --list
      """)

  @Argument(help: "Names; one of several words in quotes.")
  var names: [String] = []

  @Option(help: "The language that the names are read in (default: that of the stops that hold them, else en).")
  var lang: String?

  @Option(
    name: .customLong("as"), help: "Your reading in phones, like \"HH AA G AH N\"; repeat it for several readings.")
  var phones: [String] = []

  @Option(help: "Your reading as English words or syllables, like \"hah gen berg\".")
  var like: String?

  @Flag(help: "Take your readings of the names away.")
  var forget = false

  @Flag(help: "Print all your readings.")
  var list = false

  @Flag(inversion: .prefixedNo, help: "Play the first reading.")
  var play = true

  @Flag(help: "Print an object a line.")
  var json = false

  @OptionGroup var data: DataOptions

  func validate() throws {
    let changes = [!phones.isEmpty, like != nil, forget, list].count { $0 }
    if changes > 1 { throw ValidationError("--as, --like, --forget and --list exclude each other.") }
    if names.isEmpty, !list { throw ValidationError("Name a word, or several in quotes, or give --list.") }
    if names.count > 1, !phones.isEmpty || like != nil {
      throw ValidationError("--as and --like are for one name: put one of several words in quotes.")
    }
  }

  func run() async throws {
    let output = Output()
    if list { return try printAll(output) }
    if forget { return try forgetNames(output) }
    let table = try PronunciationTable(model: .find())
    if !phones.isEmpty || like != nil, let name = names.first {
      try await store(name, table)
      // Read anew, as every recogniser does.
      return try await show(try PronunciationTable(model: .find()), output)
    }
    try await show(table, output)
  }

  // MARK: The rider's own

  private func store(_ name: String, _ table: PronunciationTable) async throws {
    do {
      var readings = try phones.map { text throws(PhoneError) in try PronunciationTable.checked(phones: text) }
      if let like { readings = [try await table.phones(like: like)] }
      try PronunciationOverrides.store(
        readings, of: try PronunciationOverrides.key(name),
        like: like.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") },
        path: try PronunciationOverrides().path)
    } catch let error as PhoneError {
      throw CommandFailure(.usage, "\(like == nil ? "--as" : "--like"): \(error)")
    }
  }

  private func forgetNames(_ output: Output) throws {
    let path = try PronunciationOverrides().path
    for name in names {
      guard let key = try? PronunciationOverrides.key(name), try PronunciationOverrides.forget(key, path: path) else {
        throw CommandFailure(
          .noInput, "there is no reading of your own for \(name): see \"alight voice pronounce --list\"")
      }
      output.talk("\(name) is read as before.")
    }
  }

  private func printAll(_ output: Output) throws {
    for entry in try PronunciationOverrides().entries {
      if json {
        let readings = entry.readings.map { PronunciationLine.Reading(phones: $0, source: "user", voice: nil) }
        try output.json(PronunciationLine(word: entry.name, lang: nil, readings: readings, like: entry.like))
      } else {
        for phones in entry.readings {
          output.data([entry.name, phones, entry.like.map { "like \($0)" }].compactMap(\.self).joined(separator: "\t"))
        }
      }
    }
  }

  // MARK: All readings

  private func show(_ table: PronunciationTable, _ output: Output) async throws {
    let languages = lang == nil ? try NameLanguages(timetable: data.timetableURL) : nil
    var spoken: [[String]] = []
    for name in names {
      let language = lang ?? languages?.language(of: name) ?? "en"
      let words = try await table.words(ofName: name, language: language)
      guard !words.isEmpty else { throw CommandFailure(.usage, "\"\(name)\" holds no word that could be said") }
      for word in words { try write(word, output) }
      let whole = words.first {
        $0.text.contains(" ") && $0.text == words.dropFirst().map(\.text).joined(separator: " ")
      }
      spoken.append(
        (whole.map { [$0] } ?? words.filter { !$0.text.contains(" ") }).compactMap { $0.readings.first?.phones })
    }
    if play { for phones in spoken { await Self.play(phones) } }
  }

  private func write(_ word: PronouncedWord, _ output: Output) throws {
    if json { return try output.json(PronunciationLine(word)) }
    if word.readings.isEmpty { output.data("\(word.text)\t-\tnothing can pronounce it") }
    for reading in word.readings { output.data("\(word.text)\t\(reading.source.words)\t\(reading.phones)") }
  }

  /// Plays phones where there is sound; where there is none the text has told them.
  private static func play(_ words: [String]) async {
    let file = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString).wav").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    guard !words.isEmpty, await SpeechSynthesizer().speak(words, to: file) else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await SoundChannel.play(file) }
      // A sound server that hangs must not hang the command.
      group.addTask { try? await Task.sleep(for: .seconds(10)) }
      await group.next()
      group.cancelAll()
    }
  }
}

/// What `--json` prints for a word.
struct PronunciationLine: Encodable {
  struct Reading: Encodable {
    var phones: String
    var source: String
    /// The voice of espeak-ng, where one reads it.
    var voice: String?
  }

  let schema = "alight.pronunciation/1"
  var word: String
  var lang: String?
  var readings: [Reading]
  /// What the rider's reading was made from.
  var like: String?

  init(word: String, lang: String?, readings: [Reading], like: String?) {
    self.word = word
    self.lang = lang
    self.readings = readings
    self.like = like
  }

  init(_ word: PronouncedWord) {
    self.init(
      word: word.text, lang: word.language,
      readings: word.readings.map { reading in
        let voice = if case .voice(let voice) = reading.source { voice } else { String?.none }
        return Reading(phones: reading.phones, source: reading.source.name, voice: voice)
      }, like: nil)
  }
}

extension Reading.Source {
  /// In one word, for JSON.
  var name: String {
    switch self {
    case .user: "user"
    case .dictionary: "dictionary"
    case .voice: "voice"
    case .letters: "letters"
    case .spelled: "letter by letter"
    }
  }

  /// For a reader.
  var words: String {
    if case .voice(let voice) = self { "voice \(voice)" } else { name }
  }
}

/// The languages that the stops of the timetable are named in.
struct NameLanguages {
  private let languages: [(name: String, language: String)]

  init(timetable: URL) throws {
    let store = try TimetableSource.open(
      timetable: timetable, demoNetwork: Resources.find().demoNetwork, cache: DataFolders().cache)
    let options = try SpokenStops(store).options(try store.stops())
    languages = options.compactMap { option in option.language.map { (option.name.lowercased(), $0) } }
  }

  /// The language of the first stop whose name holds this one; nil where no stop does.
  func language(of name: String) -> String? {
    let wanted = name.lowercased()
    return languages.first { $0.name.contains(wanted) }?.language
  }
}
