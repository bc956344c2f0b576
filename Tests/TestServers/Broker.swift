import Foundation
import Glibc

/// A real mosquitto on a port of its own, and `mosquitto_pub` to speak through it.
package final class Broker {
  package static let program = "/usr/sbin/mosquitto"
  /// Whether it can be started, and Alight was built to speak to it.
  package static var isThere: Bool {
    #if MQTT
    [program, "/usr/bin/mosquitto_pub"].allSatisfy(FileManager.default.isExecutableFile)
    #else
    false
    #endif
  }

  package let port: Int
  private let folder: URL
  private var process: Process?
  private let login: (user: String, password: String)?

  /// - Parameter login: The only user; nil lets everybody in.
  package init(login: (user: String, password: String)? = nil) throws {
    self.login = login
    port = try Self.freePort()
    folder = FileManager.default.temporaryDirectory.appending(path: "alight-broker-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var settings = "listener \(port) 127.0.0.1\nallow_anonymous \(login == nil)\n"
    if let login {
      let words = folder.appending(path: "words")
      try Self.run("/usr/bin/mosquitto_passwd", ["-b", "-c", words.path, login.user, login.password])
      settings += "password_file \(words.path)\n"
      if getuid() == 0 { settings += "user root\n" }
    }
    try Data(settings.utf8).write(to: folder.appending(path: "settings"))
    try start()
  }

  package func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = ["-c", folder.appending(path: "settings").path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    Patience.wait { Self.answers(port) }
  }

  package func stop() {
    // The thread that started it may hold gentler signals back.
    if let process { kill(process.processIdentifier, SIGKILL) }
    process?.waitUntilExit()
    process = nil
  }

  package func cleanUp() {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  package func publish(_ text: String, to topic: String = "owntracks/jane/phone", isRetained: Bool = false) throws {
    let file = folder.appending(path: "message")
    try Data(text.utf8).write(to: file)
    try publish(file, to: topic, isRetained: isRetained)
  }

  package func publish(_ file: URL, to topic: String = "owntracks/jane/phone", isRetained: Bool = false) throws {
    var arguments = ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-q", "1", "-f", file.path]
    if let login { arguments += ["-u", login.user, "-P", login.password] }
    try Self.run("/usr/bin/mosquitto_pub", arguments + (isRetained ? ["-r"] : []))
  }

  private static func run(_ path: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }

  private static func socketAddress(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// A port that the system had free a moment ago.
  package static func freePort() throws -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = socketAddress(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        _ = bind(socket, general, length)
        _ = getsockname(socket, general, &length)
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func answers(_ port: Int) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = socketAddress(port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
