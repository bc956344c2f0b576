import Foundation
import Journey
import Matching
import Testing

@Suite("Stored indexes")
struct IndexCacheTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "alight-index-\(UUID().uuidString)")
  private var cache: URL { folder.appending(path: "cache") }

  private func options(_ lines: [String]) throws -> String {
    let file = folder.appending(path: "options.tsv")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data((["id\tname"] + lines).joined(separator: "\n").utf8).write(to: file)
    return file.path
  }

  private func answer(_ text: String, _ path: String) throws -> String? {
    let lexicon = Lexicon()
    let index = try OptionsFile.index([path], lexicon: lexicon, cache: cache)
    return Matcher(lexicon: lexicon).match(text, question: .slot(.to), among: index).value
  }

  @Test("an index that is damaged, cut short or of other options is built again", arguments: 0..<7)
  func damage(kind: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try options(["l\tLinz Hauptplatz", "g\tGraz Hauptplatz"])
    #expect(try answer("graz hauptplatz", path) == "g")
    let names = try FileManager.default.contentsOfDirectory(atPath: cache.path)
    #expect(names.count == 1)
    let file = cache.appending(path: try #require(names.first))
    let whole = [UInt8](try Data(contentsOf: file))
    var bytes = whole
    switch kind {
    case 0: bytes = []
    case 1: bytes = Array(bytes.prefix(63))
    case 2: bytes = Array(bytes.prefix(64))
    case 3: bytes.removeLast()
    case 4: bytes[bytes.count / 2] ^= 1
    case 5: bytes[40] ^= 1
    default: bytes = [UInt8](repeating: 0, count: bytes.count)
    }
    try Data(bytes).write(to: file)
    #expect(try answer("graz hauptplatz", path) == "g")
    #expect([UInt8](try Data(contentsOf: file)) == whole)
  }

  @Test("edited options count at once, also where only the last byte differs")
  func edited() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try answer("linz nord", options(["a\tLinz Sued", "b\tLinz Nord"])) == "b")
    #expect(try answer("linz nord", options(["b\tLinz Sued", "c\tLinz Nord"])) == "c")
    #expect(try answer("linz 2", options(["a\tLinz 1", "b\tLinz 2"])) == "b")
    #expect(try answer("linz 2", options(["a\tLinz 2", "b\tLinz 3"])) == "a")
  }
}
