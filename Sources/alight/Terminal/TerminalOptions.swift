import ArgumentParser
import Conversation
import Foundation
import Terminal

/// How the terminal is written to.
struct TerminalOptions: ParsableArguments {
  @Option(help: "Colour: always, never, or auto: at a terminal, unless NO_COLOR or TERM=dumb says no.")
  var color = ColourPolicy.auto

  @Flag(help: "Never redraw a line, for screen readers; so does the variable ACCESSIBLE.")
  var accessible = false

  /// Whether an answer is chosen from a list under the line, which is drawn anew with each key.
  var drawsList: Bool { isatty(STDIN_FILENO) == 1 && Accessibility.mayRedraw(flag: accessible) }

  /// The list for a dialogue that is typed at this terminal; nil where one line after the other is read instead.
  func selectionList(_ prompts: Prompts, _ output: Output) -> SelectionList? {
    guard drawsList else { return nil }
    let session = SelectionSession(screen: output, paint: Paint(isOn: color.isOnForTalk))
    return session.map { SelectionList(session: $0, prompts: prompts, output: output) }
  }

  /// The list for a dialogue that is printed: for a screen reader it says how to answer.
  func printedList(_ prompts: Prompts, _ output: Output) -> PrintedList {
    PrintedList(
      output: output,
      hint: Accessibility.isOn(flag: accessible)
        ? { prompts.texts.say(.numberHint, ["count": String($0)]) } : nil)
  }
}

extension ColourPolicy: ExpressibleByArgument {}

extension Output: TerminalScreen {}
