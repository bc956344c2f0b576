#if !Realtime
import Foundation
import Timetable

/// Stands where the program was built without live data: no feed can be read.
public final class LiveReader {
  public init(_ store: TimetableStore, feed: String, policy: LivePolicy = LivePolicy()) throws {}

  /// - Throws: `LiveError.notBuilt`
  public func snapshot(_ data: Data, now: Date) throws -> LiveSnapshot { throw LiveError.notBuilt }
}
#endif
