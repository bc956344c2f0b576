#if Page
import Foundation
import Web

/// Asks at an address of this machine whether a server answers; a service manager that listens there starts one.
struct PageKnock {
  let address: PageAddress
  var isOverTLS = false
  /// How long a machine may take to take a connection.
  static let reach: TimeInterval = 3
  /// How long a server may take to begin.
  var patience: TimeInterval = 30

  /// Blocks until there is an answer, whatever it is.
  /// - Returns: Whether there was one.
  func isAnswered() -> Bool {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, "\(address.port)", &hints, &found) == 0, let first = found else { return false }
    defer { freeaddrinfo(first) }
    return sequence(first: first, next: { $0.pointee.ai_next }).contains { asks($0.pointee) }
  }

  private func asks(_ target: addrinfo) -> Bool {
    let descriptor = socket(target.ai_family, target.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), target.ai_protocol)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    for (option, seconds) in [(SO_RCVTIMEO, patience), (SO_SNDTIMEO, Self.reach)] {
      var limit = timeval(tv_sec: Int(seconds), tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    guard connect(descriptor, target.ai_addr, target.ai_addrlen) == 0 else { return false }
    if isOverTLS { return true }
    let request = Array("GET /enter HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return false }
    var answer = [UInt8](repeating: 0, count: 16)
    return recv(descriptor, &answer, answer.count, 0) > 0
  }

  /// Whether somebody serves at a socket of this machine, whose file a second server would take from them.
  static func isTaken(socket path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // One that is too long nobody can listen at.
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    } == 0
  }
}
#endif
