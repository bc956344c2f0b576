import ArgumentParser
import Foundation
import Journey

/// A value on the command line of which there are only some, and which says which ones where a text is none of them.
///
/// ```swift
/// @Option(help: "How fast.", transform: Speed.parse) var speed: Speed?
/// ```
protocol RangedArgument: Sendable {
  /// nil for what is none.
  init?(argument: String)

  /// What there is, after "take": `a speed from 0.01x to 1000000x`.
  static var range: String { get }
}

extension RangedArgument {
  /// - Throws: `ValidationError`, which names the range; the parser adds the option and the text.
  @Sendable static func parse(_ text: String) throws -> Self {
    guard let value = Self(argument: text) else { throw ValidationError("take \(range)") }
    return value
  }
}

/// How many rows a list may have: as many as anybody reads, and as fit into the memory.
enum ListLimit {
  static let range = 1...10_000

  static func check(_ limit: Int?) throws {
    if let limit, !range.contains(limit) {
      throw ValidationError("--limit \(limit): give a number from \(range.lowerBound) to \(range.upperBound)")
    }
  }
}

/// How many things may be done at once: more than there are processors for help nobody, and thousands fill the memory.
enum JobLimit {
  static let range = 1...256

  static func check(_ jobs: Int?) throws {
    if let jobs, !range.contains(jobs) {
      throw ValidationError("--jobs \(jobs): give a number from \(range.lowerBound) to \(range.upperBound)")
    }
  }
}
