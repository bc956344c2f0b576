import Journey
import Testing

@Suite("Intervals")
struct IntervalTests {
  @Test("the canonical form reads back", arguments: ["duration:300s", "stops:2", "distance:500m", "distance:1.3048m"])
  func roundTrip(text: String) {
    #expect(Interval(canonical: text)?.canonical == text)
  }

  @Test(
    "anything else is no interval", arguments: ["", "300", "stops:x", "duration:5m", "distance:-1m", "duration:infs"])
  func refusal(text: String) {
    #expect(Interval(canonical: text) == nil)
  }
}
