import Foundation

/// A recording as one channel of samples, nominally between -1 and 1.
public struct WaveFile: Sendable, Hashable {
  public var samples: [Float]
  /// Samples a second.
  public var sampleRate: Double
  /// Length of the whole recording, of which `samples` may be only the beginning.
  public var seconds: Double
  /// Share of the samples at full scale, 0 to 1.
  public var clipped: Double

  /// The rates that are read.
  public static let sampleRates: ClosedRange<Double> = 8_000...192_000

  /// No spoken answer needs more: longer recordings are refused, so that the rest need not be read.
  static let secondsKept = 30.0
  /// `secondsKept` of two channels of 64 bit at 96 kHz.
  static let bytesRead = 48 << 20

  public init(samples: [Float], sampleRate: Double, clipped: Double = 0) {
    self.init(samples: samples, sampleRate: sampleRate, seconds: Double(samples.count) / sampleRate, clipped: clipped)
  }

  init(samples: [Float], sampleRate: Double, seconds: Double, clipped: Double) {
    self.samples = samples
    self.sampleRate = sampleRate
    self.seconds = seconds
    self.clipped = clipped
  }

  /// Reads RIFF/WAVE with PCM of 8 to 32 bit or floats of 32 or 64 bit, of any number of channels.
  ///
  /// Channels are averaged, silent ones left out. Of a long file the first half minute is kept.
  /// - Parameter path: A file, or `-` for standard input.
  /// - Throws: `SpeechError` with the file's name, what is wrong and what to do.
  public init(path: String) throws(SpeechError) {
    let (bytes, size) = try Self.read(path)
    try self.init(bytes: bytes, fileSize: size, named: path == "-" ? "standard input" : path)
  }

  /// Reads a recording that is in memory.
  /// - Parameters:
  ///   - bytes: The file from its beginning.
  ///   - fileSize: Bytes of the whole file, where `bytes` is only the beginning of it.
  ///   - name: What messages call it.
  public init(bytes: [UInt8], fileSize: Int? = nil, named name: String) throws(SpeechError) {
    let layout = try WaveLayout(bytes, fileSize: fileSize ?? bytes.count, named: name)
    self = layout.decode(bytes, maximumSeconds: Self.secondsKept)
  }

  private static func read(_ path: String) throws(SpeechError) -> (bytes: [UInt8], size: Int) {
    let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(name: path, reason: String(cString: strerror(errno)).lowercased()) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .cannotRead(name: path, reason: String(cString: strerror(errno)).lowercased())
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .cannotRead(name: path, reason: "it is a folder") }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    var bytes: [UInt8] = []
    bytes.reserveCapacity(isRegular ? min(bytesRead, Int(status.st_size)) : 1 << 20)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while bytes.count < bytesRead {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .cannotRead(name: path, reason: String(cString: strerror(errno)).lowercased())
      }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    return (bytes, isRegular ? max(bytes.count, Int(status.st_size)) : bytes.count)
  }
}
