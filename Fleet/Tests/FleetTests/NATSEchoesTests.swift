import Foundation
import Synchronization
import Testing

@testable import FleetNATS

@Suite("How late a worker hears phones") struct NATSEchoesTests {
  private final class Clock: Sendable {
    let now = Mutex(0.0)
  }

  private let clock: Clock
  private let echoes: NATSEchoes

  init() {
    let clock = Clock()
    self.clock = clock
    echoes = NATSEchoes { clock.now.withLock(\.self) }
  }

  private func at(_ seconds: Double) -> NATSEchoes {
    clock.now.withLock { $0 = seconds }
    return echoes
  }

  private func send(_ seconds: Double) -> (own: Data, other: Data) {
    let words = at(seconds).next()
    return (words[.own] ?? Data(), words[.other] ?? Data())
  }

  @Test("It is as late as the last word that came back, or as the first that did not while others came")
  func delay() {
    let first = send(10).own
    #expect(at(10.2).delay == 0)
    _ = at(10.2).silence(1)
    #expect(at(10.3).delay.isAbout(0.2))
    at(10.3).hear(first)
    #expect(at(10.9).delay.isAbout(0.3))
    let (second, third) = (send(11).own, send(11.25).own)
    _ = at(13).silence(2)
    #expect(at(13).delay.isAbout(2))
    // One is lost, which those that came after it show.
    at(13).hear(third)
    #expect(at(14).delay.isAbout(1.75))
    at(14).hear(second)
    #expect(at(14).delay.isAbout(1.75))
    for word in ["no number", "own", "own x", "else 3", ""] { at(15).hear(Data(word.utf8)) }
    at(15).begin()
    #expect(at(16).delay == 0)
  }

  @Test("Nothing comes where nothing at all does, and not where much comes late")
  func silence() {
    #expect(at(10).silence(0) == 0)
    _ = send(10)
    #expect(at(10.4).silence(5).isAbout(0))
    #expect(at(12).silence(900).isAbout(0))
    #expect(at(13.5).silence(900).isAbout(1.5))
    #expect(at(13.5).delay.isAbout(2), "what does not come at all is not late")
    at(14).begin()
    #expect(at(20).silence(900) == 0)
    _ = send(20)
    #expect(at(20.5).silence(900).isAbout(0.5))
  }

  @Test("Nothing comes where a server is cut off from the others, though it gives back what it is given itself")
  func cutOff() {
    for beat in 0..<60 {
      let words = send(Double(beat) / 4)
      echoes.hear(words.own)
      if beat < 20 { echoes.hear(words.other) }
      let silence = echoes.silence(UInt64(beat))
      if beat < 36 {
        #expect(silence == 0, "\(beat)")
      } else {
        #expect(silence.isAbout(Double(beat - 36) / 4), "\(beat)")
      }
    }
    echoes.hear(send(20).other)
    #expect(echoes.silence(99) == 0)
  }

  @Test("What has waited for five seconds is let go of, up to what was the newest then")
  func skips() {
    let sent = (0..<8).map { send(Double($0)).own }
    at(4).hear(sent[0])
    #expect(!echoes.isSkipping)
    at(8).hear(sent[1])
    #expect(echoes.isSkipping)
    let later = send(8.5).own
    at(8.6).hear(sent[6])
    #expect(echoes.isSkipping)
    at(8.7).hear(sent[7])
    #expect(!echoes.isSkipping)
    at(8.8).hear(later)
    #expect(!echoes.isSkipping)
  }
}

extension NATSEchoesTests {
  @Test("What was kept back while nothing came is let go of, up to what is sent after it")
  func keptBack() {
    let before = send(10).own
    #expect(at(11.4).silence(0).isAbout(1.4) && !echoes.isSkipping)
    #expect(at(11.6).silence(0).isAbout(1.6) && echoes.isSkipping)
    let after = send(11.6).own
    at(12).hear(before)
    #expect(echoes.isSkipping)
    at(12.1).hear(after)
    #expect(!echoes.isSkipping)
  }
}

extension Double {
  fileprivate func isAbout(_ other: Double) -> Bool { abs(self - other) < 1e-9 }
}
