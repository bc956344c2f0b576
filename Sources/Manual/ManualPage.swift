/// The manual page of a command, in the macros of man(7).
struct ManualPage {
  let command: CommandInfo
  /// That of the program, as `--version` prints it.
  let version: String
  /// Subjects that concern all commands; they stand in the page of the program itself.
  var topics: [ManualTopic] = []

  var name: String { command.words.joined(separator: "-") }

  var text: String {
    var lines = [".TH \(Self.quoted(name.uppercased())) 1 \"\" \(Self.quoted("Alight \(version)")) \"Alight\""]
    lines += [".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(abstract))"]
    lines += [".SH SYNOPSIS"] + synopsis
    lines += [".SH DESCRIPTION", Self.escaped(command.abstract ?? "")] + description
    lines += options + commands + topics.flatMap(section)
    if !examples.isEmpty { lines += [".SH EXAMPLES", ".nf"] + examples.map(Self.escaped) + [".fi"] }
    if let program = command.superCommands?.first {
      lines += [".SH EXIT STATUS", "See", ".BR \(Self.escaped(program)) (1)."]
    }
    return (lines + seeAlso).joined(separator: "\n") + "\n"
  }

  /// In the form of the line NAME: no capital letter, no full stop.
  private var abstract: String {
    let text = command.abstract ?? name
    let bare = text.hasSuffix(".") ? String(text.dropLast()) : text
    return bare.prefix(1).lowercased() + bare.dropFirst()
  }

  private var arguments: [CommandInfo.Argument] { (command.arguments ?? []).filter(\.shouldDisplay) }

  private var synopsis: [String] {
    let words = "\\fB" + Self.escaped(command.words.joined(separator: " ")) + "\\fR"
    let options = arguments.map { argument in
      let form = Self.form(argument, argument.preferredName.map { [$0] } ?? [])
      let repeated = form + (argument.isRepeating ? " ..." : "")
      return argument.isOptional ? "[\(repeated)]" : repeated
    }
    let below = command.ownSubcommands.isEmpty ? [] : ["[\\fIcommand\\fR]"]
    return [([words] + below + options).joined(separator: "\n")]
  }

  private var options: [String] {
    guard !arguments.isEmpty else { return [] }
    var lines = [".SH OPTIONS"]
    var section: String?
    let plain = arguments.filter { $0.sectionTitle == nil }
    for argument in plain + arguments.filter({ $0.sectionTitle != nil }) {
      if let title = argument.sectionTitle, title != section { lines.append(".SS \(Self.quoted(title))") }
      section = argument.sectionTitle
      lines += [".TP", Self.form(argument, argument.names ?? [])]
      var meaning = [argument.abstract, argument.discussion].compactMap { $0 }.joined(separator: " ")
      if let standard = argument.defaultValue { meaning += " (default: \(standard))" }
      lines.append(Self.escaped(String(meaning.trimmingPrefix(" ")).replacing("\n", with: " ")))
    }
    return lines
  }

  private static func form(_ argument: CommandInfo.Argument, _ names: [CommandInfo.Argument.Name]) -> String {
    let value = "\\fI\(escaped(argument.valueName ?? "value"))\\fR"
    guard !names.isEmpty else { return value }
    let typed = names.map { "\\fB\(escaped($0.typed))\\fR" }.joined(separator: ", ")
    return argument.kind == "option" ? "\(typed) \(value)" : typed
  }

  private var commands: [String] {
    guard !command.ownSubcommands.isEmpty else { return [] }
    return [".SH COMMANDS"]
      + command.ownSubcommands.flatMap { below in
        let standard = below.commandName == command.defaultSubcommand ? " (where none is named)" : ""
        return [
          ".TP", ".BR \(Self.escaped(below.words.joined(separator: "-"))) (1)",
          Self.escaped((below.abstract ?? "") + standard),
        ]
      }
  }

  private func section(_ topic: ManualTopic) -> [String] {
    [".SH \(Self.quoted(topic.title.uppercased()))"]
      + topic.paragraphs.flatMap { [".PP", Self.escaped($0)] }
      + topic.entries.flatMap { [".TP", "\\fB\(Self.escaped($0.term))\\fR", Self.escaped($0.meaning)] }
  }

  // MARK: What stands below the abstract

  private var discussion: [Substring] {
    (command.discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false)
  }

  private var description: [String] {
    discussion.prefix { $0 != "Examples:" }.map { $0.isEmpty ? ".PP" : Self.escaped(String($0)) }
      .reduce(into: discussion.isEmpty ? [] : [".PP"]) { lines, line in
        if line != ".PP" || lines.last != ".PP" { lines.append(line) }
      }.trimmingLast(".PP")
  }

  private var examples: [String] {
    discussion.drop { $0 != "Examples:" }.dropFirst().map { String($0.trimmingPrefix("  ")) }
  }

  private var seeAlso: [String] {
    let above = command.superCommands.map { [$0.joined(separator: "-")] } ?? []
    let pages = above + command.ownSubcommands.map { $0.words.joined(separator: "-") }
    guard !pages.isEmpty else { return [] }
    return [".SH SEE ALSO"]
      + pages.enumerated().map { ".BR \(Self.escaped($1)) (1)\($0 + 1 < pages.count ? "," : "")" }
  }

  // MARK: roff

  /// Text as roff takes it for what it is.
  static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }

  private static func quoted(_ text: String) -> String { "\"" + escaped(text).replacing("\"", with: "\"\"") + "\"" }
}

extension Array where Element == String {
  fileprivate func trimmingLast(_ line: String) -> [String] { last == line ? dropLast() : self }
}
