import CArchive
import Foundation

/// Writes feeds for an import to read.
enum FeedWriter {
  static func write(_ files: FuzzFeeds.Files, folder: URL) throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
  }

  /// - Throws: `CocoaError` where the zip cannot be written.
  static func write(_ files: FuzzFeeds.Files, zip: URL) throws {
    let archive = archive_write_new()
    defer { archive_write_free(archive) }
    archive_write_set_format_zip(archive)
    guard archive_write_open_filename(archive, zip.path) == ARCHIVE_OK else { throw CocoaError(.fileWriteUnknown) }
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let entry = archive_entry_new()
      defer { archive_entry_free(entry) }
      archive_entry_set_pathname(entry, name)
      archive_entry_set_perm(entry, 0o644)
      archive_entry_set_filetype(entry, 0o100000)
      archive_entry_set_size(entry, Int64(bytes.count))
      guard archive_write_header(archive, entry) == ARCHIVE_OK, archive_write_data(archive, bytes, bytes.count) >= 0
      else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
    guard archive_write_close(archive) == ARCHIVE_OK else { throw CocoaError(.fileWriteUnknown) }
  }
}
