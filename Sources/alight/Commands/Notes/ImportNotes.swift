import ArgumentParser
import Foundation
import Places
import Storage

extension NotesCommand {
  /// `alight notes import`
  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take the places of a file in.",
      discussion: """
        A file of the same name is replaced: what stays in it is still a favourite. Places that cannot be used are left out, counted \
        and the first of them named.
        """)

    @Argument(help: "GeoJSON, GPX, CSV or .osm.") var files: [String]
    @Option(help: "What the file is called (default: its own name).") var name: String?
    @Flag(help: "Print a report as JSON, one line a file.") var json = false
    @OptionGroup var data: DataOptions

    func validate() throws {
      if files.isEmpty { throw ValidationError("name a file of places: GeoJSON, GPX, CSV or .osm") }
      if name != nil, files.count > 1 { throw ValidationError("--name goes with one file") }
    }

    func run() async throws {
      let (output, store) = (Output(), try data.openStore())
      for file in files {
        let places = try Self.read(file)
        let source = name ?? URL(filePath: file).lastPathComponent
        let gone = try store.importNotes(places.notes, from: source)
        for flaw in places.flaws { output.talk("left out: \(file): \(flaw)") }
        if places.leftOut > places.flaws.count {
          output.talk("left out: \(file): \(places.leftOut - places.flaws.count) more")
        }
        if json {
          try output.json(
            Report(file: file, name: source, notes: places.notes.count, leftOut: places.leftOut, gone: gone))
        } else {
          output.data(
            "\(source): \(places.notes.count) notes" + (places.leftOut > 0 ? ", \(places.leftOut) left out" : "")
              + (gone > 0 ? ", \(gone) of before are gone" : ""))
        }
      }
    }

    /// - Throws: `CommandFailure` (65, 66)
    private static func read(_ file: String) throws -> PlaceFile {
      do {
        return try PlaceFile(at: URL(filePath: file))
      } catch {
        if case .unreadable = error { throw CommandFailure(.noInput, error.description) }
        throw CommandFailure(.badData, error.description)
      }
    }

    private struct Report: Encodable {
      let schema = "alight.notes-import/1"
      let file: String
      let name: String
      let notes: Int
      let leftOut: Int
      /// How many notes of the file before are not in it any more.
      let gone: Int
    }
  }
}
