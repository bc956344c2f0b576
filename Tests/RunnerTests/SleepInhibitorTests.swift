import Foundation
import Synchronization
import TestServers
import Testing

@testable import Devices

/// A logind of the tests, on a bus of its own.
private final class Logind {
  let folder = FileManager.default.temporaryDirectory.appending(path: "alight-logind-\(UUID().uuidString)")
  private(set) var address = ""
  private let bus = Process()
  private let mock = Process()

  static let isInstalled =
    ["systemd-inhibit", "dbus-daemon", "busctl"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    } && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/dbusmock/templates/logind.py")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let socket = folder.appending(path: "bus").path
    address = "unix:path=\(socket)"
    let configuration = folder.appending(path: "bus.conf")
    try Data(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>system</type><listen>\(address)</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
      </busconfig>
      """.utf8
    ).write(to: configuration)
    bus.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    bus.arguments = ["--nofork", "--config-file", configuration.path]
    try bus.run()
    Patience.wait { FileManager.default.fileExists(atPath: socket) }
    mock.executableURL = URL(filePath: "/usr/bin/python3")
    mock.arguments = ["-m", "dbusmock", "--system", "--template", "logind"]
    mock.environment = ["DBUS_SYSTEM_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin"]
    mock.standardOutput = FileHandle.nullDevice
    try mock.run()
    Patience.wait { inhibitors() != nil }
  }

  func end() {
    for process in [mock, bus] where process.isRunning {
      // The mock does not end by itself when it is asked to.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// What is held, in logind's words; nil where it does not answer yet.
  func inhibitors() -> String? {
    let (ask, said) = (Process(), Pipe())
    ask.executableURL = URL(filePath: "/usr/bin/busctl")
    ask.arguments = [
      "--address=\(address)", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
      "org.freedesktop.login1.Manager",
      "ListInhibitors",
    ]
    (ask.standardOutput, ask.standardError) = (said, FileHandle.nullDevice)
    guard (try? ask.run()) != nil else { return nil }
    let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    ask.waitUntilExit()
    return ask.terminationStatus == 0 ? text : nil
  }

  /// Waits until what is held is as it should be.
  func wait(_ isSo: (String) -> Bool) -> Bool { Patience.wait { inhibitors().map(isSo) ?? false } }

  /// systemd-inhibit, as it finds this logind and no other.
  func program() throws -> String {
    let file = folder.appending(path: "systemd-inhibit")
    try Data("#!/bin/sh\nDBUS_SYSTEM_BUS_ADDRESS='\(address)' exec /usr/bin/systemd-inhibit \"$@\"\n".utf8).write(
      to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return file.path
  }
}

@Suite("What keeps the machine awake", .enabled(if: Logind.isInstalled, "systemd-inhibit or dbusmock is not installed"))
struct SleepInhibitorTests {
  @Test("holds a lock for as long as it is needed, with the reason in the rider's words")
  func holds() throws {
    let logind = try Logind()
    defer { logind.end() }
    let told = Mutex<[String]>([])
    let awake = SleepInhibitor(program: try logind.program(), logind: ["/"], why: "Say when.") { cause in
      told.withLock { $0.append(cause) }
    }
    for _ in 0..<3 { awake.hold(true) }
    let came1 = logind.wait { $0.contains("idle:sleep") }
    #expect(came1)
    let held = try #require(logind.inhibitors())
    #expect(held.contains("\"Alight\"") && held.contains("\"Say when.\"") && held.contains("\"block\""))
    #expect(held.components(separatedBy: "idle:sleep").count == 2, "once, however often it is asked for")
    awake.hold(false)
    let came2 = logind.wait { !$0.contains("idle:sleep") }
    #expect(came2)
    let failures = told.withLock { $0 }
    #expect(failures.isEmpty, "what was let go of is no failure")
    awake.hold(true)
    let came3 = logind.wait { $0.contains("idle:sleep") }
    #expect(came3)
    awake.hold(false)
  }

  @Test("says once on a ride that it is refused, and tries again on the next one")
  func refused() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "refuses").path
    try Data("#!/bin/sh\necho 'Failed to inhibit: Access denied' >&2; exit 1\n".utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let told = Mutex<[String]>([])
    let awake = SleepInhibitor(program: program, logind: ["/"], why: "Say when.") { cause in
      told.withLock { $0.append(cause) }
    }
    for ride in 1...2 {
      awake.hold(true)
      let isTold = Patience.wait {
        awake.hold(true)
        return told.withLock(\.count) >= ride
      }
      #expect(isTold)
      for _ in 0..<20 { awake.hold(true) }
      #expect(!awake.isHeld)
      awake.hold(false)
    }
    let failures = told.withLock { $0 }
    #expect(failures == Array(repeating: "Failed to inhibit: Access denied", count: 2))
  }

  @Test("asks nobody where there is no logind")
  func nobody() {
    let awake = SleepInhibitor(logind: ["/no/such/folder"], why: "Say when.") { Issue.record("\($0)") }
    awake.hold(true)
    #expect(!awake.isHeld)
  }
}
