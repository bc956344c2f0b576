import Conversation
import Foundation
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

@Suite("Prompts")
struct PromptsTests {
  private func source() throws -> String {
    try String(contentsOf: root.appending(path: "Prompts/en.yaml"), encoding: .utf8)
  }

  @Test("the English file is whole")
  func english() throws {
    let prompts = try Prompts.load(from: root.appending(path: "Prompts/en.yaml"))
    #expect(prompts.language == "en")
    for id in PromptID.allCases { #expect(!prompts.texts.say(id).isEmpty) }
  }

  @Test("a missing text is an error that names it")
  func missingText() throws {
    let yaml = try source().replacing("    from: \"Where do you get on?\"\n", with: "")
    #expect(throws: PromptsError.self) { try Prompts.parse(yaml, file: "en.yaml") }
    do {
      _ = try Prompts.parse(yaml, file: "en.yaml")
    } catch {
      #expect("\(error)".contains("ask.from"))
    }
  }

  @Test(
    "what a text must say and does not, what means nothing in it, and a command that there is not are told with their line",
    arguments: [
      ("    to: \"To {value}.\"", "    to: \"There.\"", "{value} is missing"),
      ("You have passed {stop}. Get off", "You have passed it. Get off", "{stop} is missing"),
      ("Several phones report to {feed}:", "Several phones report to {fed}:", "{fed} means nothing"),
      ("  - name: redo\n", "  - name: redoo\n", "no command \"redoo\""),
    ])
  func flaws(from: String, to: String, cause: String) throws {
    let yaml = try source()
    let parts = yaml.components(separatedBy: from)
    try #require(parts.count > 1, "\(from)")
    let error = try #require(throws: PromptsError.self) {
      try Prompts.parse(yaml.replacing(from, with: to), file: "en.yaml")
    }
    #expect("\(error)".contains(cause), "\(error)")
    let line = parts[0].count { $0 == "\n" } + 1
    #expect("\(error)".hasPrefix("en.yaml, line \(line): "), "\(error)")
  }

  @Test("a mistake is told with its line")
  func mistakesHaveLines() throws {
    let yaml = try source()
    let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("Did you mean {value}? ") })
    let wrong = yaml.replacing("Did you mean {value}? ", with: "Did you mean {valeu}? ")
    do {
      _ = try Prompts.parse(wrong, file: "en.yaml")
      Issue.record("a placeholder that means nothing was taken")
    } catch {
      #expect("\(error)".hasPrefix("en.yaml, line \(line + 1): "))
      #expect("\(error)".contains("valeu"))
    }
  }

  @Test("text that is no YAML is told with its line", arguments: ["texts: [1,\nlanguage: en", "\tlanguage: en", ""])
  func notYAML(yaml: String) {
    #expect(throws: PromptsError.self) { try Prompts.parse(yaml, file: "en.yaml") }
  }

  @Test("a value in braces is never filled in again")
  func hostileValues() throws {
    let prompts = try Prompts.load(from: root.appending(path: "Prompts/en.yaml"))
    #expect(prompts.texts.say(.heard, ["heard": "{heard} {value}"]) == "Heard: {heard} {value}")
  }
}
