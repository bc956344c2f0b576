import Conversation
import Foundation

/// What an ending means to the shell: nothing, or a failure with the next step.
struct DialogueEnd {
  let result: DialogueLoop.Result

  func check() throws {
    let resume = result.isDraftKept ? "; the draft is kept: go on with \"alight new --resume\"" : ""
    switch result.ending {
    case .saved, .kept, .cancelled: return
    case .interrupted: throw CommandFailure(.interrupted, "interrupted\(resume)")
    case .unanswered(let question):
      if let origin = result.origin, case .recording(let file) = origin {
        throw CommandFailure(
          .answerNeeded,
          "the recording \(file) did not settle \(name(question))\(result.trouble.map { " (\($0))" } ?? ""): record it again or add an answer\(resume)"
        )
      }
      if let trouble = result.trouble {
        throw CommandFailure(
          .answerNeeded, "\(source) for \(name(question)) was not taken (\(trouble)): \(remedy(question))\(resume)")
      }
      throw CommandFailure(
        .answerNeeded, "no answer for \(name(question)): \(remedy(question))\(resume)")
    case .unclear(let question, let heard):
      throw CommandFailure(
        .answerNeeded, "\(source) for \(name(question)) stayed unclear (\(heard)): \(remedy(question))\(resume)")
    }
  }

  private var source: String {
    switch result.origin {
    case .flag(let question): "--\(question.rawValue)"
    case .recording(let file): "the recording \(file)"
    case .line, .event, .microphone, nil: "the answer"
    }
  }

  private func name(_ question: Question) -> String {
    question == .readBack ? "the last question (shall I set it?)" : "\"\(question.rawValue)\""
  }

  private func remedy(_ question: Question) -> String {
    switch question {
    case .readBack: "answer yes, or give --yes"
    case .arrival: "give --arrive"
    default: "give --\(question.rawValue), or one answer a line"
    }
  }
}
