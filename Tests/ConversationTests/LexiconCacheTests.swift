import Foundation
import Matching
import Testing

@testable import Conversation

/// Language files and models in a folder of their own, and a cache that may not exist yet.
private struct StoredWords {
  let folder: URL
  var cache: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "alight-words-\(UUID().uuidString)")
    cache = folder.appending(path: "cache")
    let prompts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Prompts")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["en.yaml", "de.yaml", "ja.yaml", "models"] {
      try FileManager.default.copyItem(at: prompts.appending(path: name), to: folder.appending(path: name))
    }
  }

  func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  var files: [URL] { ["en", "de", "ja"].map { folder.appending(path: "\($0).yaml") } }

  func merged() throws -> Lexicon {
    let lexicons = try files.map { try Prompts.lexicon(from: $0) }
    return lexicons.dropFirst().reduce(lexicons[0]) { $0.merged(with: $1) }
  }

  /// The words, and whether the language files had to be read for them.
  func words(variant: String = "") throws -> (lexicon: Lexicon, areNew: Bool) {
    var areNew = false
    let lexicon = try LexiconCache(folder: cache).lexicon(of: files, variant: variant) {
      areNew = true
      return try merged()
    }
    return (lexicon, areNew)
  }

  func path() throws -> String { try #require(LexiconCache(folder: cache).path(of: files, variant: "")) }

  func edit(_ name: String, _ old: String, _ new: String) throws {
    let file = folder.appending(path: name)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(old))
    try text.replacing(old, with: new, maxReplacements: 1).write(to: file, atomically: false, encoding: .utf8)
  }
}

@Suite("Stored words")
struct LexiconCacheTests {
  @Test("words that were stored are the words that were read, models and all")
  func roundTrip() throws {
    let stored = try StoredWords()
    defer { stored.cleanUp() }
    #expect(try stored.words().areNew)
    let again = try stored.words()
    #expect(!again.areNew)
    #expect(again.lexicon == (try stored.merged()))
    #expect(try stored.words(variant: "another").areNew)
  }

  @Test("damaged, short and foreign files are made anew", arguments: 0..<9)
  func damage(kind: Int) throws {
    let stored = try StoredWords()
    defer { stored.cleanUp() }
    let expected = try stored.words().lexicon
    let file = URL(filePath: try stored.path())
    var bytes = [UInt8](try Data(contentsOf: file))
    switch kind {
    case 0: bytes = []
    case 1: bytes = Array(bytes.prefix(39))
    case 2: bytes = Array(bytes.prefix(40))
    case 3: bytes.removeLast()
    case 4: bytes[0] ^= 1
    case 5: bytes[20] ^= 1
    case 6: bytes[bytes.count / 2] ^= 1
    case 7: bytes = [UInt8](repeating: 0, count: bytes.count)
    default: bytes = Array("{\"lexicon\": {}}".utf8)
    }
    try Data(bytes).write(to: file)
    let after = try stored.words()
    #expect(after.areNew)
    #expect(after.lexicon == expected)
    #expect(try !stored.words().areNew)
  }

  @Test("an edited language file counts at once, whichever it is")
  func editedLanguage() throws {
    let stored = try StoredWords()
    defer { stored.cleanUp() }
    _ = try stored.words()
    try stored.edit("ja.yaml", "otherUnits: [", "otherUnits: [りんご, ")
    let after = try stored.words()
    #expect(after.areNew)
    #expect(after.lexicon.words.otherUnits.contains("りんご"))
    #expect(try !stored.words().areNew)
  }

  @Test("a mistake in an edited language file is told, stored words or not")
  func mistakes() throws {
    let stored = try StoredWords()
    defer { stored.cleanUp() }
    _ = try stored.words()
    try Data("lexicon: [".utf8).write(to: stored.files[1])
    #expect(throws: PromptsError.self) { try stored.words() }
  }

  @Test("an edited model counts at once, and a bad one is told")
  func editedModel() throws {
    let stored = try StoredWords()
    defer { stored.cleanUp() }
    let before = try stored.words().lexicon
    try FileManager.default.removeItem(at: stored.folder.appending(path: "models/places.json"))
    let after = try stored.words()
    #expect(!after.areNew)
    #expect(after.lexicon.placeModel == .unfitted)
    #expect(after.lexicon.placeModel != before.placeModel)
    try Data("{}".utf8).write(to: stored.folder.appending(path: "models/places.json"))
    #expect(throws: PromptsError.self) { try stored.words() }
  }

  @Test("a folder that cannot be made costs only time")
  func noFolder() throws {
    var stored = try StoredWords()
    defer { stored.cleanUp() }
    stored.cache = stored.files[0].appending(path: "cache")
    let expected = try stored.merged()
    for _ in 0..<2 {
      let words = try stored.words()
      #expect(words.areNew)
      #expect(words.lexicon == expected)
    }
  }
}
