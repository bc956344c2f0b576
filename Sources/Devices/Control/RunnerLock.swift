import Foundation

/// Who follows the rides of a database, as it stands in the lock's file.
public struct RunnerHolder: Sendable, Hashable, Codable {
  /// The process.
  public var pid: Int32
  public var since: Date
  public var host: String
  /// The path of the socket on which it answers; nil where it has none.
  public var control: String?

  public init(pid: Int32, since: Date, host: String, control: String? = nil) {
    self.pid = pid
    self.since = since
    self.host = host
    self.control = control
  }
}

/// Why a runner must not begin.
public enum RunnerLockError: Error, Hashable, CustomStringConvertible {
  /// Another one is there; nil where it has not said yet who it is.
  case held(RunnerHolder?)
  case failed(path: String, cause: String)

  public var description: String {
    switch self {
    case .held(let holder?):
      """
      another runner follows the reminders of this database: process \(holder.pid) on \(holder.host), since \
      \(holder.since.formatted(.iso8601)); "alight alert status" shows it, end it before you start one, or name another \
      file with --database
      """
    case .held(nil):
      "another runner follows the reminders of this database: end it, or name another file with --database"
    case .failed(let path, let cause): "\(path) cannot be locked (\(cause)): check the folder, or use --database"
    }
  }
}

/// One runner for each database: a lock on a file beside it, with a note of who holds it.
///
/// The system lets go of the lock when its process ends, however it ends; the file stays, and says nothing by itself.
public final class RunnerLock: Sendable {
  private let descriptor: Int32
  private let path: String

  /// The file beside a database, also where that is named through a link.
  static func path(database: URL) -> String { database.resolvingSymlinksInPath().path + ".runner" }

  /// The file in the session's own folder, for a database beside which none can be made.
  private static func spare(database: URL) -> String {
    let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? "/tmp/alight-\(getuid())"
    return ControlPath.of(database, runtime: runtime, temporary: "/tmp") + spareEnding
  }

  private static let spareEnding = ".lock"

  /// Takes the lock.
  /// - Throws: `RunnerLockError`
  public init(database: URL, holder: RunnerHolder) throws {
    let wanted = Self.path(database: database)
    // A sound that is still played must not hold the lock of a runner that was killed.
    var opened = open(wanted, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    var used = wanted
    if opened < 0, [EROFS, ENOSPC, EACCES].contains(errno) {
      // Beside a database on a disk that takes no file nothing can be locked; rides are followed all the same.
      used = Self.spare(database: database)
      try? ControlPath.prepareFolder(of: used)
      opened = open(used, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }
    (descriptor, path) = (opened, used)
    guard descriptor >= 0 else { throw RunnerLockError.failed(path: path, cause: Self.cause) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      let cause = Self.cause
      close(descriptor)
      throw isHeld ? RunnerLockError.held(Self.note(path)) : .failed(path: path, cause: cause)
    }
    // On a full disk nobody can read who holds it; it is held.
    try? write(holder)
  }

  deinit {
    if path.hasSuffix(Self.spareEnding) { unlink(path) }
    close(descriptor)
  }

  /// Who wrote the note last; a note alone does not say that they live.
  public static func lastHolder(of database: URL) -> RunnerHolder? {
    let spare = spare(database: database)
    // It lies there no longer than its runner lives, but for one that was killed.
    if FileManager.default.fileExists(atPath: spare), let holder = note(spare), kill(holder.pid, 0) == 0 {
      return holder
    }
    return note(path(database: database))
  }

  /// Notes something else about the holder.
  /// - Throws: `RunnerLockError`
  public func write(_ holder: RunnerHolder) throws {
    let data = try Self.encoder.encode(holder)
    // Written before it is cut: whoever reads in between finds the holder of before or of now, but not nothing.
    let isWritten =
      data.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) } == data.count
      && ftruncate(descriptor, off_t(data.count)) == 0
    guard isWritten else { throw RunnerLockError.failed(path: path, cause: Self.cause) }
  }

  private static func note(_ path: String) -> RunnerHolder? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try? decoder.decode(RunnerHolder.self, from: data)
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  private static var cause: String { String(cString: strerror(errno)) }
}
