import Foundation
import Testing

@testable import Terminal
@testable import alight

@Suite("The list under the line")
struct SelectionTests {
  private static let stops = ["Hagenberg", "Hagenberg Softwarepark", "Linz Hauptbahnhof", "Kefermarkt"]

  private static func question(_ options: [String] = ["Linz Hauptbahnhof", "Pregarten"]) -> SelectionQuestion {
    SelectionQuestion(
      options: options.enumerated().map { SelectionRow(mark: "\($0 + 1)", text: $1, answer: "\($0 + 1)") },
      standard: "Linz", hint: "Type, or choose with the arrows."
    ) { typed in
      stops.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
        .map { SelectionRow(mark: "", text: $0, answer: $0) }
    }
  }

  /// Presses keys until something is answered.
  private func press(_ text: String, _ question: SelectionQuestion = question()) -> (Selection, SelectionAnswer?) {
    var parser = KeyParser()
    var selection = Selection(question)
    for byte in text.utf8 {
      if let key = parser.take(byte), let answer = selection.take(key) { return (selection, answer) }
    }
    let answer = parser.endEscape().flatMap { selection.take($0) }
    return (selection, answer)
  }

  @Test("each key filters anew, and an empty line shows the options again")
  func filter() {
    #expect(press("ha").0.rows.map(\.text) == ["Hagenberg", "Hagenberg Softwarepark"])
    #expect(press("hagenberg s").0.rows.map(\.text) == ["Hagenberg Softwarepark"])
    #expect(press("ha\u{15}").0.rows.map(\.text) == ["Linz Hauptbahnhof", "Pregarten"])
  }

  @Test("Enter takes the line as it was typed, or the active row")
  func enter() {
    #expect(press("hagnberg\r").1 == .line("hagnberg", shown: "hagnberg"))
    #expect(press("\r").1 == .line("", shown: "Linz"), "the default")
    #expect(press("\u{1B}[B\u{1B}[B\r").1 == .line("2", shown: "Pregarten"))
    #expect(press("ha\u{1B}[B\u{1B}[B\r").1 == .line("Hagenberg Softwarepark", shown: "Hagenberg Softwarepark"))
    #expect(press("\u{1B}[A\r").1 == .line("2", shown: "Pregarten"), "up from the line is the last row")
    #expect(press("\u{1B}[B\u{1B}[A\r").1 == .line("", shown: "Linz"), "and up from the first row the line")
  }

  @Test("a line that is to be edited stands there with what fits it, the cursor behind it")
  func edited() {
    var question = Self.question()
    question.line = "hagnberg"
    #expect(press("", question).0.line.text == "hagnberg")
    #expect(press("\r", question).1 == .line("hagnberg", shown: "hagnberg"))
    question.line = "hagen"
    #expect(press("", question).0.rows.map(\.text) == ["Hagenberg", "Hagenberg Softwarepark"])
    #expect(press("berg s\r", question).1 == .line("hagenberg s", shown: "hagenberg s"))
    #expect(press("\u{15}", question).0.rows.map(\.text) == ["Linz Hauptbahnhof", "Pregarten"])
  }

  @Test("j and k move in the list, and begin a name where nobody is in it")
  func letters() {
    #expect(press("k").0.rows.map(\.text) == ["Kefermarkt"])
    #expect(press("\u{1B}[Bj\r").1 == .line("2", shown: "Pregarten"))
    #expect(press("\u{1B}[Bjk\r").1 == .line("1", shown: "Linz Hauptbahnhof"))
    #expect(press("ha\u{1B}[Bj").0.line.text == "haj", "a filter takes letters")
  }

  @Test("Tab completes, and once more takes the next")
  func tab() {
    #expect(press("ha\t").0.line.text == "Hagenberg")
    #expect(press("ha\t\t").0.line.text == "Hagenberg Softwarepark")
    #expect(press("ha\t\t\t").0.line.text == "Hagenberg")
    #expect(press("ha\t s\r").1 == .line("Hagenberg s", shown: "Hagenberg s"))
    #expect(press("xyz\t").0.line.text == "xyz")
  }

  @Test("Esc leaves the list, then clears the line, then goes back")
  func escape() {
    let (listed, none) = press("ha\u{1B}[B\u{1B}")
    #expect(none == nil && listed.active == nil && listed.line.text == "ha")
    #expect(press("ha\u{1B}").0.line.isEmpty)
    #expect(press("\u{1B}").1 == .back)
  }

  @Test("Ctrl-C always ends, Ctrl-D and the question mark only on an empty line")
  func control() {
    #expect(press("ha\u{3}").1 == .interrupted)
    #expect(press("\u{4}").1 == .end)
    #expect(press("ha\u{4}").1 == nil)
    #expect(press("?").1 == .help)
    #expect(press("ha?").0.line.text == "ha?")
  }

  @Test("the cursor is on the active row, which bears a mark without colour too", arguments: [true, false])
  func cursor(colour: Bool) {
    let view = SelectionView(width: 40, height: 10, paint: Paint(isOn: colour))
    let typing = view.frame(of: press("ha").0)
    #expect(typing.cursorRow == 0 && typing.cursorColumn == 4)
    let choosing = view.frame(of: press("\u{1B}[B\u{1B}[B").0)
    #expect(choosing.cursorRow == 2 && choosing.cursorColumn == 0)
    #expect(choosing.rows[2].contains("> 2  Pregarten"))
    #expect(choosing.rows[1] == "  1  Linz Hauptbahnhof")
    #expect(choosing.rows[2].contains("\u{1B}") == colour)
  }

  @Test(
    "nothing is wider or higher than the terminal, whatever is in it", arguments: [(40, 24), (12, 5), (100, 3), (4, 2)])
  func size(columns: Int, rows: Int) {
    let names = ["東京駅前広場行きバスターミナル入口", String(repeating: "Linz ", count: 60)] + (1...50).map { "Stop \($0)" }
    let view = SelectionView(width: columns, height: rows)
    for keys in ["", "\u{1B}[A", "\u{1B}[B", String(repeating: "漢字", count: 100), "x\u{1B}[D"] {
      let frame = view.frame(of: press(keys, Self.question(names)).0)
      #expect(frame.widths.allSatisfy { $0 < max(columns, 5) })
      #expect(frame.rows.count <= max(rows, 2))
      #expect(frame.cursorColumn < columns && frame.cursorRow < frame.rows.count)
      #expect(zip(frame.rows, frame.widths).allSatisfy { TextColumns.of($0) == $1 })
    }
  }

  @Test("the active row stays in sight of a long list")
  func scrolling() {
    let question = Self.question((1...50).map { "Stop \($0)" })
    let frame = SelectionView(width: 40, height: 8).frame(
      of: press(String(repeating: "\u{1B}[B", count: 30), question).0)
    #expect(frame.rows[frame.cursorRow].hasSuffix("Stop 30"))
  }
}

@Suite("Colour and accessibility")
struct ColourPolicyTests {
  @Test("what the rider says comes first, then the variables, then whether there is a terminal")
  func order() {
    let auto = ColourPolicy.auto
    #expect(auto.isOn(isTerminal: true, environment: [:]))
    #expect(!auto.isOn(isTerminal: false, environment: [:]))
    #expect(!auto.isOn(isTerminal: true, environment: ["NO_COLOR": "1"]))
    #expect(auto.isOn(isTerminal: true, environment: ["NO_COLOR": ""]), "an empty one is none")
    #expect(!auto.isOn(isTerminal: true, environment: ["TERM": "dumb"]))
    #expect(auto.isOn(isTerminal: false, environment: ["CLICOLOR_FORCE": "1"]))
    #expect(!auto.isOn(isTerminal: false, environment: ["CLICOLOR_FORCE": "0"]))
    #expect(!auto.isOn(isTerminal: true, environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]))
    #expect(ColourPolicy.always.isOn(isTerminal: false, environment: ["NO_COLOR": "1"]))
    #expect(!ColourPolicy.never.isOn(isTerminal: true, environment: ["CLICOLOR_FORCE": "1"]))
  }

  @Test("ACCESSIBLE is on with anything but nothing, 0 and false")
  func accessible() {
    #expect(!Accessibility.isOn(environment: [:]))
    for value in ["", "0", "false", "FALSE"] { #expect(!Accessibility.isOn(environment: ["ACCESSIBLE": value])) }
    for value in ["1", "yes"] { #expect(Accessibility.isOn(environment: ["ACCESSIBLE": value])) }
    #expect(Accessibility.isOn(flag: true, environment: ["ACCESSIBLE": "0"]))
  }
}
