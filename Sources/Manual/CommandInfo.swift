import Foundation

/// A command as the argument parser tells of it by `--experimental-dump-help`.
struct CommandInfo: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      /// As it is typed.
      var typed: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: String
    var shouldDisplay: Bool
    var sectionTitle: String?
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var preferredName: Name?
    var valueName: String?
    var defaultValue: String?
    var abstract: String?
    var discussion: String?
  }

  var superCommands: [String]?
  var commandName: String
  var shouldDisplay: Bool?
  var abstract: String?
  var discussion: String?
  var defaultSubcommand: String?
  var subcommands: [CommandInfo]?
  var arguments: [Argument]?

  /// The words that call it: `alight`, `reminders`, `show`.
  var words: [String] { (superCommands ?? []) + [commandName] }

  /// The commands below it. The parser's own `help` has no page: the pages are what it tells. Nor has what is hidden.
  var ownSubcommands: [CommandInfo] {
    (subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay != false }
  }

  /// It and all below it.
  var all: [CommandInfo] { [self] + ownSubcommands.flatMap(\.all) }

  /// - Parameter data: what the program prints.
  /// - Throws: `DecodingError` where the parser tells it in another form.
  static func read(_ data: Data) throws -> CommandInfo {
    struct Tool: Decodable { var command: CommandInfo }
    return try JSONDecoder().decode(Tool.self, from: data).command
  }
}
