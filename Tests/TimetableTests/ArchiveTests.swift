import CArchive
import Foundation
import Testing

@testable import Timetable

/// A zip that a test makes, good or bad.
struct TestArchive {
  /// Paths and what they hold, in order.
  var files: [(path: String, bytes: Data)]
  /// What stands in a link instead of a file, by path.
  var links: [String: String] = [:]

  init(_ feed: SmallFeed, in folder: String = "") {
    files = feed.files.sorted { $0.key < $1.key }.map { (folder + $0.key, Data($0.value.utf8)) }
  }

  func write(to path: String) throws {
    let archive = archive_write_new()
    defer { archive_write_free(archive) }
    archive_write_set_format_zip(archive)
    try #require(archive_write_open_filename(archive, path) == ARCHIVE_OK)
    for (name, bytes) in files {
      let entry = archive_entry_new()
      defer { archive_entry_free(entry) }
      archive_entry_set_pathname(entry, name)
      archive_entry_set_perm(entry, 0o644)
      archive_entry_set_filetype(entry, links[name] == nil ? 0o100000 : 0o120000)
      archive_entry_set_size(entry, links[name] == nil ? Int64(bytes.count) : 0)
      if let link = links[name] { archive_entry_set_symlink(entry, link) }
      try #require(archive_write_header(archive, entry) == ARCHIVE_OK)
      if links[name] == nil { _ = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) } }
    }
    try #require(archive_write_close(archive) == ARCHIVE_OK)
  }

  /// Writes another size of a file into the zip's directory and into the header before the file.
  static func declare(_ size: UInt32, of file: String, in path: String) throws {
    var bytes = try Data(contentsOf: URL(filePath: path))
    let size = withUnsafeBytes(of: size.littleEndian) { Data($0) }
    let headers: [(String, Int, Data.SearchOptions)] = [("PK\u{3}\u{4}", 22, []), ("PK\u{1}\u{2}", 24, .backwards)]
    for (signature, offset, option) in headers {
      let name = try #require(bytes.range(of: Data(file.utf8), options: option))
      let header = try #require(bytes.range(of: Data(signature.utf8), options: .backwards, in: 0..<name.lowerBound))
      bytes.replaceSubrange(header.lowerBound + offset..<header.lowerBound + offset + 4, with: size)
    }
    try bytes.write(to: URL(filePath: path))
  }
}

@Suite("A zip") struct ArchiveTests {
  let folder: TemporaryFolder
  let store: TimetableStore
  var zip: String { folder.url.appending(path: "feed.zip").path }

  init() throws {
    folder = try TemporaryFolder()
    store = try TimetableStore.inMemory()
    try store.importFeed(at: try SmallFeed().write(to: folder.url), name: "feed")
  }

  /// The rule by which a zip is refused; the timetable that was there must be there afterwards.
  private func refusal(_ archive: TestArchive) throws -> String? {
    try archive.write(to: zip)
    return try refusalOfFile()
  }

  private func refusalOfFile() throws -> String? {
    let before = try store.feeds()
    let error = #expect(throws: TimetableError.self) { try store.importFeed(at: zip, name: "feed") }
    #expect(try store.feeds() == before)
    #expect(try store.stops().count == 3)
    return error?.refusal?.rule
  }

  @Test("is read, with one inner folder as well", arguments: ["", "inner/"]) func good(_ inner: String) throws {
    var archive = TestArchive(SmallFeed(), in: inner)
    archive.files.append(("__MACOSX/._stops.txt", Data("x".utf8)))
    try archive.write(to: zip)
    #expect(try store.importFeed(at: zip).counts.trips == 1)
  }

  @Test(
    "with a path that climbs out is refused",
    arguments: [
      "../evil.txt", "/etc/evil.txt", "a/../../evil.txt", "..\\evil.txt", "\\evil.txt", "C:\\evil.txt", "../stops.txt",
    ])
  func climbing(_ path: String) throws {
    var archive = TestArchive(SmallFeed())
    archive.files.append((path, Data("x".utf8)))
    #expect(try refusal(archive) == "path-climbs-out")
  }

  @Test("with a link in place of a file has no such file") func links() throws {
    var archive = TestArchive(SmallFeed())
    archive.links["agency.txt"] = "/etc/passwd"
    #expect(try refusal(archive) == "missing-file")
  }

  @Test("of two feeds is refused") func twoFeeds() throws {
    var archive = TestArchive(SmallFeed(), in: "one/")
    archive.files += TestArchive(SmallFeed(), in: "two/").files
    #expect(try refusal(archive) == "several-feeds")
  }

  @Test("that says it unfolds to gigabytes is refused") func bomb() throws {
    try TestArchive(SmallFeed()).write(to: zip)
    try TestArchive.declare(0xf000_0000, of: "stop_times.txt", in: zip)
    #expect(try refusalOfFile() == "zip-bomb")
  }

  @Test("that holds more than it says is refused") func lie() throws {
    var feed = SmallFeed()
    feed["stops.txt"] += String(repeating: "\n", count: 3_000_000)
    try TestArchive(feed).write(to: zip)
    try TestArchive.declare(100, of: "stops.txt", in: zip)
    #expect(try refusalOfFile() == "damaged-zip")
  }

  @Test("cut off anywhere is refused") func cutOff() throws {
    try TestArchive(SmallFeed()).write(to: zip)
    let whole = try Data(contentsOf: URL(filePath: zip))
    for length in stride(from: 1, to: whole.count, by: 97) {
      try whole.prefix(length).write(to: URL(filePath: zip))
      let rule = try refusalOfFile()
      #expect(["truncated-zip", "not-a-zip", "damaged-zip"].contains(rule))
    }
  }

  @Test("with a part overwritten is refused") func damaged() throws {
    var feed = SmallFeed()
    // Data that cannot be packed: wherever they are hit, the checksum tells.
    var random = SystemRandomNumberGenerator()
    feed["stops.txt"] += (0..<3000).map { _ in "\(random.next())" }.joined(separator: "\n")
    try TestArchive(feed).write(to: zip)
    var bytes = try Data(contentsOf: URL(filePath: zip))
    for offset in 0..<64 { bytes[bytes.count / 2 + offset] ^= 0x5a }
    try bytes.write(to: URL(filePath: zip))
    #expect(try refusalOfFile() == "damaged-zip")
  }
}
