import Foundation

/// Recordings of "by time" as no ordinary recorder writes them, and files that are none, each with what must become of it.
struct OddRecording: Sendable {
  enum Outcome: Sendable {
    /// It is heard as ever.
    case heard
    /// It is read, and refused for this reason.
    case refused(String)
    /// Whatever is said of it, nothing is taken.
    case notTaken
    /// It cannot be used, for this reason: exit code 65.
    case bad(String)
  }

  var name: String
  var outcome: Outcome
  var bytes: [UInt8]

  private init(_ name: String, _ outcome: Outcome, _ bytes: [UInt8]) {
    (self.name, self.outcome, self.bytes) = (name, outcome, bytes)
  }

  /// All of them.
  /// - Parameter speech: samples of "by time" at 16 kHz, between -1 and 1.
  static func all(of speech: [Double]) -> [OddRecording] {
    encodings(speech) + layouts(speech) + cut(speech) + lies(speech) + sounds(speech) + otherFiles
  }

  /// Samples at another rate, by straight lines between them: good enough for what is spoken.
  private static func resampled(_ samples: [Double], to rate: Int) -> [Double] {
    (0..<samples.count * rate / 16_000).map { index in
      let place = Double(index) * 16_000 / Double(rate)
      let next = min(samples.count - 1, Int(place) + 1)
      return samples[Int(place)] + (samples[next] - samples[Int(place)]) * (place - Double(Int(place)))
    }
  }

  // MARK: - Good in an unusual way

  private static func encodings(_ speech: [Double]) -> [OddRecording] {
    let narrow = resampled(speech, to: 8_000)
    return [
      .init("pcm8", .heard, WaveWriter(bits: 8).file(speech)),
      .init("pcm8-8k", .heard, WaveWriter(rate: 8_000, bits: 8).file(narrow)),
      .init("pcm24", .heard, WaveWriter(bits: 24).file(speech)),
      .init("pcm32", .heard, WaveWriter(bits: 32).file(speech)),
      .init("pcm24-in-32", .heard, WaveWriter(bits: 24, blockSize: 4).file(speech)),
      .init("pcm24-in-32-extensible", .heard, WaveWriter(bits: 32, validBits: 24).file(speech)),
      .init("extensible16", .heard, WaveWriter(validBits: 16).file(speech)),
      .init("float32", .heard, WaveWriter(codec: 3, bits: 32).file(speech)),
      .init("float32-scaled-as-integers", .heard, WaveWriter(codec: 3, bits: 32).file(speech.map { $0 * 32_768 })),
      .init("float64", .heard, WaveWriter(codec: 3, bits: 64).file(speech)),
      .init(
        "float64-stereo-96k", .heard,
        WaveWriter(codec: 3, channels: 2, rate: 96_000, bits: 64).file(resampled(speech, to: 96_000))),
      .init("pcm16-192k", .heard, WaveWriter(rate: 192_000).file(resampled(speech, to: 192_000))),
      .init("pcm16-11k", .heard, WaveWriter(rate: 11_025).file(resampled(speech, to: 11_025))),
      .init("pcm16-44101", .heard, WaveWriter(rate: 44_101).file(resampled(speech, to: 44_101))),
      .init("a-law", .heard, WaveWriter(codec: 6, rate: 8_000, bits: 8).file(narrow)),
      .init("mu-law", .heard, WaveWriter(codec: 7, rate: 8_000, bits: 8).file(narrow)),
      .init("six-channels", .heard, WaveWriter(channels: 6).file(speech)),
      .init("one-silent-channel", .heard, WaveWriter(channels: 2).file(speech) { $0 == 0 ? $1 : 0 }),
      .init("opposite-channels", .heard, WaveWriter(channels: 2).file(speech) { $0 == 0 ? $1 : -$1 }),
      .init("one-channel-of-offset", .heard, WaveWriter(channels: 2).file(speech) { $0 == 0 ? $1 : 0.7 }),
    ]
  }

  private static func layouts(_ speech: [Double]) -> [OddRecording] {
    let writer = WaveWriter()
    let body = writer.data(speech)
    let data = WaveWriter.chunk("data", body)
    let list = WaveWriter.chunk("LIST", Array("INFOISFT odd".utf8) + [0])
    let bare = Array(list.dropLast())
    func riff(_ chunks: [UInt8]...) -> [UInt8] { WaveWriter.riff(chunks) }
    let long = WaveWriter.chunk(
      "ds64", WaveWriter.number(0, 8) + WaveWriter.number(body.count, 8) + WaveWriter.number(0, 12))
    // Noise after the sound, which is none of it.
    let ballast = WaveWriter.chunk("JUNK", (0..<64_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) })
    return [
      .init("list-before", .heard, riff(list, writer.format, list, data)),
      .init("list-after", .heard, riff(writer.format, data, list)),
      .init("data-first", .heard, riff(data, writer.format)),
      .init("odd-chunk-without-padding", .heard, riff(writer.format, bare, data)),
      .init("size-0", .heard, riff(writer.format, WaveWriter.chunk("data", body, size: 0))),
      .init("size-ffffffff", .heard, riff(writer.format, WaveWriter.chunk("data", body, size: 0xFFFF_FFFF))),
      .init("size-beyond-end", .heard, riff(writer.format, WaveWriter.chunk("data", body, size: body.count + 9_999))),
      .init(
        "riff-size-0", .heard, Array(writer.file(speech).prefix(4) + [0, 0, 0, 0] + writer.file(speech).dropFirst(8))),
      .init(
        "rf64", .heard,
        WaveWriter.riff(
          [long, writer.format, WaveWriter.chunk("data", body, size: 0xFFFF_FFFF), ballast], magic: "RF64")),
      .init("byte-after-end", .heard, writer.file(speech) + [7]),
      .init("header-twice", .heard, riff(writer.format, WaveWriter(rate: 48_000).format, data)),
      .init("block-size-of-a-liar", .heard, riff(WaveWriter(blockSize: 4, byteRate: 32_000).format, data)),
      .init("block-size-0", .heard, riff(WaveWriter(blockSize: 0, byteRate: 0).format, data)),
    ]
  }

  // MARK: - Broken

  private static func cut(_ speech: [Double]) -> [OddRecording] {
    let whole = WaveWriter().file(speech)
    let reasons: [(Int, Outcome)] = [
      (0, .bad("it is empty")), (1, .bad("ends after 1 bytes")), (4, .bad("ends after 4 bytes")),
      (11, .bad("ends after 11 bytes")), (12, .bad("no format chunk")), (19, .bad("no format chunk")),
      (20, .bad("no data chunk")), (35, .bad("no data chunk")), (43, .bad("no data chunk")),
      (44, .refused("it has no samples")), (45, .refused("it has no samples")), (46, .refused("silent")),
      (1_000, .refused("silent")), (whole.count / 10, .notTaken), (whole.count - 1, .heard),
    ]
    return reasons.map { length, outcome in .init("cut-at-\(length)", outcome, Array(whole.prefix(length))) }
  }

  private static func lies(_ speech: [Double]) -> [OddRecording] {
    let body = WaveWriter().data(speech)
    let data = WaveWriter.chunk("data", body)
    func with(_ format: WaveWriter) -> [UInt8] { WaveWriter.riff([format.format, data]) }
    let notNumbers = speech.enumerated().map { $0 % 3 == 0 ? $1 : $0 % 3 == 1 ? Double.nan : .infinity }
    let few = speech.enumerated().map { $0 % 500 == 0 ? Double.nan : $1 }
    return [
      .init("no-format", .bad("no format chunk"), WaveWriter.riff([data])),
      .init("no-data", .bad("no data chunk"), WaveWriter.riff([WaveWriter().format])),
      .init(
        "short-format", .bad("format chunk has 8 bytes"),
        WaveWriter.riff([
          WaveWriter.chunk("fmt ", [1, 0, 1, 0, 0x80, 0x3E, 0, 0]), data,
        ])),
      .init(
        "chunk-beyond-end", .bad("\"LIST\" says that it is longer"),
        WaveWriter.riff([
          WaveWriter().format, WaveWriter.chunk("LIST", [1, 2], size: 0x7FFF_FFFF), data,
        ])),
      .init("rate-0", .bad("no samples a second"), with(WaveWriter(rate: 0))),
      .init("rate-4000", .bad("4000 samples a second"), with(WaveWriter(rate: 4_000))),
      .init("rate-4-million", .bad("4000000 samples a second"), with(WaveWriter(rate: 4_000_000))),
      .init("no-channels", .bad("no channels"), with(WaveWriter(channels: 0))),
      .init("65535-channels", .refused("it has no samples"), with(WaveWriter(channels: 65_535, bits: 8))),
      .init("48-bits", .bad("48 bits a sample"), with(WaveWriter(bits: 48))),
      .init("float16", .bad("16 bits a sample"), with(WaveWriter(codec: 3, bits: 16))),
      .init("mp3-in-wav", .bad("compressed (MP3)"), with(WaveWriter(codec: 0x55))),
      .init("adpcm-in-wav", .bad("compressed (IMA ADPCM)"), with(WaveWriter(codec: 0x11, bits: 4))),
      .init("unknown-codec", .bad("compressed (format 4660)"), with(WaveWriter(codec: 0x1234))),
      .init("mostly-nan", .bad("% of its samples are no numbers"), WaveWriter(codec: 3, bits: 32).file(notNumbers)),
      .init("some-nan", .notTaken, WaveWriter(codec: 3, bits: 64).file(few)),
      .init("empty-data", .refused("it has no samples"), WaveWriter().file([])),
    ]
  }

  // MARK: - Sound that is no answer

  private static func sounds(_ speech: [Double]) -> [OddRecording] {
    let writer = WaveWriter()
    var state: UInt64 = 1
    func noise() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 23) - 1
    }
    func tone(_ frequency: Double, _ index: Int) -> Double { sin(2 * .pi * frequency * Double(index) / 16_000) }
    let second = 0..<16_000
    let white = (0..<32_000).map { _ in noise() * 0.3 }
    let chords = (0..<64_000).map { index -> Double in
      let root = [220.0, 174.6, 261.6, 196][index / 8_000 % 4]
      let sound = [1.0, 1.26, 1.5, 2].reduce(0) { $0 + tone(root * $1, index) }
      return 0.15 * sound * exp(-Double(index % 8_000) / 4_000)
    }
    let loudest = speech.map(abs).max() ?? 1
    return [
      .init("digital-zero", .refused("every sample is 0"), writer.file(second.map { _ in 0 })),
      .init("silence", .refused("silent: peak -6"), writer.file(second.map { _ in noise() * 0.001 })),
      .init("very-quiet", .refused("silent: peak -5"), writer.file(speech.map { $0 * 0.0018 / loudest })),
      .init("quiet", .heard, WaveWriter(bits: 24).file(speech.map { $0 * 0.01 / loudest })),
      .init("offset-alone", .refused("silent"), writer.file(second.map { _ in 0.8 })),
      .init("offset", .heard, writer.file(speech.map { $0 * 0.5 + 0.4 })),
      .init("hum", .refused("steady noise"), writer.file(second.map { 0.4 * tone(50, $0) })),
      .init("white-noise", .refused("steady noise"), writer.file(white)),
      .init("click", .refused("only"), writer.file(second.map { $0 == 8_000 ? 0.9 : 0 })),
      .init("music", .notTaken, writer.file(chords)),
      .init("clipped", .notTaken, writer.file(speech.map { max(-1, min(1, $0 * 12 / loudest)) })),
      .init("backwards", .notTaken, writer.file(speech.reversed())),
      .init("21-seconds", .refused("is 21 s long"), writer.file((0..<21 * 16_000).map { speech[$0 % speech.count] })),
    ]
  }

  // MARK: - No WAV recordings at all

  private static let otherFiles: [OddRecording] = {
    func text(_ words: String) -> [UInt8] { Array(words.utf8) + [UInt8](repeating: 0, count: 200) }
    return [
      .init("text", .bad("it is a text"), Array("Linz Hauptbahnhof\nis no recording\n".utf8)),
      .init("tagged-mp3", .bad("it is an MP3 file"), text("ID3\u{4}\u{0}\u{0}")),
      .init("bare-mp3", .bad("it is an MP3 file"), [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 400)),
      .init("m4a", .bad("it is an MP4 or M4A file"), text("\u{0}\u{0}\u{0} ftypM4A ")),
      .init("webm", .bad("it is a WebM or Matroska file"), [0x1A, 0x45, 0xDF, 0xA3] + text("")),
      .init("big-endian", .bad("big-endian"), text("RIFX\u{0}\u{0}\u{0}\u{10}WAVE")),
      .init("video", .bad("its RIFF type is not WAVE"), text("RIFF\u{10}\u{0}\u{0}\u{0}AVI ")),
      .init("zeros", .bad("does not begin with RIFF"), [UInt8](repeating: 0, count: 64_000)),
    ]
  }()
}
