import Foundation
import Testing

@testable import BatchTest
@testable import alight

/// The table in Tests/README.md that tells, for each behaviour of the dialogue, what proves it.
@Suite("The table of behaviours")
struct BehaviourTableTests {
  private struct Row {
    var number: Int
    /// The tag of the dialogues that show it; nil where none can.
    var tag: String?
    /// `Suite.function` of the tests that prove it.
    var tests: [String]
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private let rows: [Row]

  init() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    rows = try text.matches(of: /(?m)^\| W(\d+) \|[^|]*\|([^|]*)\|([^|]*)\|$/).map { row in
      Row(
        number: try #require(Int(row.1)), tag: row.2.firstMatch(of: /`(w\d+)`/).map { String($0.1) },
        tests: row.3.matches(of: /`(\w+\.\w+)`/).map { String($0.1) })
    }
  }

  @Test("has a row for each, in order")
  func complete() {
    #expect(rows.map(\.number) == Array(0...45))
  }

  @Test("names dialogues in English and in German, or tests where no dialogue can show it")
  func dialogues() throws {
    let cases = try CaseFiles.read([Self.folder.appending(path: "Utterances").path])
    var tags: [String: Set<String>] = [:]
    for testCase in cases {
      guard case .dialogue = testCase.subject else { continue }
      tags[testCase.language ?? "en", default: []].formUnion(testCase.tags.filter { $0.wholeMatch(of: /w\d+/) != nil })
    }
    for row in rows {
      guard let tag = row.tag else {
        #expect(!row.tests.isEmpty, "W\(row.number) is proved by nothing")
        continue
      }
      #expect(tag == "w\(row.number)")
      for language in ["en", "de"] {
        #expect(tags[language]?.contains(tag) == true, "no \(language) dialogue of \(tag)")
      }
    }
    let known = Set(rows.compactMap(\.tag))
    for (language, used) in tags { #expect(used.subtracting(known).isEmpty, "\(language): \(used.subtracting(known))") }
  }

  @Test("names tests that exist")
  func tests() throws {
    let known = try Self.knownTests()
    #expect(known.count > 500)
    for row in rows {
      let missing = row.tests.filter { !known.contains($0) }
      #expect(missing.isEmpty, "W\(row.number)")
    }
  }

  /// `Suite.function` of every test in the sources.
  private static func knownTests() throws -> Set<String> {
    var found: Set<String> = []
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      var suite = ""
      var isTest = false
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if let type = line.firstMatch(of: /^(?:final )?(?:struct|class|actor) (\w+)/) { suite = String(type.1) }
        if line.contains("@Test") { isTest = true }
        guard isTest, let function = line.firstMatch(of: /\bfunc (\w+)\(/) else { continue }
        found.insert("\(suite).\(function.1)")
        isTest = false
      }
    }
    return found
  }
}
