// A stop among three, by a name that is typed badly: swift run FindStop
import Conversation
import Foundation
import Matching

let prompts = try Prompts.load(from: URL(filePath: "Prompts/en.yaml"))
let options = ["Linz Hauptbahnhof", "Linz Hauptplatz", "Hagenberg Softwarepark"].map { MatchOption(id: $0, name: $0) }
let stops = OptionIndex(options, lexicon: prompts.matcher.lexicon)

for answer in ["linz hbf", "hagnberg", "hauptpl", "next tuesday"] {
  let match = prompts.matcher.match(answer, question: .slot(.to), among: stops)
  print("\(answer): \(match.decision.rawValue) \(match.value ?? "")")
}
