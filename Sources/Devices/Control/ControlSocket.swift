import Foundation

/// The file of a runner's socket.
enum ControlSocket {
  /// A socket that is bound to a path, and that its owner alone may open from the first moment on.
  /// - Throws: `ControlError.cannotListen`
  static func make(_ path: String) throws -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw failure(path) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    // Linux gives the file the mode that the socket had: changed afterwards, anybody could have come in between.
    let isMade =
      fchmod(descriptor, 0o600) == 0
      && withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      } == 0
    guard isMade else {
      defer { close(descriptor) }
      throw failure(path)
    }
    return descriptor
  }

  private static func failure(_ path: String) -> ControlError {
    .cannotListen(path: path, cause: String(cString: strerror(errno)))
  }
}
