import Foundation

/// A text as a synthetic voice says it.
struct SpokenText {
  let text: String

  init(_ text: String) { self.text = text }

  /// Whether there are a voice and ears.
  static let canBeHeard =
    Program.hasSpeechModel && FileManager.default.isExecutableFile(atPath: "/usr/bin/espeak-ng")

  /// - Returns: The recording.
  func write(to folder: URL, as name: String) throws -> URL {
    let file = folder.appending(path: "\(name).wav")
    let voice = Process()
    voice.executableURL = URL(filePath: "/usr/bin/espeak-ng")
    voice.arguments = ["-v", "en-us", "-s", "150", "-w", file.path, text]
    try voice.run()
    voice.waitUntilExit()
    return file
  }
}
