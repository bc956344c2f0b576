import Alerts
import Foundation
import Journey

/// A recorded ride as the engine would have met it: fixes in the order of the recording, with a tick for each second between.
///
/// A fix whose time stamp goes back comes in without moving the clock, as a late one does on the road.
public struct RideReplay: Sequence, Sendable {
  /// One input with the index of the newest fix given so far.
  public struct Moment: Sendable, Hashable {
    public var input: AlertInput
    public var fix: Int

    public init(input: AlertInput, fix: Int) {
      self.input = input
      self.fix = fix
    }
  }

  private let fixes: [Fix]

  public init(_ fixes: [Fix]) {
    self.fixes = fixes.filter(\.at.isCountable)
  }

  public func makeIterator() -> Iterator { Iterator(fixes: fixes) }

  public struct Iterator: IteratorProtocol, Sendable {
    fileprivate let fixes: [Fix]
    private var index = 0
    private var clock: Date?

    fileprivate init(fixes: [Fix]) {
      self.fixes = fixes
    }

    public mutating func next() -> Moment? {
      guard index < fixes.count else { return nil }
      let fix = fixes[index]
      if let now = clock, fix.at.timeIntervalSince(now) > 1 {
        // A time stamp of another year is no reason to count through all its seconds.
        let tick = now.addingTimeInterval(Swift.max(1, fix.at.timeIntervalSince(now) / 7200))
        clock = tick
        return Moment(input: .tick(tick), fix: index - 1)
      }
      clock = Swift.max(clock ?? fix.at, fix.at)
      index += 1
      return Moment(input: .fix(fix), fix: index - 1)
    }
  }
}
