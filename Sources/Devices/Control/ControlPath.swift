import Foundation

/// Where a runner's socket is.
public enum ControlPath {
  /// Linux has 108 bytes for the path of a socket; some are left for systems that have fewer.
  static let longest = 100

  /// In the session's own folder, or else beside the database; under a short name where that is too long.
  /// - Parameters:
  ///   - runtime: `XDG_RUNTIME_DIR`, nil where there is none.
  ///   - temporary: Where short names go.
  public static func of(
    _ database: URL, runtime: String?, temporary: String = "/tmp", user: UInt32 = getuid()
  ) -> String {
    let whole = database.resolvingSymlinksInPath().path
    // Several databases may be followed at once, each by a runner of its own.
    let name = digest(whole) + ".sock"
    let wanted =
      runtime.flatMap { $0.hasPrefix("/") ? "\($0)/alight/\(name)" : nil } ?? whole + ".control"
    return wanted.utf8.count <= longest ? wanted : "\(temporary)/alight-\(user)/\(name)"
  }

  /// Makes the folder of a socket, for its owner alone.
  /// - Throws: `ControlError` where somebody else owns it, who could then pretend to be the runner.
  public static func prepareFolder(of path: String, user: UInt32 = getuid()) throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    if mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw ControlError.cannotListen(path: path, cause: String(cString: strerror(errno)))
    }
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == user else {
      throw ControlError.cannotListen(path: path, cause: "its folder belongs to somebody else")
    }
    // One that an older program made, or a careless umask: the name tells that it is ours.
    let name = URL(filePath: folder).lastPathComponent
    if name == "alight" || name == "alight-\(user)", status.st_mode & 0o077 != 0 { chmod(folder, 0o700) }
  }

  /// FNV-1a of 64 bits: the same in every process, which Swift's own hashes are not.
  private static func digest(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Why a runner cannot be talked to.
public enum ControlError: Error, Hashable, CustomStringConvertible {
  case cannotListen(path: String, cause: String)
  /// Nobody answers.
  case noRunner
  /// What came is no answer.
  case unreadable(cause: String)
  /// The runner refused, in its own words.
  case refused(ControlFailure)

  public var description: String {
    switch self {
    case .cannotListen(let path, let cause):
      "alight alert will not reach this runner: the socket \(path) cannot be made (\(cause))"
    case .noRunner: "no runner is there: start one with \"alight run\""
    case .unreadable(let cause): "the runner's answer cannot be read (\(cause)): is it of another version?"
    case .refused(let failure): failure.message
    }
  }
}
