import Foundation
import Terminal

/// `alight help ...` where it is for a topic, or for a command that does not exist. The argument parser tells of the rest.
struct HelpRequest {
  private let words: [String]
  private let isJSON: Bool

  /// - Parameter arguments: those of the program. Nil where they ask for no help.
  init?(_ arguments: [String]) {
    guard arguments.first == "help" else { return nil }
    words = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    isJSON = arguments.contains("--json")
  }

  /// Prints the topic that is asked for.
  /// - Returns: whether it was one.
  /// - Throws: `CommandFailure` (64) for neither a topic nor a command.
  func answer(_ output: Output = Output()) throws -> Bool {
    if words.count == 1, let topic = HelpTopic.all.first(where: { $0.name == words[0] }) {
      if isJSON {
        try output.json(topic)
      } else {
        topic.lines(width: TerminalSize.ofOutput?.columns ?? 80).forEach(output.data)
      }
      return true
    }
    let path = CommandPath(words)
    guard let unknown = path.unknown, path.hasSubcommands else { return false }
    let topics = path.names.count == 1 ? HelpTopic.all.map(\.name) : []
    throw CommandFailure(
      .usage, "there is no help on \"\(unknown)\"\(path.guess(among: topics)) \"alight help\" lists commands and topics"
    )
  }
}
