#if Page
import Foundation
import TestServers
import Testing

/// How the desktop comes to the page.
@Suite("alight serve open")
struct PageDoorwayTests {
  /// With a session of its own: no service of whoever tests is begun.
  private static func program() throws -> Program {
    var program = try Program()
    let session = program.folder.appending(path: "session")
    try FileManager.default.createDirectory(
      at: session, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    program.environment["XDG_RUNTIME_DIR"] = session.path
    return program
  }

  private func curl(_ program: Program, _ arguments: [String]) throws -> Program.Outcome {
    try program.run(
      program.process(["-sS"] + arguments, executable: URL(filePath: "/usr/bin/curl")), input: Data())
  }

  /// The status and where it leads, as `303 http://127.0.0.1:1/new`.
  private func answer(_ program: Program, _ arguments: [String]) throws -> String {
    try curl(program, ["-o", "/dev/null", "-w", "%{http_code} %{redirect_url}"] + arguments).output
      .trimmingCharacters(in: .whitespaces)
  }

  private func end(_ served: PageVisit.Served) {
    served.program.interrupt()
    _ = served.program.end()
  }

  @Test("leads a browser that was not let in through the door, and one that was straight on")
  func letsIn() throws {
    let program = try Self.program()
    defer { program.cleanUp() }
    let served = try PageVisit.serve(program)
    defer { end(served) }
    let link = try program.run("serve", "open", "new", "--print").output.trimmingCharacters(in: .newlines)
    #expect(link == "\(served.address)/enter?code=\(served.code)&next=/new")
    let jar = program.folder.appending(path: "jar").path
    let page = try curl(program, [link]).output
    #expect(page.contains("value=\"\(served.code)\"") && page.contains("name=\"next\" value=\"/new\""))
    let entered = try answer(
      program,
      [
        "-c", jar, "--data-urlencode", "code=\(served.code)", "--data-urlencode", "next=/new",
        served.address + "/enter",
      ])
    #expect(entered == "303 \(served.address)/new")
    #expect(try answer(program, ["-b", jar, link]) == "303 \(served.address)/new")
    let renewed = try program.run("serve", "open", "--print").output
    #expect(
      renewed.hasPrefix("\(served.address)/enter?code=") && !renewed.contains(served.code), "each code lets in once")
  }

  @Test("leads nowhere else", arguments: ["https://evil.test/", "//evil.test/", "/\\evil.test", "/a\r\nx: y", "new"])
  func elsewhere(next: String) throws {
    let program = try Self.program()
    defer { program.cleanUp() }
    let served = try PageVisit.serve(program)
    defer { end(served) }
    let entered = try answer(
      program,
      ["--data-urlencode", "code=\(served.code)", "--data-urlencode", "next=\(next)", served.address + "/enter"])
    #expect(entered == "303 \(served.address)/")
  }

  @Test("shows a place that a map hands over, with the button that wakes before it")
  func place() throws {
    let program = try Self.program()
    defer { program.cleanUp() }
    let served = try PageVisit.serve(program)
    defer { end(served) }
    let link = try program.run("serve", "open", "geo:48.2906,14.2916;u=35", "--print").output
      .trimmingCharacters(in: .newlines)
    #expect(
      link.hasSuffix("&next=/map?place%3D48.2906,14.2916") || link.hasSuffix("&next=/map?place=48.2906,14.2916"),
      "\(link)")
    let jar = program.folder.appending(path: "jar").path
    _ = try answer(program, ["-c", jar, "--data-urlencode", "code=\(served.code)", served.address + "/enter"])
    let led = try answer(program, ["-b", jar, link])
    #expect(led == "303 \(served.address)/map?place=48.2906,14.2916")
    let page = try curl(program, ["-b", jar, "\(served.address)/map?place=48.2906,14.2916"]).output
    #expect(page.contains("name=\"place\" value=\"48.2906, 14.2916\"") && page.contains("Wake me before I get here"))
    let other = try curl(program, ["-b", jar, "\(served.address)/map?place=nowhere"]).output
    #expect(!other.contains("name=\"place\""))
  }

  @Test("shows what is in a file of reminders, and takes it over once that is said")
  func file() throws {
    let program = try Self.program()
    defer { program.cleanUp() }
    let file = try exported(to: program.folder, "from linz hbf to hagenberg two stops")
    let other = try exported(to: program.folder, "from linz hbf to gallneukirchen one stop")
    let served = try PageVisit.serve(program)
    defer { end(served) }
    let (jar, address) = (program.folder.appending(path: "jar").path, served.address + "/take")
    _ = try answer(program, ["-c", jar, "--data-urlencode", "code=\(served.code)", served.address + "/enter"])
    #expect(try answer(program, ["-b", jar, address]) == "303 \(served.address)/", "nothing was opened")
    let opened = try program.run("serve", "open", file.absoluteString, "--print")
    #expect(opened.status == 0 && opened.output.contains("next=/take"), "\(opened.output)\(opened.talk)")
    let shown = try curl(program, ["-b", jar, address]).output
    #expect(shown.contains("Hagenberg</h2>") && shown.contains(">New<") && shown.contains("Tuesday, December 1"))
    #expect(try !program.run("reminders", "list", "--all").output.contains("Hagenberg"), "nobody has agreed")
    let digest = try #require(shown.firstMatch(of: /name="digest" value="([0-9a-f]{64})"/)).1
    let agree = ["-b", jar, "-H", "Origin: \(served.address)", "-d", "take=yes&digest=\(digest)", address]
    _ = try program.run("serve", "open", other.path, "--print")
    #expect(
      try curl(program, agree).output.contains("Gallneukirchen Marktplatz</h2>"), "that was not what was agreed to")
    _ = try program.run("serve", "open", file.path, "--print")
    let told = program.folder.appending(path: "told")
    let stream = program.process(
      ["-sSN", "-b", jar, "-o", told.path, served.address + "/api/events"], executable: URL(filePath: "/usr/bin/curl"))
    try stream.run()
    defer { stream.terminate() }
    let news = { (try? String(contentsOf: told, encoding: .utf8))?.split(separator: "event: reminders").count ?? 0 }
    #expect(Patience.wait { news() > 0 })
    let before = news()
    #expect(try answer(program, agree) == "303 \(served.address)/")
    #expect(Patience.wait { news() > before }, "open pages are told of what was taken over here")
    let kept = try program.run("reminders", "list", "--all").output
    #expect(kept.contains("Hagenberg") && !kept.contains("Gallneukirchen"))
    _ = try program.run("serve", "open", other.path, "--print")
    let left = ["-b", jar, "-c", jar, "-L", "-H", "Origin: \(served.address)", "-d"]
    _ = try curl(program, left + ["digest=\(digest)", address])
    let waiting = try curl(program, ["-b", jar, address]).output
    #expect(waiting.contains("Gallneukirchen Marktplatz</h2>"), "the one before it was left in another window")
    let second = try #require(waiting.firstMatch(of: /name="digest" value="([0-9a-f]{64})"/)).1
    _ = try curl(program, left + ["digest=\(second)", address])
    #expect(try answer(program, ["-b", jar, address]) == "303 \(served.address)/", "it was left")
    let late = try curl(program, left + ["take=yes&digest=\(second)", address]).output
    #expect(late.contains("No file waits for an answer any more."), "whoever agrees is told where it comes to nothing")
    #expect(try !program.run("reminders", "list", "--all").output.contains("Gallneukirchen"))
  }

  @Test("shows of a reminder of a place no day, what it opens, and where it would stay silent")
  func filesOfPlaces() throws {
    let program = try Self.program()
    defer { program.cleanUp() }
    let giver = try Program()
    defer { giver.cleanUp() }
    let made = try giver.run(
      "--at", "48.2906,14.2916", "--say", "pay", "--open", "https://parking.test/", "--no-alarm", "--yes", "--now",
      Program.now)
    #expect(made.status == 0, "\(made.talk)")
    let id = try #require(giver.run("reminders", "list", "--all", "--json").objects.first?["id"] as? String)
    #expect(try giver.run("reminders", "off", id).status == 0)
    let file = program.folder.appending(path: "parking.alight.json")
    try Data(giver.run("reminders", "export", "--all", "--format", "json").output.utf8).write(to: file)
    let served = try PageVisit.serve(program)
    defer { end(served) }
    let jar = program.folder.appending(path: "jar").path
    _ = try answer(program, ["-c", jar, "--data-urlencode", "code=\(served.code)", served.address + "/enter"])
    _ = try program.run("serve", "open", file.path, "--print")
    let shown = try curl(program, ["-b", jar, served.address + "/take"]).output
    #expect(shown.contains("Opens https://parking.test/ when it is due.") && !shown.contains("December"), "\(shown)")
    #expect(shown.contains("Switched off.") && shown.contains("Without the alarm."), "\(shown)")
  }

  @Test("refuses a file that holds no reminders, before it leads anywhere")
  func brokenFile() throws {
    let program = try Self.program()
    defer { program.cleanUp() }
    let broken = program.folder.appending(path: "broken.alight.json")
    try Data("{".utf8).write(to: broken)
    let refused = try program.run("serve", "open", broken.path, "--print")
    #expect(refused.status == 65 && refused.talk.contains("broken.alight.json"))
  }

  /// A file of a reminder that somebody else has set.
  private func exported(to folder: URL, _ sentence: String) throws -> URL {
    let giver = try Program()
    defer { giver.cleanUp() }
    let made = try giver.run("--json", "--now", Program.now, lines: sentence, "yes")
    #expect(made.status == 0, "\(made.talk)")
    let exported = try giver.run("reminders", "export", "--all", "--format", "json")
    #expect(exported.status == 0, "\(exported.talk)")
    let file = folder.appending(path: "\(UUID().uuidString).alight.json")
    try Data(exported.output.utf8).write(to: file)
    return file
  }

  @Test("says what to do where no page is served, and after one that was killed")
  func notServed() throws {
    let program = try Self.program()
    defer { program.cleanUp() }
    for _ in 1...2 {
      let alone = try program.run("serve", "open", "--print")
      // Another page may be served on this machine; this database has none.
      #expect(alone.status == 69 && alone.talk.contains("alight serve"), "\(alone.output)\(alone.talk)")
      let served = try PageVisit.serve(program)
      served.program.kill()
    }
    let unknown = try program.run("serve", "open", "nonsense", "--print")
    #expect(unknown.status == 64 && unknown.talk.contains("reminders, new, ride, map"))
    let address = try program.run("serve", "open", "geo:0,0?q=Vienna", "--print")
    #expect(address.status == 64, "\(address.output)\(address.talk)")
  }

  @Test("says that only its owner knows by which address browsers come to a page behind a proxy")
  func behindProxy() throws {
    let program = try Self.program()
    defer { program.cleanUp() }
    let served = try PageVisit.serve(program, ["--behind-proxy"])
    defer { end(served) }
    let opened = try program.run("serve", "open", "--print")
    #expect(opened.status == 69 && opened.talk.contains("proxy") && opened.output.isEmpty, "\(opened.talk)")
  }

  @Test("begun by a service manager tells that no ride is followed after a login, and a button mends it")
  func login() throws {
    var program = try Self.program()
    defer { program.cleanUp() }
    // Units are enabled once it was told so.
    let manager = program.folder.appending(path: "bin/systemctl")
    let enabled = program.folder.appending(path: "enabled")
    try FileManager.default.createDirectory(at: manager.deletingLastPathComponent(), withIntermediateDirectories: true)
    let script = """
      #!/bin/sh
      case "$*" in
        "--user show --property=UnitFileState alight.service alight-page-server.service")
          echo UnitFileState=disabled; echo
          if grep -q server "\(enabled.path)"; then echo UnitFileState=enabled; else echo UnitFileState=disabled; fi ;;
        "--user --quiet enable "*) shift 3; echo "$*" > "\(enabled.path)" ;;
        *) exit 2 ;;
      esac
      """
    try Data(script.utf8).write(to: manager)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: manager.path)
    program.environment["PATH"] = manager.deletingLastPathComponent().path + ":/usr/bin:/bin"
    program.environment["INVOCATION_ID"] = "1"
    let socket = program.folder.appending(path: "page.sock").path
    let served = try PageVisit.serve(program, port: 8437, ["--socket", socket])
    defer { end(served) }
    let jar = program.folder.appending(path: "jar").path
    let through = ["--unix-socket", socket, "-b", jar]
    _ = try answer(
      program, through + ["-c", jar, "--data-urlencode", "code=\(served.code)", served.address + "/enter"])
    func page() throws -> String { try curl(program, through + [served.address + "/"]).output }
    #expect(try !page().contains("begin-at-login"), "there is nothing to follow")
    #expect(try program.run("--at", "48.2906,14.2916", "--say", "pay", "--yes").status == 0)
    let warned = try page()
    #expect(warned.contains("After you log in, no ride is followed until you open this page."))
    #expect(warned.contains("At places") && !warned.contains("– –") && !warned.contains("→"), "\(warned)")
    let pressed = ["-X", "POST", "-H", "Origin: \(served.address)", served.address + "/status/begin-at-login"]
    #expect(try answer(program, through + pressed) == "303 \(served.address)/")
    #expect(try String(contentsOf: enabled, encoding: .utf8) == "alight-page.socket alight-page-server.service\n")
    #expect(try !page().contains("begin-at-login"))
  }

  @Test("a page at a socket is the one that browsers know by its address")
  func socket() throws {
    let program = try Self.program()
    defer { program.cleanUp() }
    let socket = program.folder.appending(path: "page.sock").path
    let served = try PageVisit.serve(program, port: 8437, ["--socket", socket])
    defer { end(served) }
    #expect(served.address == "http://127.0.0.1:8437")
    let through = ["--unix-socket", socket]
    #expect(try answer(program, through + [served.address + "/"]) == "303 \(served.address)/enter")
    #expect(try answer(program, through + ["http://elsewhere.test/"]).hasPrefix("421"))
    let nowhere = try program.run("serve", "--socket", "/no/such/folder/sock", "--position", "none")
    #expect(nowhere.status == 69 && nowhere.talk.contains("--socket"), "\(nowhere.talk)")
    let twice = try program.run("serve", "--socket", socket, "--position", "none")
    #expect(twice.status == 69 && twice.talk.contains("another page"), "\(twice.talk)")
    #expect(try answer(program, through + [served.address + "/"]) == "303 \(served.address)/enter", "it is still there")
  }
}
#endif
