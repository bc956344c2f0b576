import Foundation

/// A room with a microphone and a loudspeaker, and nobody else in it: a PulseAudio daemon without hardware. What is played
/// into `rider` is heard by the microphone `rider.monitor`; what the program says goes to `speaker`.
final class VoiceRoom {
  private let folder: URL
  private let daemon: ChildProgram

  static var isInstalled: Bool {
    ["pulseaudio", "paplay", "parec", "parecord", "espeak-ng"].allSatisfy { name in
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
    }
  }

  /// What a program needs to use this room, and none of the machine's own.
  private(set) var environment: [String: String] = [:]

  init() throws {
    // The path of a socket has at most 107 bytes.
    folder = URL(filePath: "/tmp/alight-room-\(UUID().uuidString.prefix(8))")
    let programs = folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    // A dispatcher that does not answer, whether or not the machine has one.
    let dispatcher = programs.appending(path: "spd-say")
    try Data("#!/bin/sh\nexit 1\n".utf8).write(to: dispatcher)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: dispatcher.path)
    daemon = try ChildProgram(
      "/usr/bin/pulseaudio",
      [
        "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes", "--high-priority=no",
        "--realtime=no", "--load=module-native-protocol-unix socket=\(folder.path)/native auth-anonymous=1",
        "--load=module-null-sink sink_name=speaker rate=22050 channels=1",
        "--load=module-null-sink sink_name=rider rate=16000 channels=1",
      ], environment: ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin"])
    environment = [
      "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PULSE_SERVER": "unix:\(folder.path)/native",
      "PULSE_SINK": "speaker",
      "PATH": "\(programs.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
    ]
    for _ in 0..<100 where daemon.isRunning {
      if try run("pactl", ["info"]) == 0 { return }
      usleep(50_000)
    }
    daemon.send(SIGKILL)
    throw CocoaError(.featureUnsupported)
  }

  /// Ends the sound server as a crash does.
  func crash() {
    daemon.send(SIGKILL)
    daemon.end()
  }

  func cleanUp() {
    crash()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Plays a recording to the microphone, to its end.
  func play(_ file: URL) throws { try run("paplay", ["--device=rider", file.path]) }

  /// Says something to the microphone, by a voice of espeak-ng.
  func say(_ text: String) throws {
    let file = folder.appending(path: "\(UUID().uuidString).wav")
    try run("espeak-ng", ["-v", "en-us", "-s", "150", "-w", file.path, text])
    try play(file)
  }

  /// Records what is played to the loudspeaker, until the recorder is ended.
  func recordSpeaker(into file: URL) throws -> ChildProgram {
    // With little latency the room hears a sound when it is made.
    try start(
      "parecord",
      [
        "--raw", "--format=s16le", "--rate=16000", "--channels=1", "--latency-msec=30", "--device=speaker.monitor",
      ], output: file)
  }

  private func start(_ program: String, _ arguments: [String], output: URL? = nil) throws -> ChildProgram {
    try ChildProgram("/usr/bin/\(program)", arguments, environment: environment, output: output)
  }

  @discardableResult
  private func run(_ program: String, _ arguments: [String]) throws -> Int32 {
    try start(program, arguments).end()
  }
}
