import Foundation
import Testing

@testable import Speech

/// Sound made of pieces, at 16 kHz.
struct Sound {
  var samples: [Int16] = []
  private var noise = WhiteNoise(rootMeanSquare: 1)

  /// Hiss at a root mean square, of full scale.
  mutating func hiss(_ seconds: Double, level: Float) {
    samples += (0..<Int(seconds * 16_000)).map { _ in Int16(noise.next() * level * 32_767) }
  }

  /// Something like vowels: a buzz that swells and fades four times a second, over the hiss.
  mutating func voice(_ seconds: Double, level: Float, over hiss: Float = 0) {
    samples += (0..<Int(seconds * 16_000)).map { index in
      let time = Float(index) / 16_000
      let swell = 0.6 + 0.4 * sin(2 * .pi * 4 * time)
      let buzz = sin(2 * .pi * 140 * time) + 0.5 * sin(2 * .pi * 700 * time)
      return Int16(max(-1, min(1, buzz * swell * level * 1.3 + noise.next() * hiss)) * 32_767)
    }
  }

  /// Fed as a recorder delivers it, in odd pieces: the events and the seconds at which they came.
  func events(of endpointer: inout LiveEndpointer) -> [(event: LiveEndpointer.Event, seconds: Double)] {
    var events: [(LiveEndpointer.Event, Double)] = []
    for start in stride(from: 0, to: samples.count, by: 487) {
      let end = min(samples.count, start + 487)
      if let event = endpointer.feed(Array(samples[start..<end])) { events.append((event, Double(end) / 16_000)) }
      if events.last.map({ $0.0 != .began }) ?? false { break }
    }
    return events
  }
}

@Suite("Where an answer begins and ends")
struct LiveEndpointerTests {
  @Test("is found over any background", arguments: [Float(0), 0.0005, 0.003, 0.01])
  func background(level: Float) {
    var sound = Sound()
    sound.hiss(1.5, level: level)
    sound.voice(1.2, level: 0.15, over: level)
    sound.hiss(2, level: level)
    var endpointer = LiveEndpointer()
    let events = sound.events(of: &endpointer)
    #expect(events.map(\.event) == [.began, .ended])
    #expect(abs((events.first?.seconds ?? 0) - 1.55) < 0.1)
    #expect(abs((events.last?.seconds ?? 0) - 3.5) < 0.15)
    // All of the speech, with a little before and the silence that ended it.
    #expect((2.0...2.9).contains(endpointer.recording.seconds))
  }

  @Test("a pause within an answer does not end it")
  func pause() {
    var sound = Sound()
    sound.hiss(0.5, level: 0.001)
    sound.voice(0.3, level: 0.1)
    sound.hiss(0.55, level: 0.001)
    sound.voice(0.8, level: 0.1)
    sound.hiss(1.5, level: 0.001)
    var endpointer = LiveEndpointer()
    let events = sound.events(of: &endpointer)
    #expect(events.map(\.event) == [.began, .ended])
    #expect((events.last?.seconds ?? 0) > 2.8)
  }

  @Test("who speaks from the first moment on is heard from there")
  func atOnce() {
    var sound = Sound()
    sound.voice(1, level: 0.15, over: 0.001)
    sound.hiss(1.5, level: 0.001)
    var endpointer = LiveEndpointer()
    #expect(sound.events(of: &endpointer).map(\.event) == [.began, .ended])
    #expect(endpointer.recording.seconds > 1.7)
  }

  @Test("clicks and knocks are no answers; silence is no input after the time given")
  func noInput() {
    var sound = Sound()
    sound.hiss(1, level: 0.001)
    sound.voice(0.02, level: 0.5)
    sound.hiss(1, level: 0.001)
    sound.voice(0.08, level: 0.5)
    sound.hiss(3, level: 0.001)
    var endpointer = LiveEndpointer(policy: .init(noInput: 4))
    let events = sound.events(of: &endpointer)
    #expect(events.last?.event == .noInput)
    #expect(abs((events.last?.seconds ?? 0) - 4) < 0.1)
    #expect(!events.contains { $0.event == .ended })
  }

  @Test("what never ends is cut off")
  func tooLong() {
    var sound = Sound()
    sound.hiss(0.5, level: 0.001)
    sound.voice(20, level: 0.2)
    var endpointer = LiveEndpointer()
    let events = sound.events(of: &endpointer)
    #expect(events.map(\.event) == [.began, .tooLong])
    #expect((15.0...16.0).contains(endpointer.recording.seconds))
  }

  @Test("an engine that starts is followed as background")
  func engine() {
    var sound = Sound()
    sound.hiss(1, level: 0.001)
    sound.hiss(6, level: 0.012)
    var endpointer = LiveEndpointer(policy: .init(noInput: 30))
    _ = sound.events(of: &endpointer)
    sound = Sound()
    sound.hiss(4, level: 0.012)
    sound.voice(1, level: 0.2, over: 0.012)
    sound.hiss(3, level: 0.012)
    endpointer = LiveEndpointer()
    #expect(sound.events(of: &endpointer).map(\.event) == [.began, .ended])
  }
}

@Suite("Speaking over a prompt")
struct BargeInTests {
  /// A prompt with a soft beginning and a loud end.
  private let prompt = PromptLoudness(
    frames: [Float](repeating: 0, count: 20) + [Float](repeating: 0.08, count: 150)
      + [Float](repeating: 0.16, count: 150))

  private func echo(_ gain: Float, seconds: Double = 3.2) -> Sound {
    var sound = Sound()
    for frame in prompt.frames.prefix(Int(seconds * 100)) { sound.hiss(0.01, level: max(0.0005, frame * gain)) }
    return sound
  }

  @Test("the prompt's own echo never interrupts it", arguments: [Float(0), 0.02, 0.3, 1])
  func echoAlone(gain: Float) {
    var bargeIn = BargeIn(prompt: prompt)
    let isInterrupted = bargeIn.feed(echo(gain).samples)
    #expect(!isInterrupted)
  }

  @Test("a voice well above it does", arguments: [Float(0), 0.02, 0.2])
  func voice(gain: Float) {
    var bargeIn = BargeIn(prompt: prompt)
    var sound = echo(gain, seconds: 1.2)
    let isInterruptedByEcho = bargeIn.feed(sound.samples)
    #expect(!isInterruptedByEcho)
    // It swells as voices do.
    sound = Sound()
    for step in 1...20 { sound.hiss(0.01, level: 0.25 * Float(step) / 20) }
    sound.voice(0.5, level: 0.25)
    let isInterrupted = bargeIn.feed(sound.samples)
    #expect(isInterrupted)
  }
}
