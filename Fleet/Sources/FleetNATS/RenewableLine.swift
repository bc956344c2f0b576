import Foundation
import Synchronization

/// A connection with what is heard by it, in place of which another can be made.
///
/// So it is where a server is gone, refuses whom it knew before, or takes all and gives nothing.
final class RenewableLine<Line: Sendable>: Sendable {
  private let line: Mutex<Line>
  private let isRenewing = Mutex(false)
  private let make: @Sendable () throws -> Line

  /// - Parameter make: Makes a line, on any thread.
  /// - Throws: What `make` throws.
  init(_ make: @escaping @Sendable () throws -> Line) throws {
    self.make = make
    line = Mutex(try make())
  }

  func with<Result: Sendable>(_ work: (inout Line) throws -> Result) rethrows -> Result {
    try line.withLock { try work(&$0) }
  }

  /// Makes another line, unless that is under way; what is in use stays so until then, and where none can be made.
  /// - Parameters:
  ///   - prepare: Does with the new line what was done with the old one meanwhile; where it throws, the old one stays.
  ///   - then: Called when the new one is in use.
  func renew(
    prepare: @escaping @Sendable (inout Line) throws -> Void = { _ in }, then: @escaping @Sendable () -> Void = {}
  ) {
    let isFirst = isRenewing.withLock { isRenewing in
      defer { isRenewing = true }
      return !isRenewing
    }
    guard isFirst else { return }
    // A thread, since the library waits for servers.
    Thread.detachNewThread { [self] in
      defer { isRenewing.withLock { $0 = false } }
      guard let new = try? make() else { return }
      let old: Line? = line.withLock { line in
        var prepared = new
        guard (try? prepare(&prepared)) != nil else { return nil }
        defer { line = prepared }
        return line
      }
      guard old != nil else { return }
      then()
      // Ended here, and not in the lock: what ends a connection waits for it.
      withExtendedLifetime(old) {}
    }
  }
}
