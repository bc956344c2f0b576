import CArchive
import Foundation

/// A zip file, read through libarchive by way of its directory. Nothing is ever unpacked to disk.
struct ZipArchive {
  struct Entry {
    var path: String
    var size: Int
    /// Whether it is a file, and no folder or link.
    var isFile: Bool

    /// Whether it would lie outside the folder that the archive is unpacked into.
    var climbsOut: Bool {
      let parts = path.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
      return parts.contains("..") || parts.count > 1 && parts.first == "" || path.dropFirst().first == ":"
    }
  }

  let path: String
  let entries: [Entry]

  /// - Throws: `TimetableError.badFeed` for what is no whole zip.
  init(path: String) throws {
    self.path = path
    try Self.checkEnds(of: path)
    let reader = try ZipReader(path: path)
    var entries: [Entry] = []
    while let entry = try reader.nextEntry() {
      // Nothing is unpacked, so it could do no harm here; but whoever made it means harm.
      guard !entry.climbsOut else {
        throw TimetableError.badFeed(
          feed: path, file: entry.path, line: 0, rule: "path-climbs-out", cause: "the path leads out of the archive",
          remedy: "get the feed from its publisher")
      }
      entries.append(entry)
    }
    self.entries = entries
  }

  /// The bytes of an entry, a chunk at a time and none at the end.
  func read(_ entry: Entry) throws -> () throws -> [UInt8] {
    let reader = try ZipReader(path: path)
    while let found = try reader.nextEntry() {
      guard found.path == entry.path else { continue }
      // What an archive says of its sizes is what it was judged by.
      var left = entry.size
      return {
        let chunk = try reader.nextChunk()
        left -= chunk.count
        guard left >= 0 else { throw reader.failure("it holds more than its \(entry.size) bytes") }
        return chunk
      }
    }
    throw TimetableError.badFeed(
      feed: path, file: entry.path, line: 0, rule: "damaged-zip",
      cause: "it has gone from the archive while that was read",
      remedy: "import again")
  }

  /// Tells the three common mishaps apart, which libarchive does not: an empty file, no zip, and a download cut off.
  private static func checkEnds(of path: String) throws {
    func bad(_ rule: String, _ cause: String, _ remedy: String) -> TimetableError {
      .badFeed(feed: path, file: "", line: 0, rule: rule, cause: cause, remedy: remedy)
    }
    let handle: FileHandle
    do {
      handle = try FileHandle(forReadingFrom: URL(filePath: path))
    } catch {
      throw bad("unreadable", "it cannot be read (\(error.localizedDescription))", "check its permissions")
    }
    defer { try? handle.close() }
    let start = try handle.read(upToCount: 4) ?? Data()
    if start.isEmpty { throw bad("empty-file", "the file is empty", "get the feed again") }
    let size = try handle.seekToEnd()
    // The directory ends with a record of 22 bytes and a comment of at most 65,535.
    try handle.seek(toOffset: size - min(size, 65_557))
    let end = try handle.readToEnd() ?? Data()
    let hasDirectory = end.range(of: Data("PK\u{5}\u{6}".utf8), options: .backwards) != nil
    if hasDirectory { return }
    if start == Data("PK\u{3}\u{4}".utf8) {
      throw bad(
        "truncated-zip", "the zip is cut off: its directory, which comes last, is missing", "get the feed again")
    }
    throw bad(
      "not-a-zip", "it is neither a zip file nor a folder",
      "give the zip file or the folder that the operator publishes")
  }
}

/// One pass over a zip. Owned by one import, on one thread.
private final class ZipReader {
  private let path: String
  private let archive: OpaquePointer
  private var entryPath = ""
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  init(path: String) throws {
    self.path = path
    guard let archive = archive_read_new() else {
      throw TimetableError.badFeed(
        feed: path, file: "", line: 0, rule: "unreadable", cause: "there is no memory to read it", remedy: "try again")
    }
    self.archive = archive
    // Only the reader that goes by the directory: it finds each file at once and sees what is cut off.
    guard archive_read_support_format_zip_seekable(archive) == ARCHIVE_OK,
      archive_read_open_filename(archive, path, 1 << 16) == ARCHIVE_OK
    else { throw failure() }
  }

  deinit { archive_read_free(archive) }

  func nextEntry() throws -> ZipArchive.Entry? {
    var entry: OpaquePointer?
    let result = archive_read_next_header(archive, &entry)
    if result == ARCHIVE_EOF { return nil }
    guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let entry else { throw failure() }
    // A name that is no text in any known encoding cannot be that of a GTFS file.
    entryPath = (archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)).map { String(cString: $0) } ?? ""
    // An entry without a type is a file; S_IFMT and its values are macros that Swift does not see.
    let type = archive_entry_filetype(entry) & 0o170000
    return ZipArchive.Entry(
      path: entryPath, size: Int(archive_entry_size(entry)), isFile: type == 0o100000 || type == 0)
  }

  func nextChunk() throws -> [UInt8] {
    let count = archive_read_data(archive, &buffer, buffer.count)
    guard count >= 0 else { throw failure() }
    return Array(buffer[..<count])
  }

  func failure(_ known: String? = nil) -> TimetableError {
    let cause = known ?? archive_error_string(archive).map { String(cString: $0) } ?? "unknown failure"
    return .badFeed(
      feed: path, file: entryPath, line: 0, rule: "damaged-zip", cause: "the zip cannot be read (\(cause))",
      remedy: "get the feed again")
  }
}
