import Foundation

/// The bytes of a recording as far as an answer needs them, from a file, a pipe or standard input.
struct RecordingBytes {
  /// From the beginning on.
  private(set) var bytes: [UInt8] = []
  /// Bytes of the whole; nil where nobody knows, as of a pipe that holds more than was read.
  private(set) var size: Int?

  /// How much is looked through for the header.
  private static let header = 48 << 20
  /// How much is read at most: half a minute of six channels of 64 bit at 192 kHz.
  private static let most = 288 << 20
  /// How long a pipe may keep the reader waiting, in milliseconds.
  private static let patience: Int32 = 10_000

  private let descriptor: Int32
  private let name: String

  /// Reads a file, or standard input for `-`.
  ///
  /// What is no WAV file is told after its first bytes, so that a device without an end does no harm.
  /// - Parameter seconds: How much sound is read.
  /// - Throws: `SpeechError` with the name and the reason.
  init(path: String, seconds: Double) throws(SpeechError) {
    let isInput = path == "-"
    name = isInput ? "standard input" : path
    // Without blocking: opening a named pipe would otherwise wait for a writer for ever.
    descriptor = isInput ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .cannotRead(name: name, reason: Self.reason()) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .cannotRead(name: name, reason: Self.reason()) }
    if status.st_mode & S_IFMT == S_IFDIR { throw .cannotRead(name: name, reason: "it is a folder") }
    // Until somebody writes to it, a named pipe looks as if it had ended.
    if !isInput, status.st_mode & S_IFMT == S_IFIFO { try wait() }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    let isWhole = try readWave(seconds)
    size = isRegular ? max(bytes.count, Int(status.st_size)) : isWhole ? bytes.count : nil
  }

  /// - Returns: Whether the end was reached.
  private mutating func readWave(_ seconds: Double) throws(SpeechError) -> Bool {
    guard try !fill(12) else {
      try WaveLayout.check(bytes, named: name)
      return true
    }
    try WaveLayout.check(bytes, named: name)
    if try fill(1 << 18) { return true }
    if WaveLayout.needed(bytes, seconds: seconds) == nil, try fill(Self.header) { return true }
    // A header that cannot be read is told by the layout.
    guard let needed = WaveLayout.needed(bytes, seconds: seconds) else { return false }
    return try fill(min(needed, Self.most))
  }

  /// Reads on until there are so many bytes.
  /// - Returns: Whether the end came before that.
  private mutating func fill(_ count: Int) throws(SpeechError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: min(1 << 18, max(0, count - bytes.count)))
    while bytes.count < count {
      let wanted = min(buffer.count, count - bytes.count)
      let got = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, wanted) }
      if got == 0 { return true }
      if got > 0 {
        bytes.append(contentsOf: buffer[..<got])
      } else if errno == EAGAIN {
        try wait()
      } else if errno != EINTR {
        throw .cannotRead(name: name, reason: Self.reason())
      }
    }
    return false
  }

  private func wait() throws(SpeechError) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let outcome = poll(&request, 1, Self.patience)
    if outcome == 0 { throw .cannotRead(name: name, reason: "nothing came from it in \(Self.patience / 1000) s") }
    if outcome < 0, errno != EINTR { throw .cannotRead(name: name, reason: Self.reason()) }
  }

  private static func reason() -> String { String(cString: strerror(errno)).lowercased() }
}
