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

  @Test("It is as late as the last word that came back, or as the first that did not")
  func delay() {
    let first = at(10).next()
    #expect(at(10.2).delay.isAbout(0.2))
    at(10.3).hear(first)
    #expect(at(10.9).delay.isAbout(0.3))
    let (second, third) = (at(11).next(), at(11.25).next())
    #expect(at(13).delay.isAbout(2))
    // One is lost, which those that came after it show.
    at(13).hear(third)
    #expect(at(14).delay.isAbout(1.75))
    at(14).hear(second)
    #expect(at(14).delay.isAbout(1.75))
    at(15).hear(Data("no number".utf8))
    at(15).begin()
    #expect(at(16).delay == 0)
  }

  @Test("Nothing comes where nothing at all does, and not where much comes late")
  func silence() {
    #expect(at(10).silence(0) == 0)
    _ = at(10).next()
    #expect(at(10.4).silence(5).isAbout(0))
    #expect(at(12).silence(900).isAbout(0))
    #expect(at(13.5).silence(900).isAbout(1.5))
    at(14).begin()
    #expect(at(20).silence(900) == 0)
    _ = at(20).next()
    #expect(at(20.5).silence(900).isAbout(0.5))
  }

  @Test("What has waited for five seconds is let go of, up to what was the newest then")
  func skips() {
    let sent = (0..<8).map { at(Double($0)).next() }
    at(4).hear(sent[0])
    #expect(!echoes.isSkipping)
    at(8).hear(sent[1])
    #expect(echoes.isSkipping)
    let later = at(8.5).next()
    at(8.6).hear(sent[6])
    #expect(echoes.isSkipping)
    at(8.7).hear(sent[7])
    #expect(!echoes.isSkipping)
    at(8.8).hear(later)
    #expect(!echoes.isSkipping)
  }
}

extension Double {
  fileprivate func isAbout(_ other: Double) -> Bool { abs(self - other) < 1e-9 }
}
