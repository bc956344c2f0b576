import Foundation
import Journey
import Testing

@Suite("Opening hours as OpenStreetMap writes them")
struct OpeningHoursTests {
  /// 2026-12-01 is a Tuesday.
  private func isOpen(_ text: String, _ instant: String) throws -> Bool {
    let hours = try #require(OpeningHours(text), "\(text) is not understood")
    let date = try #require(try? Date(instant + "Z", strategy: .iso8601))
    return hours.isOpen(at: date, zone: "UTC")
  }

  @Test(
    "are open and closed when they say",
    arguments: [
      ("24/7", "2026-12-01T03:00:00", true),
      ("Mo-Fr 08:00-18:00", "2026-12-01T08:00:00", true), ("Mo-Fr 08:00-18:00", "2026-12-01T18:00:00", false),
      ("Mo-Fr 08:00-18:00", "2026-12-05T12:00:00", false),
      ("Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-12:00", "2026-12-01T12:30:00", false),
      ("Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-12:00", "2026-12-05T11:00:00", true),
      ("Mo-Su 10:00-18:00; Tu off", "2026-12-01T12:00:00", false),
      ("Mo-Fr 08:00-12:00, Tu 14:00-18:00", "2026-12-01T15:00:00", true),
      ("Mo-Fr 08:00-12:00, Tu 14:00-18:00", "2026-12-01T09:00:00", true),
      ("Mo-Fr 08:00-12:00; Tu 14:00-18:00", "2026-12-01T09:00:00", false),
      ("Fr-Mo 10:00-12:00", "2026-11-30T11:00:00", true), ("Fr-Mo 10:00-12:00", "2026-12-01T11:00:00", false),
      // Past midnight, which belongs to the day before.
      ("Mo 20:00-02:00", "2026-12-01T01:00:00", true), ("Mo 20:00-02:00", "2026-12-01T21:00:00", false),
      ("Mo 18:00-26:00", "2026-12-01T01:30:00", true), ("Mo 18:00+", "2026-11-30T23:00:00", true),
      ("Apr-Oct 09:00-17:00", "2026-12-01T10:00:00", false), ("Nov-Feb 09:00-17:00", "2026-12-01T10:00:00", true),
      ("Dec 24-26 off; Mo-Su 09:00-17:00", "2026-12-25T10:00:00", true),
      ("Mo-Su 09:00-17:00; Dec 24-26 off", "2026-12-25T10:00:00", false),
      ("Mo-Su 09:00-17:00; Dec 24-Jan 6 off", "2027-01-03T10:00:00", false),
      ("Mo-Fr 09:00-17:00; PH off", "2026-12-01T10:00:00", true), ("Mo-Sa,PH 09:00-17:00", "2026-12-01T10:00:00", true),
      ("Mo-Su 09:00-17:00; Tu 12:00-13:00 off", "2026-12-01T12:30:00", false),
      ("Mo-Su 09:00-17:00; Tu 12:00-13:00 off", "2026-12-01T13:30:00", true),
      ("09:00-17:00 \"ring the bell\"", "2026-12-01T10:00:00", true),
    ])
  func opens(text: String, instant: String, expected: Bool) throws {
    #expect(try isOpen(text, instant) == expected, "\(text) at \(instant)")
  }

  @Test(
    "are not guessed where they are written otherwise",
    arguments: [
      "", "daily", "Mo-Fr", "sunrise-sunset", "Mo[1] 10:00-12:00", "week 1-10 10:00-12:00", "25:00-26:00",
      "Dec 32-Jan 1 off", "Dec 40-20 09:00-10:00", "Dec 24-Jan 0 off",
      "Xx 10:00-12:00",
    ])
  func unknown(text: String) {
    #expect(text == "Mo-Fr" ? OpeningHours(text) != nil : OpeningHours(text) == nil)
  }

  @Test("are in the zone of the place, when the clocks change too")
  func zones() throws {
    let hours = try #require(OpeningHours("Mo-Su 10:00-11:00"))
    let date = try #require(try? Date("2026-10-25T09:30:00Z", strategy: .iso8601))
    #expect(hours.isOpen(at: date, zone: "Europe/Vienna"))
    #expect(!hours.isOpen(at: date, zone: "UTC"))
  }
}
