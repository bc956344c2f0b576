import ArgumentParser
import Foundation

/// `alight-lab bench-typing`: how long the wizard takes to answer a key while a stop is typed at a terminal.
struct BenchTyping: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-typing", abstract: "Measure how fast the list of stops follows what is typed.",
    discussion: """
      Makes a timetable of all stops, starts the built program at a terminal of its own and types real queries letter by \
      letter. The time goes from the key to the first byte of the list that is drawn for it.
      """)

  @Option(help: "A folder with stations_*.tsv and stations_queries.tsv; where it is missing stops are invented.")
  var stations = "../shared/data/stations"

  @Option(help: "How many stops to invent.")
  var stops = 74_000

  @Option(help: "How many names to type.")
  var sample = 200

  @Option(help: "Where the random numbers begin that draw the sample.")
  var seed: UInt64 = 1

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-typing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let set =
      try BenchSet(folder: URL(filePath: stations)) ?? BenchSet(inventing: stops, queries: sample, into: folder)
    try BenchFeed(set.stops).write(into: folder.appending(path: "feed"))
    let timetable = folder.appending(path: "timetable.sqlite").path
    try await LabProgram.alight.run(["feed", "import", folder.appending(path: "feed").path, "--timetable", timetable])
    let terminal = try TypedTerminal(
      program: LabProgram.alight.name,
      ["new", "--timetable", timetable, "--database", folder.appending(path: "alight.sqlite").path])
    defer { terminal.end() }
    try terminal.awaitList()
    var times: [Double] = []
    for query in set.sample(sample, seed: seed) {
      for character in query.text {
        times.append(try terminal.answer(to: Array(String(character).utf8), within: 10) / 1000)
      }
      _ = try terminal.answer(to: [0x15], within: 10)
    }
    let timings = Timings(times)
    let figures = [timings.median, timings.p95, timings.p99, timings.microseconds.last ?? .nan]
      .map { String(format: "%.1f", $0) }
    print("\(set.name): \(set.stops.count) stops, \(times.count) keys, milliseconds to answer a key")
    print("median \(figures[0])  p95 \(figures[1])  p99 \(figures[2])  most \(figures[3])")
  }
}

/// A program at a terminal of its own, typed to.
final class TypedTerminal {
  private let near: Int32
  private let process = Process()

  init(program: String, _ arguments: [String]) throws {
    // The calls for this are not in the C library's module: these are what they do.
    near = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number) = (Int32(0), UInt32(0))
    let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
    guard near >= 0, ioctl(near, setLock, &locked) == 0, ioctl(near, getNumber, &number) == 0 else {
      throw ValidationError("this machine gives no terminal")
    }
    let far = FileHandle(
      fileDescriptor: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC), closeOnDealloc: true)
    var size = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(near, UInt(TIOCSWINSZ), &size)
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    process.environment?["ACCESSIBLE"] = nil
    (process.standardInput, process.standardOutput, process.standardError) = (far, far, far)
    try process.run()
  }

  /// Waits until the program takes single keys, which it says by asking for pastes in brackets, and has drawn its list.
  /// - Throws: `ValidationError` where it ends before.
  func awaitList() throws {
    var seen = ""
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !seen.contains("\u{1B}[?2004h") {
      var file = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
      // This process holds the terminal open as well, so that its end is no end of what can be read.
      let ready = poll(&file, 1, 200)
      if ready == 0, process.isRunning { continue }
      let count = ready > 0 ? read(near, &buffer, buffer.count) : 0
      guard count > 0 else { throw ValidationError("the program ends before it asks: \(seen)") }
      seen += String(decoding: buffer[..<count], as: UTF8.self)
    }
    // The list comes at once.
    usleep(500_000)
    var file = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
    while poll(&file, 1, 0) > 0 { _ = read(near, &buffer, buffer.count) }
  }

  /// Types bytes and waits for what they make the program write.
  /// - Returns: microseconds to the first byte of that.
  /// - Throws: `ValidationError` where nothing comes within so many seconds.
  func answer(to bytes: [UInt8], within seconds: Int) throws -> Double {
    let start = ContinuousClock.now
    _ = bytes.withUnsafeBytes { write(near, $0.baseAddress, $0.count) }
    var time: Double?
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var file = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
      // A frame is one piece; nothing follows it.
      let ready = poll(&file, 1, time == nil ? Int32(seconds * 1000) : 2)
      if ready > 0, read(near, &buffer, buffer.count) > 0 {
        time = time ?? start.duration(to: .now) / .microseconds(1)
      } else if let time {
        return time
      } else {
        throw ValidationError("the program does not answer")
      }
    }
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
    close(near)
  }
}
