#if Page
import Foundation
import Testing

@testable import Web

@Suite("How often a browser asks")
struct RequestRatesTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func allowed(_ rates: RequestRates, _ who: String, of requests: Int, at instant: Date) async -> Int {
    var count = 0
    for _ in 0..<requests where await rates.allow(who, at: instant) { count += 1 }
    return count
  }

  @Test("is bounded by a burst and by so many a second after it, each for itself, and whatever the clock does")
  func bounds() async {
    let rates = RequestRates()
    #expect(await allowed(rates, "one", of: 1500, at: now) == 600)
    #expect(await allowed(rates, "two", of: 10, at: now) == 10)
    #expect(await allowed(rates, "one", of: 1500, at: now + 1) == 300)
    #expect(await allowed(rates, "one", of: 10, at: now - 3600) == 0)
    #expect(await allowed(rates, "one", of: 1500, at: now + 3600) == 600)
  }
}
#endif
