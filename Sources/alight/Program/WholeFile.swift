import Foundation

/// Files that a command reads or writes as a whole; `-` stands for standard input and output.
enum WholeFile {
  /// All bytes of a file, or the first `limit` and one more where it has more.
  /// - Throws: `CommandFailure` (66) where it cannot be read.
  static func read(_ path: String, limit: Int) throws -> Data {
    do {
      let handle =
        path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
      var data = Data()
      while data.count <= limit, let part = try handle.read(upToCount: limit + 1 - data.count), !part.isEmpty {
        data += part
      }
      return data
    } catch {
      throw CommandFailure(.noInput, "\(path) cannot be read: \((error as NSError).localizedDescription)")
    }
  }

  /// Writes a file whole: whoever looks sees the old one or the new one, also after a kill or on a full disk.
  /// - Throws: `CommandFailure` (74) where it cannot be written; the old file is then as it was.
  static func write(_ data: Data, to path: String) throws {
    // A link stays one; a device or a pipe cannot be replaced, only written to.
    let file = URL(filePath: path).resolvingSymlinksInPath()
    do {
      let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
      if let type, type != .typeRegular, type != .typeDirectory {
        try FileHandle(forWritingTo: file).write(contentsOf: data)
      } else {
        try data.write(to: file, options: .atomic)
      }
    } catch {
      throw CommandFailure(
        .storage, "\(path) cannot be written: \((error as NSError).localizedDescription); what was there is kept")
    }
  }
}
