import Foundation

/// The text files of a feed, in a zip or a folder.
struct FeedFiles {
  private enum Container {
    case folder(URL)
    case zip(ZipArchive, entries: [String: ZipArchive.Entry])
  }

  /// The feed's path, for messages.
  let path: String
  /// Bytes of each file, unpacked.
  let sizes: [String: Int]
  private let container: Container

  /// - Throws: `TimetableError.noSuchFeed`, or `.badFeed` for what is neither folder nor zip.
  init(path: String) throws {
    self.path = path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw TimetableError.noSuchFeed(path: path)
    }
    if isFolder.boolValue {
      let folder = URL(filePath: path, directoryHint: .isDirectory)
      container = .folder(folder)
      sizes = try Self.files(in: folder)
    } else {
      let type = try? FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
      guard type?[.type] as? FileAttributeType == .typeRegular else {
        throw Self.bad("not-a-zip", path, "it is no ordinary file", "give a GTFS zip file or folder")
      }
      let archive = try ZipArchive(path: path)
      let entries = try Self.gtfsEntries(of: archive)
      container = .zip(archive, entries: entries)
      sizes = entries.mapValues(\.size)
    }
    try refuseBomb()
  }

  func has(_ file: String) -> Bool { sizes[file] != nil }

  /// A reader of a file; nil where the feed has none of this name.
  func reader(_ file: String) throws -> CSVReader? {
    guard has(file) else { return nil }
    switch container {
    case .folder(let folder):
      let handle: FileHandle
      do {
        handle = try FileHandle(forReadingFrom: folder.appending(path: file))
      } catch {
        throw TimetableError.badFeed(
          feed: path, file: file, line: 0, rule: "unreadable",
          cause: "it cannot be read (\(error.localizedDescription))",
          remedy: "check its permissions")
      }
      return try CSVReader(feed: path, file: file) { [UInt8](try handle.read(upToCount: 1 << 18) ?? Data()) }
    case .zip(let archive, let entries):
      guard let entry = entries[file] else { return nil }
      return try CSVReader(feed: path, file: file, nextChunk: try archive.read(entry))
    }
  }

  private static func files(in folder: URL) throws -> [String: Int] {
    do {
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.fileSizeKey, .isRegularFileKey])
      var sizes: [String: Int] = [:]
      for file in files {
        let values = try file.resolvingSymlinksInPath().resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
        if values.isRegularFile == true { sizes[file.lastPathComponent] = values.fileSize ?? 0 }
      }
      return sizes
    } catch {
      throw bad(
        "unreadable", folder.path, "the folder cannot be read (\(error.localizedDescription))", "check its permissions")
    }
  }

  /// The files at the top of a zip, or in its one inner folder that holds a feed.
  private static func gtfsEntries(of archive: ZipArchive) throws -> [String: ZipArchive.Entry] {
    var folders: [String: [String: ZipArchive.Entry]] = [:]
    for entry in archive.entries where entry.isFile && !entry.path.hasSuffix("/") {
      var parts = entry.path.split(separator: "/", omittingEmptySubsequences: false)
      let name = String(parts.removeLast())
      guard parts.count <= 1, parts.first != "__MACOSX" else { continue }
      let folder = parts.joined(separator: "/")
      // Of two with one name the first is read.
      if folders[folder]?[name] == nil { folders[folder, default: [:]][name] = entry }
    }
    if let top = folders[""], top["stops.txt"] != nil { return top }
    let feeds = folders.filter { $0.value["stops.txt"] != nil }
    guard feeds.count <= 1 else {
      throw bad(
        "several-feeds", archive.path, "it holds \(feeds.count) feeds (\(feeds.keys.sorted().joined(separator: ", ")))",
        "unpack it and import them one by one")
    }
    return feeds.first?.value ?? folders[""] ?? [:]
  }

  /// Real feeds shrink five- to thirtyfold; a zip that unfolds to far more than that is made to fill the machine.
  private func refuseBomb() throws {
    guard case .zip = container else { return }
    let packed = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    let unpacked = sizes.values.reduce(0) { $0 &+ max(0, $1) }
    if unpacked > 1 << 30, unpacked / max(1, packed) > 100 {
      throw Self.bad(
        "zip-bomb", path, "it unfolds from \(packed) to \(unpacked) bytes, as no feed does",
        "get the feed from its publisher")
    }
  }

  private static func bad(_ rule: String, _ path: String, _ cause: String, _ remedy: String) -> TimetableError {
    .badFeed(feed: path, file: "", line: 0, rule: rule, cause: cause, remedy: remedy)
  }
}
