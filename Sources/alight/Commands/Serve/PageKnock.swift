#if Page
import Foundation
import Web

/// Asks at an address of this machine whether a server answers; a service manager that listens there starts one.
struct PageKnock {
  let address: PageAddress
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
    return sequence(first: first, next: { $0.pointee.ai_next }).contains { Self.asks($0.pointee, address, patience) }
  }

  private static func asks(_ target: addrinfo, _ address: PageAddress, _ patience: TimeInterval) -> Bool {
    let descriptor = socket(target.ai_family, target.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), target.ai_protocol)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard connect(descriptor, target.ai_addr, target.ai_addrlen) == 0 else { return false }
    // A server of TLS answers this as well: that it does not understand it.
    let request = Array("GET /enter HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return false }
    var answer = [UInt8](repeating: 0, count: 16)
    return recv(descriptor, &answer, answer.count, 0) > 0
  }
}
#endif
