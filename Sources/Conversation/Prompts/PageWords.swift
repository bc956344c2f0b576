import Foundation
import Yams

/// What stands on the page in one language: the section `page` of its file, which no other front reads.
public struct PageWords: Sendable {
  static let section = "page"

  /// By name, as the templates of the page know them.
  public let texts: [String: String]

  /// - Throws: `PromptsError`, which names the file and, for a mistake in it, the line.
  public static func load(from file: URL) throws(PromptsError) -> PageWords {
    let document = try PromptsDocument(
      yaml: try Prompts.text(of: file), file: file.lastPathComponent, sections: [section])
    return PageWords(texts: try document.section(section, as: [String: String].self))
  }

  /// A text with values in its places; the name itself where there is no such text, which a test finds.
  public func say(_ name: String, _ values: [String: String] = [:]) -> String {
    PromptTexts.fill(texts[name] ?? name, values)
  }
}
