import ArgumentParser
import Journey
import Storage

extension NotesCommand {
  /// `alight notes list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the notes, or their categories.")

    @Option(help: "List this category alone.") var category: String?
    @Flag(help: "List the categories, how many notes each has, and which are muted.") var categories = false
    @Option(help: "List at most so many.") var limit = 100
    @Flag(help: "Print one object a line as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func validate() throws { try ListLimit.check(limit) }

    func run() async throws {
      let (output, store) = (Output(), try data.openStore())
      if categories { return try list(store.noteCategories(), output) }
      let notes = try store.notes(category: category?.lowercased(), limit: limit + 1)
      if notes.isEmpty { output.talk("There are no such notes: \"alight notes import FILE\" takes some in.") }
      for note in notes.prefix(limit) { try json ? output.json(NoteReport(note)) : output.data(Self.line(note)) }
      if notes.count > limit { output.talk("There are more: --limit shows them, --category picks some.") }
    }

    private func list(_ categories: [NoteCategory], _ output: Output) throws {
      if categories.isEmpty, !json { output.talk("There are no notes: \"alight notes import FILE\" takes some in.") }
      for category in categories {
        let name = category.name ?? "(none)"
        if json {
          try output.json(CategoryReport(category: category.name, notes: category.count, isMuted: category.isMuted))
        } else {
          output.data("\(name)  \(category.count)\(category.isMuted ? "  muted" : "")")
        }
      }
    }

    private static func line(_ stored: StoredNote) -> String {
      let note = stored.note
      return [
        "\(stored.id)", stored.isFavourite ? "* \(note.title)" : note.title, note.category ?? "",
        "\(note.position.latitude),\(note.position.longitude)",
      ].filter { !$0.isEmpty }.joined(separator: "  ")
    }
  }

  /// `alight notes show`
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show all that is known of a note.")

    @Argument(help: "The note's number, as the list has it.") var id: Int64
    @Flag(help: "Print it as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let output = Output()
      guard let stored = try data.openStore().note(id) else { throw NotesCommand.missing(id) }
      if json { return try output.json(NoteReport(stored)) }
      let note = stored.note
      let rows: [(String, String?)] = [
        ("title", note.title), ("text", note.text), ("link", note.link), ("category", note.category),
        ("place", "\(note.position.latitude),\(note.position.longitude), within \(Int(note.radius)) m"),
        ("open", note.hours.map { OpeningHours($0) == nil ? "\($0) (not understood: taken as open)" : $0 }),
        ("favourite", stored.isFavourite ? "yes" : nil), ("file", stored.source),
      ]
      for (name, value) in rows {
        if let value { output.data("\(name.padding(toLength: 9, withPad: " ", startingAt: 0))  \(value)") }
      }
    }
  }

  static func missing(_ id: Int64) -> CommandFailure {
    CommandFailure(.noInput, "there is no note \(id): \"alight notes list\" shows their numbers")
  }

  private struct CategoryReport: Encodable {
    let schema = "alight.note-category/1"
    let category: String?
    let notes: Int
    let isMuted: Bool
  }
}

/// A stored note as `--json` prints it.
private struct NoteReport: Encodable {
  let schema = "alight.stored-note/1"
  let id: Int64
  let title: String
  let text: String?
  let link: String?
  let category: String?
  let lat: Double
  let lon: Double
  let radius: Double
  let openingHours: String?
  let isFavourite: Bool
  let source: String

  init(_ stored: StoredNote) {
    let note = stored.note
    (id, source, isFavourite) = (stored.id, stored.source, stored.isFavourite)
    (title, text, link, category) = (note.title, note.text, note.link, note.category)
    (lat, lon, radius, openingHours) = (note.position.latitude, note.position.longitude, note.radius, note.hours)
  }
}
