import ArgumentParser
import Foundation

/// `alight-lab fuzz-feeds`: looks for feeds that crash the import, that take it long, or that it makes nonsense of.
struct FuzzFeed: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz-feeds", abstract: "Import GTFS feeds that were spoilt in every way.",
    discussion: """
      A small feed of everything that is read, and those named, are spoilt in their bytes, fields, rows, columns and files, \
      and as zips; the same seed gives the same feeds in the same order. They are imported in a process of its own kind, so \
      that one that crashes it can be kept. Exits with 1 where one crashed, took more than the limit, was read as what no feed \
      can hold, or was refused and took the old one with it.
      """)

  @Argument(help: "Folders of small feeds to spoil, besides the one made up.")
  var feeds: [String] = []

  @OptionGroup var fuzz: FuzzOptions

  @Option(help: "How many milliseconds of a processor an import may take.")
  var limit = 5000.0

  @Option(help: "The folder for feeds that did harm.")
  var save = ".build/fuzz-feeds"

  func run() async throws {
    let fuzzing = ReaderFuzzing(
      command: "fuzz-feeds", seeds: feeds, words: ("feeds", "read"), options: fuzz, limit: limit)
    guard let journal = fuzz.journal else { return try await fuzzing.run(folder: save, name: "last") }
    try work(FuzzJournal(input: URL(filePath: journal)), fuzzing)
  }

  /// - Parameter journal: the folder that the feed at hand is written to.
  private func work(_ journal: FuzzJournal, _ fuzzing: ReaderFuzzing) throws {
    var inputs = FuzzFeeds(seed: fuzz.seed, seeds: FuzzSeedFeed.all + (try feeds.map(Self.files)))
    var imports = try FeedImports()
    try fuzzing.work(journal) {
      let input = inputs.next()
      try FeedWriter.write(input.files, folder: journal.input)
      var path = journal.input
      if inputs.chance(3) {
        path = journal.input.appending(path: "feed.zip")
        try FeedWriter.write(input.files, zip: path)
        if inputs.chance(2) { try Data(inputs.spoiled(zip: Array(Data(contentsOf: path)))).write(to: path) }
      }
      return try imports.read(path.path, kind: input.kind.rawValue)
    }
  }

  private static func files(in folder: String) throws -> FuzzFeeds.Files {
    var files: FuzzFeeds.Files = [:]
    let url = URL(filePath: folder, directoryHint: .isDirectory)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".txt") {
      files[name] = Array(try Data(contentsOf: url.appending(path: name)))
    }
    return files
  }
}
