import Conversation
import Foundation
import Listening
import Speech
import Terminal

/// Shows phrases one after the other and records how they are read.
struct RecordingSession {
  /// What the reader wants.
  private enum Wish: String {
    case go = ""
    case listen = "l"
    case again = "a"
    case skip = "s"
    case back = "b"
    case quit = "q"
  }

  let texts: PromptTexts
  let folder: RecordingFolder
  let recorder: TakeRecorder
  let policy: RecognitionPolicy
  let output: Output
  let keyboard: LineReader
  /// Whether Enter ends a recording: piped input has its lines ready beforehand.
  let endsByEnter: Bool
  var meter: LevelMeter
  /// Gets each recording that is kept.
  let report: (PhraseToRead, Take, String) throws -> Void

  /// Peaks in dBFS below which a voice is too far away to be worth keeping.
  private static let faint = -30.0

  private var file: [Int: String] = [:]
  private(set) var keptCount = 0

  init(
    texts: PromptTexts, folder: RecordingFolder, recorder: TakeRecorder, policy: RecognitionPolicy, output: Output,
    keyboard: LineReader, meter: LevelMeter, report: @escaping (PhraseToRead, Take, String) throws -> Void
  ) {
    (self.texts, self.folder, self.recorder, self.policy) = (texts, folder, recorder, policy)
    (self.output, self.keyboard, self.meter, self.report) = (output, keyboard, meter, report)
    endsByEnter = isatty(STDIN_FILENO) == 1
  }

  /// Goes through the phrases until their end, or until the reader quits.
  /// - Returns: how many are left.
  mutating func run(_ readings: [PhraseToRead]) async throws -> Int {
    var place = 0
    var takesAtOnce = false
    while place < readings.count {
      if !takesAtOnce {
        output.talk(
          "\n"
            + texts.say(
              .recordSay, ["number": "\(place + 1)", "count": "\(readings.count)", "text": readings[place].text]))
      }
      let before = takesAtOnce ? .go : wish(.recordStart)
      takesAtOnce = false
      var next = before
      if before == .go, let take = try await record() {
        next = try await judge(take)
        if next == .go { try keep(take, of: readings[place], at: place) }
      } else if before == .go {
        continue
      }
      switch next {
      case .go, .skip: place += 1
      case .back: place = max(0, place - 1)
      case .again: takesAtOnce = true
      case .quit: return readings.count - place
      case .listen: output.talk(texts.say(.recordNothingYet))
      }
    }
    return 0
  }

  /// One recording; nil where nobody spoke.
  private mutating func record() async throws -> Take? {
    let isEnding = endsByEnter
    let take: Take
    do {
      // The meter is shown from this task alone.
      var shown = meter
      defer { meter = shown }
      take = try await recorder.record(
        isStopped: { isEnding && Self.hasInput }, opened: { shown.open(texts.say(.recordListening)) },
        show: { shown.show(level: $0) })
    } catch {
      meter.close()
      throw error
    }
    meter.close()
    if take.event == nil, isEnding { _ = keyboard.next() }
    guard take.spoke || take.event == nil && !take.samples.isEmpty else {
      output.talk(texts.say(.recordNobody))
      return nil
    }
    return take
  }

  private static var hasInput: Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Tells what was recorded and asks what becomes of it.
  private func judge(_ take: Take) async throws -> Wish {
    let (seconds, peak) = (String(format: "%.1f", take.seconds), String(format: "%.0f", take.peak))
    output.talk(texts.say(.recordTook, ["seconds": seconds, "level": peak]))
    if take.clipped > policy.clippedShare { output.talk(texts.say(.recordClipped)) }
    if take.peak < Self.faint { output.talk(texts.say(.recordFaint)) }
    if take.event == .tooLong { output.talk(texts.say(.recordTooLong)) }
    while true {
      let wish = wish(.recordChoose)
      guard wish == .listen else { return wish }
      do { try await RecordingPlayer.play(take.samples) } catch let error as SpeechError { output.talk("\(error)") }
    }
  }

  private mutating func keep(_ take: Take, of reading: PhraseToRead, at place: Int) throws {
    let name = try folder.add(take.samples, of: reading)
    if let old = file.updateValue(name, forKey: place) { try folder.remove(old) } else { keptCount += 1 }
    try report(reading, take, name)
  }

  /// Asks until there is an answer; the end of the input quits.
  private func wish(_ question: PromptID) -> Wish {
    while true {
      output.prompt(texts.say(question) + " ")
      switch keyboard.next() {
      case .end:
        output.talk("")
        return .quit
      case .line(let line):
        let key = line.trimmingCharacters(in: .whitespaces).lowercased().prefix(1)
        if let wish = Wish(rawValue: String(key)) { return wish }
      case .invalidText, .tooLong: break
      }
      output.talk(texts.say(.recordKeys))
    }
  }
}
