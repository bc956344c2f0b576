import Foundation
import TestServers

/// A desktop that nobody sees: a session bus of its own, an X server without a screen, and dunst, which shows notifications.
final class Desktop {
  let folder: URL
  private(set) var environment: [String: String] = [:]
  private var programs: [ChildProgram] = []

  static var isInstalled: Bool {
    ["dbus-daemon", "Xvfb", "dunst", "dunstctl", "notify-send", "stdbuf"].allSatisfy { name in
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
    }
  }

  /// - Parameter hasService: whether something is there that shows notifications.
  init(hasService: Bool = true) throws {
    // The path of a socket has at most 107 bytes.
    folder = URL(filePath: "/tmp/alight-desktop-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let bus = "unix:path=\(folder.path)/bus"
    environment = [
      "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "LANG": "C.UTF-8",
      "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": bus,
    ]
    try Data(Self.busConfiguration(bus).utf8).write(to: folder.appending(path: "bus.conf"))
    try start("dbus-daemon", ["--config-file=\(folder.path)/bus.conf", "--nofork"])
    try wait("the bus") { FileManager.default.fileExists(atPath: folder.appending(path: "bus").path) }
    guard hasService else { return }
    let display = folder.appending(path: "display")
    // It chooses a free number by itself and writes it to its standard output.
    try start("Xvfb", ["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"], output: display)
    try wait("the display") { (try? String(contentsOf: display, encoding: .utf8))?.hasSuffix("\n") ?? false }
    let number = try String(contentsOf: display, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    environment["DISPLAY"] = ":\(number)"
    try chooseByText()
    try start("dunst", ["-conf", folder.appending(path: "dunstrc").path])
    try wait("dunst") { try shownCount() == 0 }
  }

  func cleanUp() {
    for program in programs.reversed() {
      program.send(SIGKILL)
      program.end()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// A program that runs in this desktop whatever the test itself runs in.
  func script(_ program: String) throws -> String {
    let script = folder.appending(path: "in-\(program)")
    let variables = environment.map { "\($0)='\($1)'" }.joined(separator: " ")
    try Data("#!/bin/sh\nexec env \(variables) \(program) \"$@\"\n".utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    return script.path
  }

  /// How many notifications are on the screen; nil while nothing answers.
  func shownCount() throws -> Int? {
    Int(try run("dunstctl", ["count", "displayed"]).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Presses the button with this label.
  func press(_ label: String) throws {
    try Data(label.utf8).write(to: folder.appending(path: "wanted"))
    _ = try run("dunstctl", ["context"])
  }

  /// Clicks on the notification itself.
  func click() throws { _ = try run("dunstctl", ["action", "0"]) }

  /// The notifications that are closed: id and text, the last one first.
  func closed() throws -> [(id: Int, text: String)] {
    let text = try run("dunstctl", ["history"])
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let entries = (object?["data"] as? [[[String: Any]]])?.first ?? []
    return entries.map { entry in
      func value(_ name: String) -> Any? { (entry[name] as? [String: Any])?["data"] }
      return (value("id") as? Int ?? 0, value("body") as? String ?? "")
    }
  }

  /// Waits until something holds, 10 s at most.
  func wait(_ what: String, until condition: () throws -> Bool) throws {
    guard try Patience.wait(until: condition) else { throw NotThere(what: what) }
  }

  struct NotThere: Error { var what: String }

  private func start(_ program: String, _ arguments: [String], output: URL? = nil) throws {
    programs.append(
      try ChildProgram("/usr/bin/\(program)", arguments, environment: environment, output: output))
  }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let output = folder.appending(path: "output-\(UUID().uuidString)")
    try ChildProgram("/usr/bin/\(program)", arguments, environment: environment, output: output).end()
    defer { try? FileManager.default.removeItem(at: output) }
    return try String(contentsOf: output, encoding: .utf8)
  }

  /// The menu of buttons is a program that takes them as lines and prints the one chosen.
  private func chooseByText() throws {
    let menu = folder.appending(path: "menu")
    try Data("#!/bin/sh\ngrep -m 1 -F -- \"$(cat '\(folder.path)/wanted')\"\n".utf8).write(to: menu)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: menu.path)
    try Data("[global]\ndmenu = \(menu.path)\n".utf8).write(to: folder.appending(path: "dunstrc"))
  }

  /// A bus on which nothing is started by asking for it, as the machine's own services would be.
  private static func busConfiguration(_ address: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig><type>session</type><listen>\(address)</listen><policy context="default"><allow send_destination="*"/>
    <allow own="*"/><allow eavesdrop="false"/></policy></busconfig>
    """
  }
}
