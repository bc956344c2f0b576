import Alerts
import Foundation
import Journey
import TestServers
import Testing

@testable import Devices
@testable import Following

/// A client that says whatever the test wants.
private final class RawClient: Sendable {
  let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    var limit = timeval(tv_sec: Patience.seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  /// False where the other side has closed.
  @discardableResult
  func say(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  func answer() async throws -> ControlAnswer { try ControlAnswer.decode(Data((await line() ?? "").utf8)) }

  /// One line, or nil at the end. Waited for by a thread of its own: those of the tasks are few, and the server needs them.
  func line() async -> String? {
    await withCheckedContinuation { waiting in
      DispatchQueue.global().async { waiting.resume(returning: self.read()) }
    }
  }

  private func read() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = recv(descriptor, &byte, 1, 0)
      // No answer at all is no end either.
      if count < 0, errno == EAGAIN { Issue.record("there was neither an answer nor an end") }
      if count != 1 { break }
      if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

@Suite("A runner answers other programs", .tags(.alone), .serialized)
struct ControlServerTests {
  /// A ride that is under way, with a server for it.
  private func serving(
    _ policy: ControlServer.Policy = ControlServer.Policy(), _ body: (LiveRide, String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "al-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = DecisionLog(folder: folder.appending(path: "decisions")) { _ in }
    let live = try LiveRide(decisions: log)
    let path = folder.appending(path: "control").path
    let server = ControlServer(
      live.runner, files: DecisionFiles(folder: folder.appending(path: "decisions")), decisions: log, policy: policy)
    let work = Task { try await live.runner.run(live.source) }
    let (listens, isListening) = AsyncStream<Void>.makeStream()
    let serving = Task {
      defer { isListening.finish() }
      try await server.serve(at: path) { isListening.finish() }
    }
    for await _ in listens {}
    _ = try await live.ride(until: 1)
    try await body(live, path)
    work.cancel()
    serving.cancel()
    _ = await (work.result, serving.result)
    #expect(!FileManager.default.fileExists(atPath: path), "the socket is taken away at the end")
  }

  @Test("how the ride stands, what is done about it, and why an alert came; the socket is its owner's alone")
  func conversation() async throws {
    try await serving { live, path in
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let client = try RawClient(path)
      client.say(#"{"schema":"alight.control/1","request":"status"}"# + "\n")
      let status = try #require(await client.answer().status)
      let ride = try #require(status.rides.first)
      #expect(ride.reminder == live.reminder.id && ride.destination == "Stop 5")
      #expect(ride.standing.levels.map(\.hasFired) == [true, false, false])
      #expect(ride.nextStop != nil && !ride.standing.isEstimated && ride.fix == .used)
      client.say(#"{"request":"log"}"# + "\n")
      let log = try #require(await client.answer().log)
      #expect(log.contains { $0.kind == .alert && $0.level == 1 })
      #expect(log.contains { $0.kind == .wait && $0.level == 1 && $0.fixes?["used"] ?? 0 > 1 })
      client.say(#"{"request":"snooze","reminder":"\#(live.reminder.id)"}"# + "\n")
      #expect(try await client.answer().taken?.result == .snoozed)
      client.say(#"{"request":"done"}"# + "\n")
      #expect(try await client.answer().taken?.result == .done)
      client.say(#"{"request":"done"}"# + "\n")
      #expect(try await client.answer().error?.code == .notFollowed)
    }
  }

  @Test("who watches is told again and again")
  func watch() async throws {
    try await serving { _, path in
      let client = try RawClient(path)
      client.say(#"{"request":"watch"}"# + "\n")
      for _ in 0..<3 { #expect(try await client.answer().status != nil) }
    }
  }

  @Test("who watches is told a change without waiting for the next turn")
  func watchedChange() async throws {
    var policy = ControlServer.Policy()
    policy.watchEvery = .seconds(86_400)
    try await serving(policy) { live, path in
      let client = try RawClient(path)
      client.say(#"{"request":"watch"}"# + "\n")
      let first = try await client.answer()
      #expect(first.status?.rides.first?.standing.snoozedUntil == nil)
      _ = try await live.runner.take(.snooze, of: nil)
      let second = try await client.answer()
      #expect(second.status?.rides.first?.standing.snoozedUntil != nil)
    }
  }

  @Test("garbage is an error object and no harm, and a line without end closes the connection")
  func garbage() async throws {
    try await serving { live, path in
      let client = try RawClient(path)
      for text in [
        "hello", "{", "[]", "{\"request\":7}", #"{"request":"status","schema":"other/1"}"#,
        #"{"request":"done","reminder":"x"}"#, "\u{0}\u{1}\u{7F}",
      ] {
        client.say(text + "\n")
        #expect(try await client.answer().error?.code == .badRequest, "\(text)")
      }
      client.say(String(repeating: "x", count: 100_000))
      #expect(try await client.answer().error?.code == .tooLong)
      #expect(await client.line() == nil, "it is closed")
      let deep = try RawClient(path)
      deep.say(String(repeating: "[", count: 4000) + "\n")
      #expect(await deep.line()?.contains("bad-request") == true)
      #expect(await live.runner.status().rides.count == 1)
    }
  }

  @Test("who does not read, who says nothing and who comes in crowds keeps nobody out")
  func hostile() async throws {
    var policy = ControlServer.Policy()
    policy.connections = 4
    policy.silence = .seconds(60)
    policy.patience = .seconds(60)
    try await serving(policy) { live, path in
      let watcher = try RawClient(path)
      watcher.say(#"{"request":"watch"}"# + "\n")
      #expect(await watcher.line()?.contains("\"status\"") == true)
      let deaf = try RawClient(path)
      for _ in 0..<200 { deaf.say(#"{"request":"watch"}"# + "\n") }
      let huge = try RawClient(path)
      huge.say(String(repeating: "x", count: 4000))
      let crowd = try (0..<12).map { _ in try RawClient(path) }
      // Each newcomer is answered at once, and so is the one after it.
      for _ in 0..<3 {
        let client = try RawClient(path)
        client.say(#"{"request":"status"}"# + "\n")
        #expect(await client.line()?.contains("\"status\"") == true)
      }
      #expect(await crowd[0].line() == nil, "it made room")
      #expect(await watcher.line()?.contains("\"status\"") == true, "who watches goes last")
      // The ride goes on meanwhile, and the rider is heard.
      let next = try await live.ride(until: 2)
      #expect(next > 0)
      let rider = try RawClient(path)
      rider.say(#"{"request":"done"}"# + "\n")
      #expect(try await rider.answer().taken?.result == .done)
      withExtendedLifetime(crowd) {}
    }
  }

  @Test("who says nothing for too long, half a request included, is left")
  func silent() async throws {
    var policy = ControlServer.Policy()
    policy.silence = .milliseconds(300)
    try await serving(policy) { _, path in
      let (silent, half) = (try RawClient(path), try RawClient(path))
      half.say(#"{"request":"#)
      #expect(await silent.line() == nil)
      #expect(await half.line() == nil)
    }
  }

  @Test("in mid-request nobody has to make room: then it is full")
  func full() {
    let seats = ControlSeats(2)
    guard let one = seats.take(), let other = seats.take() else {
      Issue.record("there is room for two")
      return
    }
    seats.asks(one)
    seats.asks(other)
    #expect(seats.take() == nil)
    seats.isAnswered(other)
    seats.watches(other)
    #expect(seats.take() != nil)
  }

  @Test("a folder of ours that others may look into is closed to them")
  func folder() throws {
    let parent = FileManager.default.temporaryDirectory.appending(path: "al-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: parent) }
    for (name, mode) in [("alight", 0o700), ("mine", 0o755)] {
      let folder = parent.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      chmod(folder.path, 0o755)
      try ControlPath.prepareFolder(of: folder.appending(path: "x.sock").path)
      let found = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
      #expect(found == mode)
    }
  }

  @Test("a client asks through the lock's note, and where nobody answers says so")
  func client() async throws {
    try await serving { live, path in
      let database = URL(filePath: path).deletingLastPathComponent().appending(path: "alight.sqlite")
      #expect(throws: ControlError.noRunner) { _ = try ControlClient(database: database) }
      let holder = RunnerHolder(pid: getpid(), since: Date(), host: "here", control: path)
      let lock = try RunnerLock(database: database, holder: holder)
      let answer = try await ControlClient(database: database).ask(ControlRequest(.status))
      #expect(answer.status?.rides.first?.reminder == live.reminder.id)
      try lock.write(RunnerHolder(pid: 1, since: Date(), host: "here", control: path + "x"))
      await #expect(throws: ControlError.noRunner) {
        _ = try await ControlClient(database: database).ask(ControlRequest(.status))
      }
    }
  }
}
