import Journey

/// Finds out which ride a rider is on while a dialogue is held.
public protocol AboardFinder: Sendable {
  /// Waits for positions for a while.
  /// - Parameters:
  ///   - line: The line that the rider names; nil for any.
  ///   - avoids: Whether it is the one that they are not on.
  /// - Throws: Errors of the timetable, and of where positions come from.
  func ride(on line: String?, avoids: Bool) async throws -> AboardFinding
}
