import Foundation
import GRDB

/// The files of a database, which tell where somebody lives and rides.
public struct DatabaseFiles: Sendable {
  private let path: String

  public init(_ path: String) { self.path = path }

  /// Which file stands at the path: another one once it was replaced; nil where there is none.
  public var identity: Identity? { Identity(path) }

  /// A file, by whatever name.
  public struct Identity: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
  }

  /// Which file holds what was written last and is not yet in the database; nil where there is none.
  public var logIdentity: Identity? { Identity(path + "-wal") }

  /// Takes away the log of a database that stands here no longer: read as that of the one in its place, it would destroy it.
  public func removeLog() {
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
  }

  /// Makes the folder and the file where they are missing, for their owner alone, and closes older files to others. A folder that is
  /// there already is the rider's own affair.
  ///
  /// What SQLite puts beside the file has the permissions of the file.
  /// - Returns: whether others could read one until now.
  func makePrivate() throws -> Bool {
    let folder = URL(filePath: path).deletingLastPathComponent()
    if !FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { Foundation.close(descriptor) }
    return ["", "-wal", "-shm", "-journal"].map { Self.close(path + $0, mode: 0o600) }.contains(true)
  }

  /// Closes a file or a folder to everybody but its owner.
  /// - Returns: whether others could read it until now.
  @discardableResult
  public static func close(_ path: String, mode: mode_t) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o077 != 0 else { return false }
    return chmod(path, mode) == 0
  }
}

extension DatabaseQueue {
  /// The database at a path for reading alone; nil where it cannot be opened.
  static func reading(_ path: String) -> DatabaseQueue? {
    var configuration = ReminderStore.configuration
    configuration.readonly = true
    func opened(_ name: String) -> DatabaseQueue? {
      guard let queue = try? DatabaseQueue(path: name, configuration: configuration),
        (try? queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }) != nil
      else { return nil }
      return queue
    }
    if let queue = opened(path) { return queue }
    // On a disk that takes no file, not even the one by which programs agree on what was written last. Where nothing of that is
    // left the file alone is the whole database.
    var status = stat()
    guard stat(path + "-wal", &status) != 0 || status.st_size == 0 else { return nil }
    let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return opened("file:\(name)?immutable=1")
  }
}
