import Conversation
import Foundation
import Journey
import Speech

/// Where answers come from, in the order they are tried.
struct AnswerSources {
  /// By question, values given as flags.
  var flags: [Question: String] = [:]
  /// By question, recordings in the order given.
  var recordings: [Question: [String]] = [:]
  /// Standard input; nil where it must not be read.
  var lines: (any LineSource)?
  /// Whether the lines are objects of another front end.
  var areEvents = false

  /// Where an answer came from, for messages.
  enum Origin: Equatable {
    case flag(Question)
    case recording(String)
    case line
    case event
    case microphone
  }

  /// One answer.
  enum Answer {
    case text(String, Origin)
    case recording(String)
    case invalid(String)
    case end
  }

  /// Whether a flag answers a question, so that nobody has to be asked.
  func hasFlag(for question: Question) -> Bool {
    flags[question] != nil || question == .mode && (recordings[.mode] ?? []).isEmpty && flags[.interval] != nil
  }

  /// The next answer to a question. A flag or a recording is used once.
  mutating func next(for question: Question) -> Answer {
    if let value = flags.removeValue(forKey: question) { return .text(value, .flag(question)) }
    // An interval given tells its mode, unless something else is given for the mode.
    if question == .mode, (recordings[.mode] ?? []).isEmpty, let value = flags.removeValue(forKey: .interval) {
      return .text(value, .flag(.interval))
    }
    if var files = recordings[question], !files.isEmpty {
      let file = files.removeFirst()
      recordings[question] = files
      return .recording(file)
    }
    guard let lines else { return .end }
    switch lines.next() {
    case .line(let text): return .text(text, areEvents ? .event : .line)
    case .invalidText(let number): return .invalid("line \(number) of the input is not valid UTF-8")
    case .tooLong(let number, let bytes): return .invalid("line \(number) of the input is \(bytes) bytes long")
    case .end: return .end
    }
  }
}
