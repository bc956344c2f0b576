import Foundation
import Timetable

/// How far an import has come: a bar with rows and the time left on a terminal, else a line for each file read.
final class ImportProgressLine: Sendable {
  private let output: Output
  private let feed: String
  private let redraws: Bool
  private let start = ContinuousClock.now

  /// - Parameter feed: the path, as it was given.
  init(_ output: Output, feed: String, redraws: Bool = Accessibility.mayRedraw()) {
    self.output = output
    self.feed = feed
    self.redraws = redraws
  }

  func show(_ progress: ImportProgress) {
    if redraws {
      output.prompt("\r\u{1b}[K" + Self.bar(progress, after: start.duration(to: .now) / .seconds(1)))
    } else if progress.isWhole, progress.rows > 0 {
      output.talk("\(feed): \(progress.file): \(progress.rows) rows")
    }
  }

  /// Takes the bar away before anything else is written.
  func clear() {
    if redraws { output.prompt("\r\u{1b}[K") }
  }

  /// `[#####-----]  50 %  stop_times.txt  120000 rows  3 s left`
  static func bar(_ progress: ImportProgress, after seconds: Double) -> String {
    let full = Int((progress.fraction * 20).rounded(.down))
    let bar = String(repeating: "#", count: full) + String(repeating: "-", count: 20 - full)
    var parts = ["[\(bar)]", "\(Int(progress.fraction * 100)) %", progress.file, "\(progress.rows) rows"]
    // What a fiftieth took tells little about the rest.
    if progress.fraction > 0.02 {
      let left = Int((seconds / progress.fraction * (1 - progress.fraction)).rounded(.up))
      parts.append(left < 100 ? "\(left) s left" : "\((left + 59) / 60) min left")
    }
    return parts.joined(separator: "  ")
  }
}
