import Foundation
import Testing

@testable import Speech

@Suite("A WAV file")
struct WaveFileTests {
  private let tone = Recordings.tone(440, rate: 16_000, count: 1600)

  private func read(_ bytes: [UInt8], size: Int? = nil) throws -> WaveFile {
    try WaveFile(bytes: bytes, fileSize: size, named: "a.wav")
  }

  private func expectTone(_ wave: WaveFile, within tolerance: Float, sourceLocation: SourceLocation = #_sourceLocation)
  {
    #expect(wave.samples.count == tone.count, sourceLocation: sourceLocation)
    let error = zip(wave.samples, tone).map { abs($0 - $1) }.max() ?? 1
    #expect(error <= tolerance, sourceLocation: sourceLocation)
  }

  @Test("is read alike in every integer and float format")
  func formats() throws {
    let eight = tone.map { UInt8(Int(($0 * 127).rounded()) + 128) }
    expectTone(try read(Recordings.riff(Recordings.format(bits: 8), Recordings.chunk("data", eight))), within: 0.02)
    expectTone(
      try read(Recordings.riff(Recordings.format(), Recordings.chunk("data", Recordings.pcm16(tone)))), within: 0.0001)
    for bits in [24, 32] {
      let scale = Float(1 << (bits - 1)) - 128
      let body = tone.flatMap { Recordings.bytes(Int($0 * scale), bits / 8) }
      expectTone(
        try read(Recordings.riff(Recordings.format(bits: bits), Recordings.chunk("data", body))), within: 0.0001)
    }
    let float = tone.flatMap { Recordings.bytes(Int($0.bitPattern), 4) }
    expectTone(
      try read(Recordings.riff(Recordings.format(codec: 3, bits: 32), Recordings.chunk("data", float))), within: 0)
    let double = tone.flatMap { Recordings.bytes(Int(bitPattern: UInt(Double($0).bitPattern)), 8) }
    expectTone(
      try read(Recordings.riff(Recordings.format(codec: 3, bits: 64), Recordings.chunk("data", double))), within: 0)
  }

  @Test("with an extensible header is read by its subformat")
  func extensible() throws {
    let float = tone.flatMap { Recordings.bytes(Int($0.bitPattern), 4) }
    var format = Recordings.bytes(0xFFFE, 2) + Recordings.bytes(1, 2) + Recordings.bytes(16_000, 4)
    format += Recordings.bytes(64_000, 4) + Recordings.bytes(4, 2) + Recordings.bytes(32, 2) + Recordings.bytes(22, 2)
    format +=
      Recordings.bytes(32, 2) + Recordings.bytes(4, 4) + Recordings.bytes(3, 2) + [UInt8](repeating: 0, count: 14)
    expectTone(try read(Recordings.riff(Recordings.chunk("fmt ", format), Recordings.chunk("data", float))), within: 0)
  }

  @Test("keeps its level when one channel is silent, and when two have opposite polarity")
  func channels() throws {
    let half = tone.flatMap { Recordings.pcm16([$0, 0]) }
    expectTone(
      try read(Recordings.riff(Recordings.format(channels: 2), Recordings.chunk("data", half))), within: 0.0001)
    let opposite = tone.flatMap { Recordings.pcm16([$0, -$0]) }
    let mixed = try read(Recordings.riff(Recordings.format(channels: 2), Recordings.chunk("data", opposite)))
    #expect((mixed.samples.map { abs($0) }.max() ?? 0) > 0.4)
  }

  @Test("is read when chunks come in another order, without padding, or with sizes of an open stream")
  func sloppyWriters() throws {
    let data = Recordings.pcm16(tone)
    let list = Recordings.chunk("LIST", Array("odd".utf8))
    expectTone(try read(Recordings.riff(list, Recordings.chunk("data", data), Recordings.format())), within: 0.0001)
    let unpadded = Recordings.chunk("LIST", Array("odd".utf8), padded: false)
    expectTone(try read(Recordings.riff(unpadded, Recordings.format(), Recordings.chunk("data", data))), within: 0.0001)
    for size in [0, 0xFFFF_FFFF, data.count + 1000] {
      expectTone(
        try read(Recordings.riff(Recordings.format(), Recordings.chunk("data", data, size: size))), within: 0.0001)
    }
  }

  @Test("that is no recording is refused with its name and a reason")
  func refused() throws {
    let data = Recordings.chunk("data", Recordings.pcm16(tone))
    let cases: [([UInt8], String)] = [
      ([], "empty"), (Array("hello, this is a text".utf8), "it is a text"), (Array("RIFF".utf8), "ends after"),
      (Recordings.riff(Recordings.format()), "no data chunk"), (Recordings.riff(data), "no format chunk"),
      (Recordings.riff(Recordings.format(codec: 85), data), "compressed"),
      (Recordings.riff(Recordings.format(channels: 0), data), "no channels"),
      (Recordings.riff(Recordings.format(rate: 4_000_000), data), "samples a second"),
      (Recordings.riff(Recordings.format(bits: 64), data), "64 bits"),
    ]
    for (bytes, reason) in cases {
      let error = #expect(throws: SpeechError.self) { _ = try read(bytes) }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "") lacks \(reason)")
      #expect(error?.description.contains("a.wav") == true)
    }
  }

  @Test("cut at any byte or with any byte changed never ends the program")
  func damaged() throws {
    let whole = Recordings.riff(
      Recordings.format(channels: 2), Recordings.chunk("data", Recordings.pcm16(Array(tone.prefix(40)))))
    for length in whole.indices { _ = try? read(Array(whole[..<length])) }
    for index in whole.indices {
      for value: UInt8 in [0, 1, 127, 255] {
        var changed = whole
        changed[index] = value
        if let wave = try? read(changed) { #expect(!wave.samples.contains { !$0.isFinite }) }
      }
    }
  }

  @Test("that does not exist, or is a folder, is told as such")
  func unreadable() {
    #expect(throws: SpeechError.cannotRead(name: "/no/such.wav", reason: "no such file or directory")) {
      try WaveFile(path: "/no/such.wav")
    }
    #expect(throws: SpeechError.cannotRead(name: "/", reason: "it is a folder")) { try WaveFile(path: "/") }
  }

  @Test("of many minutes tells its length but keeps only its beginning")
  func long() throws {
    let data = Recordings.pcm16(tone)
    let wave = try read(
      Recordings.riff(Recordings.format(), Recordings.chunk("data", data, size: 32_000 * 600)), size: 32_000 * 600 + 44)
    #expect(abs(wave.seconds - 600) < 1)
    #expect(wave.samples.count == tone.count)
  }

  @Test("of a real recorder sounds the same in five encodings", .enabled(if: Recordings.hasReal))
  func realFormats() throws {
    func samples(_ name: String) throws -> [Float] {
      try WaveFile(path: Recordings.real.appending(path: "formats/audio-\(name)-44100Hz.wav").path).samples
    }
    let reference = try samples("mono-16-bit")
    for name in ["mono-24-bit", "mono-32-bit", "stereo-16-bit", "mono-8-bit"] {
      let other = try samples(name)
      #expect(other.count == reference.count)
      let error = zip(other, reference).map { abs($0 - $1) }.max() ?? 1
      #expect(error < (name == "mono-8-bit" ? 0.02 : 0.001), "\(name) differs by \(error)")
    }
  }
}
