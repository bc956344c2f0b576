import Testing
import Timetable

@testable import alight

@Suite("The progress of an import")
struct ImportProgressTests {
  @Test("is a bar with rows and the time left") func bar() {
    func bar(_ fraction: Double, _ seconds: Double) -> String {
      ImportProgressLine.bar(
        ImportProgress(file: "stop_times.txt", rows: 120_000, fraction: fraction), after: seconds)
    }
    #expect(bar(0.5, 3) == "[##########----------]  50 %  stop_times.txt  120000 rows  3 s left")
    #expect(bar(0.1, 60) == "[##------------------]  10 %  stop_times.txt  120000 rows  9 min left")
    #expect(bar(0.01, 1) == "[--------------------]  1 %  stop_times.txt  120000 rows")
    #expect(bar(1, 4) == "[####################]  100 %  stop_times.txt  120000 rows  0 s left")
  }
}
