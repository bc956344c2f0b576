// The first steps of a dialogue, with a front that prints: swift run HoldDialogue
import Conversation
import Foundation
import Journey

let prompts = try Prompts.load(from: URL(filePath: "Prompts/en.yaml"))
let wizard = Wizard(prompts: prompts)
let now = Date(timeIntervalSince1970: 1_796_000_000)

func show(_ outputs: [WizardOutput]) {
  for output in outputs {
    switch output {
    case .ask(let question): print(prompts.texts.say(question.text))
    case .understood(let phrase), .told(let phrase), .unclear(_, let phrase): print(prompts.texts.say(phrase))
    case .lookUp(let wanted): print("(to be looked up: \(wanted))")
    default: print("(\(output))")
    }
  }
}

var (state, outputs) = wizard.begin(WizardState(draft: Draft(id: UUID(), createdAt: now)), at: now)
show(outputs)
(state, outputs) = wizard.step(state, .text("help", .typed), at: now)
show(outputs)
