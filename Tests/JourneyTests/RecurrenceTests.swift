import Foundation
import Testing

@testable import Journey

@Suite("Weekdays on which a reminder comes again")
struct RecurrenceTests {
  @Test("are kept from Monday on, each once, and must be some")
  func order() {
    #expect(Recurrence(weekdays: [.sunday, .monday, .sunday])?.weekdays == [.monday, .sunday])
    #expect(Recurrence(weekdays: []) == nil)
  }

  @Test("lead from a service day to the next one, over the end of the week and of the year")
  func next() throws {
    let days = try #require(Recurrence(weekdays: [.tuesday, .friday]))
    #expect(days.days(after: "2026-12-01") == 3)
    #expect(days.days(after: "2026-12-04") == 4)
    #expect(days.days(after: "2026-12-31") == 1)
    #expect(try #require(Recurrence(weekdays: [.tuesday])).days(after: "2026-12-01") == 7)
  }

  @Test("end with the last day, which counts")
  func until() throws {
    let days = try #require(Recurrence(weekdays: [.friday], until: "2026-12-04"))
    #expect(days.days(after: "2026-12-01") == 3)
    #expect(days.days(after: "2026-12-04") == nil)
  }

  @Test(
    "a day is a day of the calendar", arguments: ["2026-02-31", "2026-2-3", "20260203", "", "2026-13-01", "abcd-ef-gh"])
  func noDay(text: String) {
    #expect(ServiceDay.instant(text) == nil)
  }
}
