import Foundation
import Testing

@testable import Devices

/// Receives what a service manager would.
private final class Manager {
  let descriptor: Int32

  init(_ name: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var bytes = Array(name.utf8)
    if name.hasPrefix("@") { bytes[0] = 0 }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sa_family_t>.size + bytes.count))
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  func messages() -> [String] {
    var found: [String] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count > 0 {
      found.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
    return found
  }
}

@Suite("What the service manager is told", .tags(.alone))
struct ServiceNotifierTests {
  @Test("that it is ready with its first turn, and that it lives for as long as it turns", arguments: [true, false])
  func turns(isAbstract: Bool) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)").path
    let name = isAbstract ? "@alight-\(UUID().uuidString)" : path
    defer { unlink(path) }
    let manager = try Manager(name)
    let service = ServiceNotifier(environment: [
      "NOTIFY_SOCKET": name, "WATCHDOG_USEC": "90000", "WATCHDOG_PID": "\(getpid())",
    ])
    service.status("one\ntwo")
    #expect(manager.messages() == ["STATUS=one two"])
    service.turned()
    service.turned()
    #expect(manager.messages() == ["READY=1", "WATCHDOG=1"])
    try await Task.sleep(for: .milliseconds(40))
    #expect(manager.messages().isEmpty, "a loop that stands still says nothing")
    service.turned()
    #expect(manager.messages() == ["WATCHDOG=1"])
    service.stopping()
    #expect(manager.messages() == ["STOPPING=1"])
  }

  @Test("nothing about its life where the manager waits for somebody else's")
  func somebodyElse() throws {
    let name = "@alight-\(UUID().uuidString)"
    let manager = try Manager(name)
    let service = ServiceNotifier(environment: [
      "NOTIFY_SOCKET": name, "WATCHDOG_USEC": "90000", "WATCHDOG_PID": "1",
    ])
    service.turned()
    service.turned()
    #expect(manager.messages() == ["READY=1"])
  }

  @Test(
    "nobody, where no manager is named or none can be there",
    arguments: [[:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "relative"], ["NOTIFY_SOCKET": "/no/such/socket"]])
  func nobody(environment: [String: String]) {
    let service = ServiceNotifier(environment: environment)
    #expect(!service.send("READY=1"))
  }
}
