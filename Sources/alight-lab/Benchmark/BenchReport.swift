import Foundation

/// All that was measured in one run.
struct BenchReport: Encodable {
  /// The median of the same queries among fewer stops.
  struct Growth: Encodable {
    var stops: Int
    var medianMicroseconds: Double
    var p95Microseconds: Double
  }

  var set: String
  var stops: Int
  /// How many processes wanted the machine in the last minute, before and after.
  var load: [Double]
  var stages: [StageResult] = []
  /// The matcher on all queries.
  var whole: SearchResult?
  /// The matcher first, then the others, on the same sample.
  var searches: [SearchResult] = []
  var growth: [Growth] = []
  var index: IndexResult?

  static func load() -> Double {
    var values = [Double](repeating: 0, count: 3)
    return getloadavg(&values, 3) > 0 ? values[0] : .nan
  }

  /// The tables for a reader.
  var text: String {
    var lines = [
      "\(set), \(stops) of them; load of the machine \(load.map { String(format: "%.1f", $0) }.joined(separator: " to "))"
    ]
    lines += ["", Self.row("stage", "median", "p95")]
    lines += stages.map { Self.row($0.name, Self.time($0.medianMicroseconds), Self.time($0.p95Microseconds)) }
    lines += ["", Self.row("search", "median", "p95", "top-1", "top-5", "hard", "queries", "times ours")]
    if let whole { lines.append(Self.row(whole, to: nil)) }
    lines += searches.map { Self.row($0, to: searches.first) }
    lines += ["", Self.row("growth of a query", "median", "p95")]
    lines += growth.map {
      Self.row("\($0.stops) stops", Self.time($0.medianMicroseconds), Self.time($0.p95Microseconds))
    }
    if let index { lines += [""] + Self.rows(index) }
    return lines.joined(separator: "\n")
  }

  private static func rows(_ index: IndexResult) -> [String] {
    func megabytes(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1_000_000) }
    func milliseconds(_ value: Double) -> String { String(format: "%.1f ms", value) }
    var lines = [
      row("index", "", ""), row("built in memory, median of 3", milliseconds(index.buildMilliseconds)),
      row("found and mapped, median of 20", milliseconds(index.mapMilliseconds)),
      row("its file", megabytes(index.fileBytes)),
    ]
    guard index.residentBytes > 0 else {
      return lines + ["alight was not found beside alight-lab: no start-up measured"]
    }
    lines += [
      row("resident memory of alight match", megabytes(index.residentBytes)),
      row("of which no file", megabytes(index.anonymousBytes)),
      row("start to end of alight match", milliseconds(index.startUpMilliseconds)),
      row("95 of 100 starts", milliseconds(index.startUpP95Milliseconds)),
      row("the same with a single stop", milliseconds(index.emptyStartUpMilliseconds)),
    ]
    return lines
  }

  private static func row(_ result: SearchResult, to own: SearchResult?) -> String {
    let percent = { (share: Double) in String(format: "%.3f", share) }
    let ratio = own.map { String(format: "%.1f", result.medianMicroseconds / $0.medianMicroseconds) } ?? ""
    return row(
      result.name, time(result.medianMicroseconds), time(result.p95Microseconds), percent(result.top1),
      percent(result.top5), result.hard.map(percent) ?? "-", "\(result.queries)", ratio)
  }

  private static func row(_ name: String, _ cells: String...) -> String {
    let first = name.padding(toLength: max(44, name.count), withPad: " ", startingAt: 0)
    let rest = cells.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }
    return (first + rest.joined()).trimmingCharacters(in: .whitespaces)
  }

  private static func time(_ microseconds: Double) -> String {
    switch microseconds {
    case ..<1: String(format: "%.0f ns", microseconds * 1000)
    case ..<10_000: String(format: "%.1f µs", microseconds)
    default: String(format: "%.1f ms", microseconds / 1000)
    }
  }
}
