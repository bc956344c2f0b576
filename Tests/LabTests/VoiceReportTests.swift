import Foundation
import Speech
import Testing

@testable import alight_lab

@Suite("What a fit of the recogniser's evidence is worth")
struct VoiceReportTests {
  /// Answers of which those that fit well are right, and other speech that fits badly.
  private func examples() throws -> [VoiceExample] {
    let objects = (0..<400).map { number -> [String: Any] in
      let isAnswer = number % 4 > 0
      let isRight = isAnswer && number % 20 > 1
      return [
        "channel": "wide", "features": ["fit": isRight ? 1.5 : -0.5, "lead": isRight ? 2 : 0.1], "isRight": isRight,
        "isAnswer": isAnswer, "isPerson": false, "group": number % 5, "isWorded": false,
        "suite": isAnswer ? "stops" : "foreign",
      ]
    }
    return try JSONDecoder().decode([VoiceExample].self, from: JSONSerialization.data(withJSONObject: objects))
  }

  private func fit() throws -> VoiceFit {
    try VoiceFit(examples(), wrong: (place: 0.005, worded: 0.006), foreign: (place: 0.015, worded: 0.003))
  }

  @Test("is counted for each suite with what was taken rightly and wrongly")
  func tallies() throws {
    let fit = try fit()
    let tallies = fit.tallies(fit.model())
    let stops = try #require(tallies.first { $0.suite == "stops" })
    #expect(stops.count == 300 && stops.right == 280 && stops.wrong == 0 && !stops.isForeign)
    let foreign = try #require(tallies.first { $0.suite == "foreign" })
    #expect(foreign.count == 100 && foreign.right == 0 && foreign.wrong == 0 && foreign.isForeign)
  }

  @Test("is drawn: a point for answers of about the same probability, as high as so many of them were right")
  func chart() throws {
    let outcomes = (0..<100).map { (said: 0.94, isRight: $0 < 90) } + (0..<50).map { (said: 0.3, isRight: $0 < 15) }
    let chart = ReliabilityChart(name: "wide, places", outcomes: outcomes)
    #expect(chart.bins.map(\.count) == [50, 100] && chart.bins.map(\.right) == [0.3, 0.9])
    let interval = try #require(chart.bins.last).interval
    #expect(interval.low < 0.9 && interval.low > 0.8 && interval.high > 0.9 && interval.high < 0.96)
    #expect(chart.svg.components(separatedBy: "<circle").count == 3)
  }

  @Test("is told on a page that loads nothing")
  func page() throws {
    let fit = try fit()
    let page = fit.heldOutPage(of: fit.model())
    #expect(page.contains("<td>stops</td><td>0.9333 [0.899, 0.956]</td>"))
    #expect(page.contains("<svg") && !page.contains("<script") && !page.contains("src=") && !page.contains("href="))
  }
}
