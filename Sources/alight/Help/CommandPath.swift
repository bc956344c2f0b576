import ArgumentParser
import Matching

/// A command whose name may be left out before its arguments: a word there is none that was meant as a command.
protocol NamelessCommand: ParsableCommand {}

/// The commands that the first words of a command line name, and the word behind them that names none.
struct CommandPath {
  /// `alight`, and the commands below it.
  private(set) var names = ["alight"]
  private(set) var unknown: String?
  private var last: any ParsableCommand.Type = Alight.self

  /// - Parameter arguments: those of the program.
  init(_ arguments: [String]) {
    for word in arguments {
      if let next = last.configuration.subcommands.first(where: {
        $0._commandName == word || $0.configuration.aliases.contains(word)
      }) {
        names.append(word)
        last = next
      } else {
        unknown = word.hasPrefix("-") ? nil : word
        return
      }
    }
  }

  var hasSubcommands: Bool { !last.configuration.subcommands.isEmpty }

  /// The failure of a command line whose first unknown word can only be meant as a command; nil for any other.
  var failure: CommandFailure? {
    guard let unknown, hasSubcommands, !(last.configuration.defaultSubcommand is any NamelessCommand.Type) else {
      return nil
    }
    return CommandFailure(
      .usage, "there is no command \"\(unknown)\"\(guess()) \"\(names.joined(separator: " ")) --help\" lists them")
  }

  /// The question whether a name like the unknown word was meant, behind a colon; the colon alone where there is none.
  /// - Parameter others: names beside those of the commands.
  func guess(among others: [String] = []) -> String {
    guard let unknown else { return ":" }
    let own = last.configuration.subcommands.map { (name: $0._commandName, whole: $0._commandName) }
    let below = last.configuration.subcommands.flatMap { command in
      command.configuration.subcommands.map {
        (name: $0._commandName, whole: "\(command._commandName) \($0._commandName)")
      }
    }
    let names = own + others.map { (name: $0, whole: $0) } + below
    let pattern = EditPattern(unknown.lowercased())
    let near = names.map { ($0.whole, $0.name.hasPrefix(unknown) ? 0 : pattern.distance(to: Array($0.name.utf16))) }
    guard let best = near.min(by: { $0.1 < $1.1 }), best.1 <= max(1, unknown.count / 3) else { return ":" }
    return ": did you mean \"\(best.0)\"?"
  }
}
