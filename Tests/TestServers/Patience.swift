import Foundation

/// The one limit of all that tests wait for: far more than any machine needs, so that only what never comes reaches it.
package enum Patience {
  package static let seconds = 600
  private static let step = Duration.milliseconds(25)
  private static var steps: Int { seconds * 40 }

  /// Waits for a state.
  /// - Returns: Whether it came.
  @discardableResult
  package static func wait(until isThere: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<steps {
      if try isThere() { return true }
      usleep(25_000)
    }
    return try isThere()
  }

  /// The same without holding a thread of the pool.
  @discardableResult
  package static func waitApart(until isThere: () throws -> Bool) async rethrows -> Bool {
    for _ in 0..<steps {
      if try isThere() { return true }
      try? await Task.sleep(for: step)
    }
    return try isThere()
  }
}
