import Foundation
import Testing

@Suite("alight run as a service", .serialized)
struct ServiceTests {
  @Test("the manager is told that it is ready, lives and stops, and the signal to end ends it in order")
  func notifies() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let path = program.folder.appending(path: "notify").path
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    program.environment["NOTIFY_SOCKET"] = path
    program.environment["WATCHDOG_USEC"] = "1000000"
    let made = try program.run("--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops", "yes")
    #expect(made.status == 0)
    let live = try LiveProgram(program, ["run", "--position", "none", "--now", Program.now])
    var told: [String] = []
    func listen() {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while case let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count > 0 {
        told.append(String(decoding: bytes[..<count], as: UTF8.self))
      }
    }
    live.wait {
      listen()
      return told.filter { $0 == "WATCHDOG=1" }.count >= 3
    }
    live.terminate()
    let outcome = live.end()
    listen()
    #expect(outcome.status == 130, "\(outcome.talk)")
    #expect(told.filter { $0 == "READY=1" }.count == 1)
    #expect(told.filter { $0 == "WATCHDOG=1" }.count >= 3)
    #expect(told.contains { $0.hasPrefix("STATUS=") && $0.contains("Hagenberg") })
    #expect(told.last == "STOPPING=1")
  }

  @Test("the units are such as systemd takes, wherever the program is")
  func units() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let units = program.folder.appending(path: "units")
    let made = try program.run(
      program.process(
        ["-C", Program.root.path, "install-units", "UNITS=\(units.path)", "PREFIX=/opt/50% off"],
        executable: URL(filePath: "/usr/bin/make")), input: Data())
    #expect(made.status == 0, "\(made.talk)")
    let names = try FileManager.default.contentsOfDirectory(atPath: units.path).sorted()
    #expect(names == ["alight-page-server.service", "alight-page.service", "alight-page.socket", "alight.service"])
    let runner = try String(contentsOf: units.appending(path: "alight.service"), encoding: .utf8)
    for line in [
      "Type=notify", "WatchdogSec=60", "Restart=on-failure", "SuccessExitStatus=130", "WantedBy=default.target",
      "ExecStart=\"/opt/50%% off/bin/alight\" run",
    ] {
      #expect(runner.contains("\n\(line)\n"), "\(line)")
    }
    let tool = "/usr/bin/systemd-analyze"
    guard FileManager.default.isExecutableFile(atPath: tool) else { return }
    // It looks whether the program is there.
    _ = try program.run(
      program.process(
        ["-C", Program.root.path, "install-units", "UNITS=\(units.path)", "PREFIX=/usr"],
        executable: URL(filePath: "/usr/bin/make")), input: Data())
    for name in names {
      let file = units.appending(path: name)
      let text = try String(contentsOf: file, encoding: .utf8).replacing(
        "/usr/bin/alight", with: Program.executable.path)
      try Data(text.utf8).write(to: file)
    }
    let talk = program.folder.appending(path: "verify")
    let child = try ChildProgram(
      tool, ["verify", "--user", "--man=no"] + names.map { units.appending(path: $0).path },
      environment: ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": program.folder.path, "HOME": program.folder.path],
      output: nil, talk: talk)
    let status = child.end()
    let said = try String(contentsOf: talk, encoding: .utf8)
    #expect(status == 0 && !names.contains { said.contains("\($0):") }, "\(said)")
  }
}
