import Foundation
import Speech

/// The built program, run as a rider runs it, with data folders of its own.
struct Program {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A moment on which the demonstration network's first line leaves.
  static let now = "2026-12-01T08:00:00+01:00"

  let folder: URL
  var environment: [String: String] = [:]

  struct Outcome {
    var status: Int32
    var output: String
    var talk: String

    /// Standard output as one JSON object.
    var object: [String: Any]? {
      (try? JSONSerialization.jsonObject(with: Data(output.utf8))) as? [String: Any]
    }

    /// Standard output as one JSON object a line; other lines are left out.
    var objects: [[String: Any]] {
      output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  var database: URL { folder.appending(path: "data/alight/alight.sqlite") }

  /// Where the tests were built lies the program that they were built with.
  static var executable: URL {
    let arguments = CommandLine.arguments
    let bundle = arguments.firstIndex(of: "--test-bundle-path").flatMap { place in
      place + 1 < arguments.count ? arguments[place + 1] : nil
    }
    if let bundle {
      let program = URL(filePath: bundle).deletingLastPathComponent().appending(path: "alight")
      if FileManager.default.isExecutableFile(atPath: program.path) { return program }
    }
    return root.appending(path: ".build/debug/alight")
  }

  /// Whether recordings can be heard: by a recogniser that is built in, with its model.
  static var hasSpeechModel: Bool { (try? SpeechModel.find()) != nil }

  static var isBuiltWithRecogniser: Bool {
    #if Voice
    true
    #else
    false
    #endif
  }

  static var readsLiveFeeds: Bool {
    #if Realtime
    true
    #else
    false
    #endif
  }

  /// Whether it was built with all traits of the package.
  static var isWhole: Bool {
    #if Voice && MQTT && Realtime && Page
    true
    #else
    false
    #endif
  }

  func process(_ arguments: [String], executable: URL = Program.executable) -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    var all = ProcessInfo.processInfo.environment
    all["XDG_DATA_HOME"] = folder.appending(path: "data").path
    all["XDG_STATE_HOME"] = folder.appending(path: "state").path
    // The demonstration network and pronunciations are made once for all tests.
    all["XDG_CACHE_HOME"] = FileManager.default.temporaryDirectory.appending(path: "alight-tests-cache").path
    all["ALIGHT_HOME"] = Self.root.path
    all["LANG"] = "C.UTF-8"
    for name in [
      "ALIGHT_DATABASE", "ALIGHT_TIMETABLE", "DBUS_SESSION_BUS_ADDRESS", "LC_ALL", "LC_MESSAGES", "INVOCATION_ID",
      "JOURNAL_STREAM", "NOTIFY_SOCKET",
    ] {
      all[name] = nil
    }
    all.merge(environment) { $1 }
    process.environment = all
    return process
  }

  /// Runs the program to its end.
  func run(_ arguments: [String], input: Data = Data()) throws -> Outcome {
    try run(process(arguments), input: input)
  }

  /// Runs the workshop to its end.
  func runLab(_ arguments: [String]) throws -> Outcome {
    let lab = Self.executable.deletingLastPathComponent().appending(path: "alight-lab")
    return try run(process(arguments, executable: lab), input: Data())
  }

  func run(_ process: Process, input: Data) throws -> Outcome {
    // Files rather than pipes: neither side can block the other, whatever the size.
    let files = try ["in", "out", "err"].map { name in
      let file = folder.appending(path: "\(UUID().uuidString).\(name)")
      try (name == "in" ? input : Data()).write(to: file)
      return file
    }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
      talk: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
  }

  /// Runs the program with lines of text as its standard input.
  func run(_ arguments: String..., lines: String...) throws -> Outcome {
    try run(arguments, input: Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}
