import Foundation

/// What is heard in a room, from the moment on at which this was made.
final class SpeakerRecording {
  /// One sound, with nothing but silence for a second before and after it. Tenths of a second are counted from the beginning.
  struct Sound {
    var tenths: Range<Int>
    /// The root mean square of its loudest tenth, of 32 768 at full scale.
    var loudness: Double
  }

  /// What is softer is silence, by root mean square.
  static let silence = 100.0

  private let file: URL
  private let recorder: ChildProgram
  /// What was measured so far: a test that listens all the time must not read all of it each time.
  private var tenths: [Double] = []

  init(_ room: VoiceRoom, into file: URL) throws {
    self.file = file
    recorder = try room.recordSpeaker(into: file)
    // Silence comes first: whoever records hears the very beginning.
    for _ in 0..<100 {
      if try loudness().count > 1 { break }
      usleep(50_000)
    }
  }

  func end() {
    recorder.send(SIGTERM)
    recorder.end()
  }

  /// How loud each tenth of a second is, as a root mean square.
  func loudness() throws -> [Double] {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let size = 3200
    try handle.seek(toOffset: UInt64(tenths.count * size))
    let bytes = Array(try handle.readToEnd() ?? Data())
    tenths += stride(from: 0, through: bytes.count - size, by: size).map { start in
      let power = stride(from: start, to: start + size, by: 2).reduce(0.0) { sum, place in
        let sample = Double(Int16(bitPattern: UInt16(bytes[place + 1]) << 8 | UInt16(bytes[place])))
        return sum + sample * sample
      }
      return (power / Double(size / 2)).squareRoot()
    }
    return tenths
  }

  /// All that was heard so far, sound by sound.
  func sounds() throws -> [Sound] {
    let loudness = try loudness()
    var ranges: [Range<Int>] = []
    for tenth in loudness.indices where loudness[tenth] > Self.silence {
      if let last = ranges.last, tenth - last.upperBound < 10 {
        ranges[ranges.count - 1] = last.lowerBound..<tenth + 1
      } else {
        ranges.append(tenth..<tenth + 1)
      }
    }
    return ranges.map { Sound(tenths: $0, loudness: loudness[$0].max() ?? 0) }
  }
}
