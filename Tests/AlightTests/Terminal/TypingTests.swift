import Foundation
import Testing

@testable import Terminal
@testable import alight

@Suite("Keys and the line that is typed")
struct TypingTests {
  private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

  private func keys(_ bytes: [UInt8]) -> [Key] {
    var parser = KeyParser()
    return bytes.compactMap { parser.take($0) }
  }

  private func line(_ text: String) -> LineEditor {
    var line = LineEditor()
    for key in keys(text) { _ = line.take(key) }
    return line
  }

  @Test("the sequences of arrows and of their neighbours are one key each, in both ways to send them")
  func sequences() {
    #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D") == [.up, .down, .right, .left])
    #expect(keys("\u{1B}[H\u{1B}[4~\u{1B}[3~\u{1B}[Z\t\r") == [.home, .end, .delete, .backTab, .tab, .enter])
    #expect(keys("\u{1B}[1;5Cx") == [.character("x")], "an unknown sequence leaves nothing behind")
  }

  @Test("an escape byte alone is a key once nothing follows")
  func escape() {
    var parser = KeyParser()
    #expect(parser.take(0x1B) == nil)
    #expect(parser.awaitsEscape)
    #expect(parser.endEscape() == .escape)
    #expect(parser.take(UInt8(ascii: "a")) == .character("a"))
  }

  @Test("characters of several bytes are one key, and bytes that are no text are none")
  func characters() {
    #expect(keys("ß漢🚌") == [.character("ß"), .character("漢"), .character("🚌")])
    #expect(keys([0xC3, 0x61]) == [.character("a")])
    #expect(keys([0xFF, 0x61, 0xE6, 0xBC, 0x03]) == [.character("a"), .control("c")])
  }

  @Test("a paste is one key: its line ends answer nothing, its control characters do nothing")
  func paste() {
    #expect(keys("\u{1B}[200~Linz\r\nHbf\u{3}\u{1B}[201~x") == [.pasted("Linz Hbf"), .character("x")])
    let huge = String(repeating: "a", count: 3 * KeyParser.longestPaste)
    let pasted = keys("\u{1B}[200~\(huge)\u{1B}[201~\r")
    #expect(pasted.last == .enter, "what is too long goes by")
    #expect(pasted.count == 2)
  }

  @Test("the line is edited where the cursor is")
  func editing() {
    #expect(line("Lnz\u{1B}[D\u{1B}[Di").text == "Linz")
    #expect(line("Linz Hauptbahnhof\u{17}Hbf").text == "Linz Hbf")
    #expect(line("wrong\u{15}right").text == "right")
    #expect(line("xLinz\u{1}\u{4}\u{5}!").text == "Linz!")
    #expect(line("Linz Hbf\u{1B}[H\u{1B}[C\u{B}").text == "L")
    #expect(line("a\u{7F}\u{7F}\u{7F}b").text == "b", "nothing is before the beginning")
  }

  @Test("a combining mark joins the letter before it, and goes with it")
  func combining() {
    #expect(line("u\u{308}").characters.count == 1)
    #expect(line("u\u{308}\u{7F}").isEmpty)
  }

  @Test("columns: wide characters take two, combining marks none")
  func columns() {
    #expect(TextColumns.of("Linz") == 4)
    #expect(TextColumns.of("東京駅") == 6)
    #expect(TextColumns.of("Straße é e\u{301}") == 10)
    #expect(TextColumns.of("🚌🇦🇹") == 4)
    #expect(TextColumns.cut("東京駅前", to: 6) == "東京…")
    #expect(TextColumns.cut("Hagenberg", to: 9) == "Hagenberg")
  }

  @Test("lines are broken by columns, with their indentation")
  func wrapping() {
    #expect(TextColumns.wrapped("  one two three", to: 9) == ["  one two", "  three"])
    // A row of a table goes on under its last column, where that leaves room.
    #expect(TextColumns.wrapped("  5  Ride  one two three", to: 24) == ["  5  Ride  one two three"])
    #expect(TextColumns.wrapped("  5  Ride  one two three", to: 23) == ["  5  Ride  one two", "           three"])
    #expect(TextColumns.wrapped("  5  Ride  one two three", to: 18) == ["  5  Ride  one two", "     three"])
    #expect(TextColumns.wrapped("4 of 4  How long before", to: 20) == ["4 of 4  How long", "        before"])
    #expect(TextColumns.wrapped("東京 大阪 京都", to: 9) == ["東京 大阪", "京都"])
    for line in TextColumns.wrapped(String(repeating: "stop ", count: 50), to: 40) {
      #expect(TextColumns.of(line) <= 40)
    }
  }

  /// The columns of a text; a wide character has a second one.
  private static func cells(_ text: String) -> [Character] {
    text.reduce(into: []) { $0 += TextColumns.of($1) == 2 ? [$1, "."] : [$1] }
  }

  /// What a terminal shows that knows nothing but characters and backspaces.
  private struct PaperTerminal {
    var cells: [Character] = []
    var place = 0

    mutating func write(_ text: String) {
      for character in text {
        if character == "\u{8}" {
          place -= 1
          continue
        }
        for cell in TypingTests.cells(String(character)) {
          if place < cells.count { cells[place] = cell } else { cells.append(cell) }
          place += 1
        }
      }
    }
  }

  @Test("a line that is to be edited is taken with its changes, and the next one is empty")
  func begun() {
    let output = Output(quiet: true)
    func type(_ text: String, _ input: inout TypedInput) -> TypedInput.Action? {
      text.utf8.reduce(nil) { action, byte in action ?? input.take(byte, output: output) }
    }
    var input = TypedInput(isTerminal: true)
    input.begin(with: "hagnberg", output: output)
    #expect(type("\u{7F}g softwarepark\r", &input) == .enter("hagnberg softwarepark"))
    #expect(type("ja\r", &input) == .enter("ja"))
  }

  @Test("the echo shows the line and its cursor after every key")
  func echo() {
    let typed = "Linz 東京駅\u{1B}[D\u{1B}[D\u{7F}x\u{1}東\u{B}Hagenberg\u{17}\u{15}ab\u{1B}[D\u{1B}[3~ü"
    var parser = KeyParser()
    var line = LineEditor()
    var echo = LineEcho()
    var paper = PaperTerminal()
    for byte in typed.utf8 {
      guard let key = parser.take(byte), line.take(key) else { continue }
      paper.write(echo.change(to: line))
      let shown = Self.cells(line.text)
      #expect(String(paper.cells.prefix(shown.count)) == String(shown))
      #expect(paper.cells.dropFirst(shown.count).allSatisfy { $0 == " " })
      #expect(paper.place == line.cursorColumn)
    }
    #expect(line.text == "aü")
  }
}
