import Alerts
import Foundation
import Runner

/// What a rider names in place of a position source: a recording, or a receiver's sentences as they come.
enum RideInput {
  /// With the lines that could not be read.
  case recording([Fix], file: String, brokenLines: Int)
  case live(NMEAFeed)

  /// What stands for standard input, as it does elsewhere.
  static let standardInput = "-"

  var fixes: [Fix]? {
    if case .recording(let fixes, _, _) = self { return fixes }
    return nil
  }

  /// - Throws: `CommandFailure` where the file is not there or is no track.
  static func gpx(_ path: String) throws -> RideInput {
    do {
      guard path == standardInput else {
        return .recording(try GPXReader.fixes(at: URL(filePath: path)), file: path, brokenLines: 0)
      }
      let data = try FileHandle.standardInput.readToEnd() ?? Data()
      return .recording(try GPXReader.fixes(in: data, file: "standard input"), file: path, brokenLines: 0)
    } catch let error as GPXError {
      if case .unreadable = error { throw CommandFailure(.noInput, error.description) }
      throw CommandFailure(.badData, error.description)
    }
  }

  /// - Parameter isReplay: Whether a pipe is played to its end with the times in it; a file always is, and a serial line never.
  /// - Throws: `CommandFailure` where the file is not there or has no positions.
  static func nmea(_ path: String, isReplay: Bool) throws -> RideInput {
    let name = path == standardInput ? "standard input" : path
    let handle = path == standardInput ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
    guard let handle else {
      throw CommandFailure(.noInput, "\(path) cannot be read: is it there, and are you allowed to?")
    }
    let feed = NMEAFeed(handle, name: name)
    guard isReplay || isFile(handle) else { return .live(feed) }
    do {
      let (fixes, brokenLines) = try feed.recording()
      return .recording(fixes, file: name, brokenLines: brokenLines)
    } catch {
      throw failure(error)
    }
  }

  /// How a command ends that finds nothing to follow.
  static func failure(_ error: NMEAError) -> CommandFailure {
    if case .unreadable = error { return CommandFailure(.noInput, error.description) }
    return CommandFailure(.badData, error.description)
  }

  private static func isFile(_ handle: FileHandle) -> Bool {
    var status = stat()
    return fstat(handle.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
