import Conversation
import Foundation

enum EnglishPrompts {
  static func load() throws -> Prompts {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try Prompts.load(from: root.appending(path: "Prompts/en.yaml"))
  }
}
