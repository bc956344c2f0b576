import ArgumentParser

/// A word that is being completed in a shell, and how what completes it is given to that shell.
///
/// Names of stops come from whoever made a timetable: bash expands what it is offered, so that a name with `$(...)` in it
/// would be run if it were not quoted.
struct ShellWord {
  let shell: CompletionShell?
  /// What was typed so far, without its quoting.
  let text: String

  /// - Parameter raw: the word up to the cursor as the shell has it.
  init(_ raw: String, shell: CompletionShell? = .requesting) {
    self.shell = shell
    let quote = raw.first.flatMap { "\"'".contains($0) ? $0 : nil }
    var text = ""
    var isEscaped = false
    for character in quote == nil ? raw[...] : raw.dropFirst() {
      if character == "\\", !isEscaped, quote != "'" {
        isEscaped = true
        continue
      }
      isEscaped = false
      text.append(character)
    }
    self.text = text
  }

  /// A name as this shell wants it; nil where the word does not begin it, or no command line can hold it.
  /// - Parameter meaning: what the name stands for, which some shells show.
  func completion(_ name: String, meaning: String? = nil) -> String? {
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      name.count >= text.count, zip(name, text).allSatisfy({ $0.lowercased() == $1.lowercased() })
    else { return nil }
    // What was typed stays as it was typed, as these shells compare letter by letter.
    let own = text + name.dropFirst(text.count)
    switch shell {
    // Quoted for the expansion of what is offered. What then stands on the line is quoted by bash, which fails at these two.
    case .bash: return own.contains { "$`".contains($0) } ? nil : "'" + own.replacing("'", with: "'\\''") + "'"
    case .zsh:
      return own.replacing("\\", with: "\\\\").replacing(":", with: "\\:") + (meaning.map { ":" + $0 } ?? "")
    default: return name + (meaning.map { "\t" + $0 } ?? "")
    }
  }
}
