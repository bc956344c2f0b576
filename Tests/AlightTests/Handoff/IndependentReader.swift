import Foundation
import Testing

/// What other programs' parsers read from an export (see independent.py).
enum IndependentReader {
  /// Debian's own Python, for which its packages are.
  static let python = URL(filePath: "/usr/bin/python3")

  /// Whether it knows JSON Schemas.
  static var readsSchemas: Bool { FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/jsonschema") }

  static func read(
    _ kind: String, _ document: String, _ program: Program, schema name: String = "alight.reminder-1"
  ) throws -> [String: Any] {
    let file = program.folder.appending(path: "\(UUID().uuidString).\(kind)")
    try Data(document.utf8).write(to: file)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "independent.py")
    let schema = Program.root.appending(path: "Prompts/schema/\(name).schema.json")
    let outcome = try program.run(
      program.process(
        [script.path, kind, file.path] + (kind == "json" ? [schema.path] : []), executable: python), input: Data())
    #expect(outcome.status == 0, "\(outcome.talk)")
    return try #require(outcome.object, "\(outcome.talk)")
  }
}
