import Conversation
import Foundation

/// What an ending means to the shell: nothing, or a failure with the next step.
struct DialogueEnd {
  let result: DialogueLoop.Result
  let texts: PromptTexts

  func check() throws {
    switch result.ending {
    case .saved, .kept, .cancelled: return
    case .interrupted: throw failure(.interrupted, texts.say(.endInterrupted))
    case .unanswered(let question): throw failure(.answerNeeded, unanswered(question))
    case .unclear(let question, let heard): throw failure(.answerNeeded, sentence(.endUnclear, question, cause: heard))
    }
  }

  private func failure(_ status: ExitStatus, _ text: String) -> CommandFailure {
    CommandFailure(status, result.isDraftKept ? texts.say(.endDraftKept, ["text": text]) : text)
  }

  private func unanswered(_ question: Question) -> String {
    if let origin = result.origin, case .recording = origin {
      return sentence(.endRecording, question, cause: result.trouble.map { " (\($0))" } ?? "")
    }
    return result.trouble.map { sentence(.endNotTaken, question, cause: $0) } ?? sentence(.endMissing, question)
  }

  private func sentence(_ id: PromptID, _ question: Question, cause: String = "") -> String {
    texts.say(id, ["source": source, "question": name(question), "cause": cause, "remedy": remedy(question)])
  }

  private var source: String {
    switch result.origin {
    case .flag(let question): "--\(question.rawValue)"
    case .recording(let file): texts.say(.endOfRecording, ["file": file])
    case .line, .event, .microphone, nil: texts.say(.endOfAnswer)
    }
  }

  private func name(_ question: Question) -> String {
    question == .readBack ? texts.say(.endLastQuestion) : texts.say(.endQuestion, ["name": question.rawValue])
  }

  private func remedy(_ question: Question) -> String {
    switch question {
    case .readBack: texts.say(.endGiveYes)
    case .arrival: texts.say(.endGiveFlag, ["flag": "--arrive"])
    default: texts.say(.endGiveFlagOrLine, ["flag": "--\(question.rawValue)"])
    }
  }
}
