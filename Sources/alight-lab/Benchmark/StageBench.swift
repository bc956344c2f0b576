import Matching

/// How long one stage of a query takes.
struct StageResult: Encodable {
  var name: String
  var medianMicroseconds: Double
  var p95Microseconds: Double

  init(_ name: String, _ microseconds: [Double]) {
    self.name = name
    let timings = Timings(microseconds)
    medianMicroseconds = timings.median
    p95Microseconds = timings.p95
  }
}

/// Measures the stages of answers one by one.
struct StageBench {
  let matcher: Matcher
  let index: OptionIndex

  static let intervals = [
    "an hour and a half before", "five minutes", "two stops earlier", "three hundred metres", "1.5 km",
  ]
  static let commands = ["never mind", "go back please", "could you say that again", "what can I say", "start over"]
  static let modes = ["by time", "a few stops before", "warn me by distance please", "so many minutes ahead"]

  func run(_ queries: [BenchSet.Query]) -> [StageResult] {
    var times: [(name: String, microseconds: [Double])] = []
    func measure(_ stages: [MatcherStage]) {
      for stage in stages {
        var kept = 0
        let time = Timings.microsecondsRepeated { kept &+= stage.run() } / Double(stage.count)
        if let known = times.firstIndex(where: { $0.name == stage.name }) {
          times[known].microseconds.append(time)
        } else {
          times.append((stage.name, [time]))
        }
      }
    }
    for query in queries { measure(matcher.placeStages(query.text, among: index)) }
    for number in 0..<60 {
      measure(
        matcher.answerStages(
          command: Self.commands[number % Self.commands.count], interval: Self.intervals[number % Self.intervals.count],
          sentence: Self.modes[number % Self.modes.count]))
    }
    return times.map { StageResult($0.name, $0.microseconds) }
  }
}
