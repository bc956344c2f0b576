import Foundation
import Journey
import Testing

@Suite("Instants as people and files write them") struct WrittenInstantTests {
  @Test(
    "The same instant in all its forms",
    arguments: [
      "2026-12-01T08:40:00Z", "2026-12-01T08:40:00.000Z", "2026-12-01T09:40:00+01:00", "2026-12-01T09:40:00.000+01:00",
      "2026-12-01T03:10:00-05:30",
    ])
  func forms(_ text: String) {
    #expect(WrittenInstant(text)?.date == Date(timeIntervalSince1970: 1_796_114_400))
  }

  @Test("To the millisecond") func fractions() throws {
    for text in ["2026-12-01T08:40:00.257Z", "2026-12-01T09:40:00.257+01:00"] {
      let date = try #require(WrittenInstant(text)?.date)
      #expect(abs(date.timeIntervalSince1970 - 1_796_114_400.257) < 0.000_5, "\(text)")
    }
  }

  @Test("Each day of the calendar is the one that others read") func calendar() {
    // Steps that meet each day of the year, and each hour, within some years.
    for seconds in stride(from: 0.0, to: 7_258_118_400, by: 3 * 86_400 + 5 * 3600 + 61) {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(WrittenInstant(date.formatted(.iso8601))?.date == date)
    }
    for text in ["2000-02-29T12:00:00Z", "2028-02-29T12:00:00Z", "2199-12-31T23:59:59Z"] {
      #expect(WrittenInstant(text)?.date.formatted(.iso8601) == text)
    }
  }

  @Test(
    "What is no instant is none",
    arguments: [
      "2026-12-01T25:40:00Z", "2026-12-01T08:60:00Z", "2026-12-01T08:40:60.000Z", "2026-13-01T08:40:00Z",
      "2026-12-01T08:40:00.+12Z", "2026-12-01T08:40:00.2 7Z", "2026-12-01T08:40:00,257Z",
      "2026-12-01 08:40:00Z", "1926-12-01T08:40:00Z", "2926-12-01T08:40:00Z",
      "2026-02-29T08:40:00Z", "2026-02-30T09:40:00+01:00", "2026-04-31T08:40:00.000Z", "2100-02-29T08:40:00Z",
      "２026-12-01T08:40Z", "", "Z",
    ])
  func none(_ text: String) {
    #expect(WrittenInstant(text) == nil)
  }
}
