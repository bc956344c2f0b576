import ArgumentParser
import Journey
import Storage

extension NotesCommand {
  /// `alight notes favourite`
  struct Favourite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Tell a note before others.", aliases: ["favorite"])

    @Argument(help: "The note's number, as the list has it.") var id: Int64
    @Flag(help: "It is one no more.") var off = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      guard try data.openStore().setFavourite(!off, note: id) else { throw NotesCommand.missing(id) }
    }
  }

  /// `alight notes mute`
  struct Mute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Tell no notes of a category.")

    @Argument(help: "The category, as \"alight notes list --categories\" has it.") var category: String
    @OptionGroup var data: DataOptions

    func run() async throws { try NotesCommand.mute(category, true, data) }
  }

  /// `alight notes unmute`
  struct Unmute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Tell the notes of a category again.")

    @Argument(help: "The category.") var category: String
    @OptionGroup var data: DataOptions

    func run() async throws { try NotesCommand.mute(category, false, data) }
  }

  fileprivate static func mute(_ category: String, _ isMuted: Bool, _ data: DataOptions) throws {
    let store = try data.openStore()
    let name = category.lowercased()
    let known = try store.noteCategories().contains { $0.name == name }
    guard known || !isMuted else {
      throw CommandFailure(
        .noInput, "no note has the category \"\(category)\": \"alight notes list --categories\" shows what there is")
    }
    try store.setMuted(isMuted, category: name)
  }

  /// `alight notes forget`
  struct Forget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forget notes: one, those of a file, or all.",
      discussion: """
        Examples:
          alight notes forget 12
          alight notes forget --from museums.geojson
          alight notes forget --all
        """)

    @Argument(help: "The note's number, as the list has it.") var id: Int64?
    @Option(help: "Forget the notes of this file.") var from: String?
    @Flag(help: "Forget all of them.") var all = false
    @OptionGroup var data: DataOptions

    func validate() throws {
      if [id != nil, from != nil, all].count(where: \.self) != 1 {
        throw ValidationError("say what to forget: a note's number, --from FILE, or --all")
      }
    }

    func run() async throws {
      let count = try data.openStore().forgetNotes(from: from, id: id)
      if count == 0, let id { throw NotesCommand.missing(id) }
      if count == 0, let from {
        throw CommandFailure(
          .noInput, "no notes came from \"\(from)\": \"alight doctor\" shows the files that some came from")
      }
      Output().talk(count == 1 ? "Forgotten." : "\(count) notes are forgotten.")
    }
  }
}
