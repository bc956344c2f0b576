#if Page
import Devices
import Foundation

/// A file for its owner alone, by which programs of one user tell each other something.
enum PrivateFile {
  /// Writes it as a whole or not at all; what lay there goes.
  /// - Throws: What keeps it from being written.
  static func write(_ data: Data, to file: URL) throws {
    try ControlPath.prepareFolder(of: file.path)
    // Another program may be writing its own.
    let part = "\(file.path).\(getpid()).part"
    unlink(part)
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: data)
      try handle.close()
      guard rename(part, file.path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    } catch {
      unlink(part)
      throw error
    }
  }
}
#endif
