import Journey
import Matching

/// How long queries took and how often the right stop was found, for one way of finding it.
struct SearchResult: Encodable {
  var name: String
  var queries: Int
  var medianMicroseconds: Double
  var p95Microseconds: Double
  var top1: Double
  var top5: Double
  /// Top-1 of the queries that are spoilt most; nil where there are none.
  var hard: Double?

  init(_ name: String, _ queries: [BenchSet.Query], times: [Double], found: [[String]]) {
    self.name = name
    self.queries = queries.count
    let timings = Timings(times)
    medianMicroseconds = timings.median
    p95Microseconds = timings.p95
    let asked = zip(queries, found)
    func share(_ noise: String?, _ depth: Int) -> Double? {
      let those = asked.filter { noise == nil || $0.0.noise == noise }
      let right = those.count { $0.1.prefix(depth).contains($0.0.wanted) }
      return those.isEmpty ? nil : Double(right) / Double(those.count)
    }
    top1 = share(nil, 1) ?? 0
    top5 = share(nil, 5) ?? 0
    hard = share("hard", 1)
  }
}

/// Asks the matcher, which gets the words as they were said.
struct SearchBench {
  let matcher: Matcher
  let index: OptionIndex

  func run(_ name: String, _ queries: [BenchSet.Query]) -> SearchResult {
    // The first queries find the index cold.
    for query in queries.prefix(20) { _ = matcher.match(query.text, question: .slot(.to), among: index) }
    var times: [Double] = []
    var found: [[String]] = []
    for query in queries {
      var match: Match?
      times.append(
        Timings.microseconds { match = matcher.match(query.text, question: .slot(.to), among: index) })
      found.append(match?.candidates.map { Normalizer.key($0.name) } ?? [])
    }
    return SearchResult(name, queries, times: times, found: found)
  }
}

/// The floor: the edit distance to every name in turn.
struct LinearScan {
  private let keys: [(text: String, scalars: [UInt32])]

  init(_ stops: [MatchOption]) {
    keys = stops.map { stop in
      let key = Normalizer.key(stop.name)
      return (key, key.unicodeScalars.map(\.value))
    }
  }

  func run(_ name: String, _ queries: [BenchSet.Query]) -> SearchResult {
    var times: [Double] = []
    var found: [[String]] = []
    for query in queries {
      times.append(Timings.microseconds { found.append([nearest(query.text)]) })
    }
    return SearchResult(name, queries, times: times, found: found)
  }

  private func nearest(_ query: String) -> String {
    let pattern = EditPattern(Normalizer.key(query))
    var best = (distance: Int.max, text: "")
    for key in keys {
      let distance = pattern.distance(to: key.scalars)
      if distance < best.distance { best = (distance, key.text) }
    }
    return best.text
  }
}
