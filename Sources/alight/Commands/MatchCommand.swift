import ArgumentParser
import Conversation
import Foundation
import Journey
import Listening
import Matching
import Terminal
import Timetable

/// `alight match`: what utterances mean as answers to one question.
struct MatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Tell what answers mean among the options of a question.",
    discussion: """
      Prints one line an utterance: decision, value and reason, or with --json an object. Without an utterance the lines \
      of --input or of standard input are read.
      """)

  @Argument(help: "Answers, each in quotes.")
  var utterances: [String] = []

  @Option(help: "What was asked: from, to, mode, interval or command.")
  var question: AskedQuestion

  @Option(help: "The preferred language of the answers, like de (default: that of the locale, or else English).")
  var lang: String?

  @Option(
    help: "A TSV with the columns id and name, and perhaps lat, lon, country and alt; may be given several times.")
  var options: [String] = []

  @Option(help: "The mode that is known already, whose unit a bare number takes: time, stations or distance.")
  var mode: Mode?

  @Option(help: "A file with an answer a line; - is standard input.")
  var input: String?

  @Flag(help: "Print an object a line.")
  var json = false

  @Flag(help: "Tell how each score came about.")
  var explain = false

  @Flag(help: "Tell part by part what was understood and what was not: both ends, times, mode, interval, commands.")
  var parts = false

  @OptionGroup var data: DataOptions

  func run() throws {
    let output = Output()
    let resources = try Resources.find()
    let preferred = try lang ?? LanguageOption.unnamed(data.preferences().language, among: resources.languages())
    let words = try LanguageWords(
      resources: resources, preferred: preferred, question: question, output: output,
      cache: DataFolders().cache.appending(path: "words"))
    var matcher = Matcher(lexicon: words.lexicon)
    matcher.explains = explain
    let index = question.slot.map { $0 == .from || $0 == .to } == true ? try places(words) : nil
    func answer(_ utterance: String) throws {
      let start = ContinuousClock.now
      let match = matcher.match(utterance, question: question.matchQuestion, mode: mode, among: index)
      let slot = question.slot ?? .from
      let meaning = parts ? matcher.interpret(utterance, open: slot, mode: mode, from: index, to: index) : nil
      try write(match, parts: meaning?.parts, since: start, output)
    }
    guard utterances.isEmpty || input != nil else { return try utterances.forEach(answer) }
    let descriptor = try openInput()
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    let reader = LineReader(descriptor: descriptor)
    var count = 0
    while true {
      switch reader.next() {
      case .line(let text): try answer(text)
      case .invalidText(let number):
        try refuse("", .init(.notUTF8, "line \(number) is not valid UTF-8; save the file as UTF-8"), output)
      case .tooLong(let number, let bytes):
        try refuse("", .init(.tooLong, "line \(number) has \(bytes) bytes, which is no answer"), output)
      case .end:
        if count == 0 { throw CommandFailure(.badData, "nothing to match: \(input ?? "standard input") has no line") }
        return
      }
      count += 1
    }
  }

  private func write(
    _ match: Match, parts: [InterpretationPart]? = nil, since start: ContinuousClock.Instant, _ output: Output
  ) throws {
    let microseconds = Int(start.duration(to: .now) / .microseconds(1))
    let line = MatchLine(match: match, parts: parts, microseconds: microseconds, explains: explain)
    if json { try output.json(line) } else { output.data(line.text) }
  }

  private func refuse(_ utterance: String, _ reason: MatchReason, _ output: Output) throws {
    try write(Match(utterance: utterance, decision: .reject, reason: reason), since: .now, output)
  }

  private func openInput() throws -> Int32 {
    guard let input, input != "-" else { return STDIN_FILENO }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: input, isDirectory: &isFolder)
    let descriptor = exists && !isFolder.boolValue ? open(input, O_RDONLY) : -1
    guard descriptor >= 0 else {
      throw CommandFailure(.noInput, "cannot read \(input): name a file with an answer a line, or - for standard input")
    }
    return descriptor
  }

  private func places(_ words: LanguageWords) throws -> OptionIndex {
    let cache = DataFolders().cache.appending(path: "indexes")
    guard options.isEmpty else { return try OptionsFile.index(options, lexicon: words.lexicon, cache: cache) }
    let store = try TimetableSource.open(
      timetable: data.timetableURL, demoNetwork: words.resources.demoNetwork, cache: DataFolders().cache)
    return try store.stopIndex(words.lexicon)
  }
}

extension AskedQuestion: ExpressibleByArgument {}
