import Foundation
import GRDB

/// Why the rider's database could not be used.
public enum StorageError: Error, Equatable, CustomStringConvertible {
  /// - Parameter earlier: A copy from before the newer one changed it; nil where there is none.
  case newerVersion(path: String, earlier: String? = nil)
  /// The database could not be copied before its tables are changed; it is as it was.
  case cannotKeep(path: String, copy: String, cause: String)
  case cannotForget(path: String, cause: String)
  case notADatabase(path: String)
  case readOnly(path: String)
  case full(path: String)
  case locked(path: String)
  case cannotOpen(path: String, cause: String)
  case noSuchReminder(String)
  case ambiguousReminder(String, matches: [String])
  case noSuchSession(String)
  case ambiguousSession(String, matches: [String])
  case noSuchBrowser(String)
  case noSuchTrip(String)
  case ambiguousTrip(String, matches: [String])
  case tripNameTaken(String)
  /// The trip was changed by somebody else since it was read.
  case tripChangedMeanwhile(name: String)
  case damagedTrip(id: String, cause: String)
  /// The reminder was changed by somebody else since it was read.
  case changedMeanwhile(id: String)
  case nothingToUndo
  case nothingToRedo
  case damagedRecord(id: String, cause: String)
  case malformedRecord(id: String)
  case failed(path: String, cause: String)

  public var description: String {
    switch self {
    case .newerVersion(let path, let earlier):
      "the database \(path) was written by a newer Alight: update the program, or name another file with --database"
        + (earlier.map { "; what it held before stands in \($0)" } ?? "")
    case .cannotKeep(let path, let copy, let cause):
      "the database \(path) is older than this Alight, and cannot be copied to \(copy) before it is brought up to date (\(cause)): "
        + "nothing was changed; make room there, or name another file with --database"
    case .cannotForget(let path, let cause):
      "\(path) holds what is to be forgotten as well, and cannot be removed (\(cause)): remove it yourself"
    case .notADatabase(let path):
      "\(path) is not an Alight database, or is damaged: move it away, or name another file with --database"
    case .readOnly(let path):
      "the database \(path) cannot be written: check the permissions of the file and its folder, or use --database"
    case .full(let path):
      "no space is left for the database \(path): free some space and run the command again; what was stored is kept"
    case .locked(let path): "the database \(path) is in use by another program: try again in a moment"
    case .cannotOpen(let path, let cause):
      "the database \(path) cannot be opened (\(cause)): check the folder, or use --database"
    case .noSuchReminder(let id): "no reminder begins with \(id): \"alight reminders list --all\" shows what there is"
    case .ambiguousReminder(let id, let matches):
      "\(id) begins several reminders (\(matches.joined(separator: ", "))): give more of the id"
    case .noSuchSession(let id): "no conversation begins with \(id): \"alight sessions list\" shows what there is"
    case .ambiguousSession(let id, let matches):
      "\(id) begins several conversations (\(matches.joined(separator: ", "))): give more of the id"
    case .noSuchBrowser(let id): "not one browser begins with \(id): \"alight serve browsers\" shows what there is"
    case .noSuchTrip(let text):
      "no trip is called \(text) and none has an id that begins so: \"alight trip list\" shows what there is"
    case .ambiguousTrip(let text, let matches):
      "\(text) begins the ids of several trips (\(matches.joined(separator: ", "))): give the name, or more of the id"
    case .tripNameTaken(let name):
      "a trip is called \(name) already: give another name, or delete that one with \"alight trip delete\""
    case .tripChangedMeanwhile(let name):
      "the trip \(name) was changed by another program in the meantime: look at it and try again"
    case .damagedTrip(let id, let cause):
      "the trip \(id) cannot be read (\(cause)): \"alight trip delete \(id)\" takes it away"
    case .changedMeanwhile(let id):
      "the reminder \(id) was changed by another program in the meantime: look at it and try again"
    case .nothingToUndo: "there is no change to the reminders that could be taken back"
    case .nothingToRedo: "there is no change to the reminders that was taken back last"
    case .damagedRecord(let id, let cause): UnreadableRecord(id: id, cause: cause).description
    case .malformedRecord(let id): "the record of \(id) is no JSON throughout: nothing was stored; export it again"
    case .failed(let path, let cause): "the database \(path) failed: \(cause)"
    }
  }

  /// Whether the file may be fit to be read all the same.
  var maySpareReading: Bool {
    switch self {
    case .readOnly, .full, .locked, .cannotOpen, .cannotKeep, .failed: true
    default: false
    }
  }

  /// What an error of SQLite means for the file at `path`.
  static func from(_ error: any Error, path: String) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    switch error.resultCode {
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: return StorageError.readOnly(path: path)
    case .SQLITE_FULL: return StorageError.full(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: return StorageError.locked(path: path)
    // A write-ahead log cannot be made beside a file on a disk that is only read.
    case .SQLITE_CANTOPEN where FileManager.default.fileExists(atPath: path): return StorageError.readOnly(path: path)
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: return StorageError.notADatabase(path: path)
    case .SQLITE_CANTOPEN: return StorageError.cannotOpen(path: path, cause: error.message ?? "no such folder")
    case .SQLITE_IOERR where hasNoSpace(path): return StorageError.full(path: path)
    default: return StorageError.failed(path: path, cause: error.message ?? "\(error.resultCode)")
    }
  }

  /// SQLite reports a full disk as a plain I/O error when the write-ahead index cannot grow.
  private static func hasNoSpace(_ path: String) -> Bool {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    return (attributes?[.systemFreeSize] as? NSNumber).map { $0.int64Value < 128 * 1024 } ?? false
  }
}
