import Foundation
import Testing

@Suite("Modules")
struct ModuleOrderTests {
  /// From the words of the domain down to the programs: a module imports those above it, never one below.
  private static let order = [
    "Journey", "Blocking", "Programs", "BuiltFiles", "Matching", "Conversation", "Alerts", "Rehearsal", "Speech",
    "Listening",
    "Storage", "Timetable", "Planning", "Live", "Dialogue", "Handoff", "Places", "BatchTest", "Following",
    "RunnerStorage",
    "Devices", "Terminal", "Manual", "WebPush", "Web", "alight", "alight-lab",
  ]

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The modules of this package that a module's files import.
  private func imports(of module: String) throws -> [String: String] {
    let folder = Self.root.appending(path: "Sources/\(module)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    var imports: [String: String] = [:]
    for file in files ?? [] where file.pathExtension == "swift" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), words[..<place].allSatisfy({ $0.hasPrefix("@") }) else {
          continue
        }
        if let name = words.dropFirst(place + 1).first, Self.order.contains(String(name)) {
          imports[String(name)] = file.lastPathComponent
        }
      }
    }
    return imports
  }

  /// The modules of this package that the manifest lets a module import.
  private func dependencies(of module: String, in manifest: String) -> Set<String>? {
    let words = manifest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // Each begins with its kind; of libraries of the system and of tests nothing is asked.
    let targets = words.replacing(/\.(system|executable|test)?[Tt]arget\( ?/, with: "\n").split(separator: "\n")
    guard let target = targets.first(where: { $0.hasPrefix("name: \"\(module)\"") }) else { return nil }
    guard let list = target.range(of: "dependencies: [") else { return [] }
    let names = target[list.upperBound...].matches(of: /"([A-Za-z-]+)"/).map { String($0.output.1) }
    return Set(names).intersection(Self.order)
  }

  @Test("are all in the order, and each imports only those above it", arguments: order)
  func importsAbove(_ module: String) throws {
    let place = try #require(Self.order.firstIndex(of: module))
    for (name, file) in try imports(of: module) {
      let other = try #require(Self.order.firstIndex(of: name))
      #expect(other < place, "\(module) imports \(name), which is below it, in \(file)")
    }
  }

  @Test("have no folder that the order does not name")
  func folders() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources").path)
    // Those that begin with a capital C are libraries of the system.
    let own = folders.filter { $0.wholeMatch(of: /C[A-Z].*/) == nil && !$0.hasPrefix(".") }
    #expect(Set(own) == Set(Self.order))
  }

  @Test("are let import what they import, and nothing else", arguments: order)
  func manifest(_ module: String) throws {
    let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let allowed = try #require(dependencies(of: module, in: manifest), "no target is called \(module)")
    let used = Set(try imports(of: module).keys)
    #expect(allowed.subtracting(used).isEmpty, "named, and never imported")
    #expect(used.subtracting(allowed).isEmpty, "imported, and not named")
  }

  @Test("stand in the README in that order")
  func map() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let rows = text.matches(of: /\n\| `Sources\/([A-Za-z-]+)` \|/).map { String($0.output.1) }
    #expect(rows == Self.order)
  }
}
