import Alerts
import Devices
import Foundation

/// What a rider names in place of a position source: a recording, or a receiver's sentences as they come.
enum RideInput {
  case recording(Recording)
  case live(NMEAFeed)

  /// What stands for standard input, as it does elsewhere.
  static let standardInput = "-"

  var recording: Recording? {
    if case .recording(let recording) = self { return recording }
    return nil
  }

  var feed: NMEAFeed? {
    if case .live(let feed) = self { return feed }
    return nil
  }

  /// - Throws: `CommandFailure` where the file is not there or is no track.
  static func gpx(_ path: String) throws -> RideInput {
    do {
      guard path == standardInput else {
        return .recording(try GPXReader.recording(at: URL(filePath: path)))
      }
      let data = try FileHandle.standardInput.readToEnd() ?? Data()
      return .recording(try GPXReader.recording(in: data, file: "standard input"))
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
      return .recording(try feed.recording())
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
