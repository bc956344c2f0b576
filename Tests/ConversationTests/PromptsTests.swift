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
