#if Page
import Following
import Foundation
import Journey
import Synchronization

/// What is told to all open pages as it happens.
enum PageEvent: Sendable {
  /// How the rides stand.
  case rides(RunnerStatus)
  case alert(AlertMessage)
  /// What was told of a ride is over: the rider knows.
  case withdraw(UUID)
  /// What lies along the way.
  case note(NoteMessage)
  /// Reminders were set or changed.
  case reminders
}

/// Hands events to all streams, the last ones again to a stream that was cut off.
final class PageEvents: Sendable {
  struct Numbered: Sendable {
    var number: Int
    var event: PageEvent
  }

  /// What a page may have missed while its line was down.
  private static let kept = 64
  /// A stream that reads no faster loses the oldest.
  private static let buffered = 128

  /// Of one browser at once: its tabs share one, and one that was cut off may take a while to end.
  private static let mostStreams = 16

  private struct Listener {
    var browser: UUID
    var stream: AsyncStream<Numbered>.Continuation
  }

  private struct State {
    /// Begins at a time, so that it grows over a start of the server as well: a page then misses nothing of the new one.
    var number = Int(Date().timeIntervalSince1970 * 1000)
    var last: [Numbered] = []
    var streams: [UUID: Listener] = [:]
    var hasEnded = false
  }

  private let state = Mutex(State())
  /// Held by whoever tells streams something, so that all have it in one order. Nothing is told under the lock of the state: a stream that
  /// is cancelled meanwhile holds the lock of its task, for which the telling waits, and waits for the state itself.
  private let telling = Mutex(())

  func publish(_ event: PageEvent) {
    telling.withLock { _ in
      let (numbered, streams) = state.withLock { state in
        state.number += 1
        let numbered = Numbered(number: state.number, event: event)
        // How the rides stand is told anew to each page that comes.
        if case .rides = event {} else { state.last.append(numbered) }
        if state.last.count > Self.kept { state.last.removeFirst() }
        return (numbered, state.streams.values.map(\.stream))
      }
      for stream in streams { stream.yield(numbered) }
    }
  }

  /// - Parameter number: Of the last event that was seen; nil for a page that has just opened.
  /// - Returns: nil for a browser that has too many.
  func stream(of browser: UUID, after number: Int?) -> AsyncStream<Numbered>? {
    guard state.withLock({ $0.streams.values.count { $0.browser == browser } }) < Self.mostStreams else { return nil }
    return AsyncStream(bufferingPolicy: .bufferingNewest(Self.buffered)) { continuation in
      let id = UUID()
      let hasEnded = telling.withLock { _ in
        let (missed, hasEnded) = state.withLock { state in
          state.streams[id] = Listener(browser: browser, stream: continuation)
          return (state.last.filter { missed in number.map { missed.number > $0 } ?? false }, state.hasEnded)
        }
        for event in missed { continuation.yield(event) }
        return hasEnded
      }
      continuation.onTermination = { [self] _ in state.withLock { $0.streams[id] = nil } }
      if hasEnded { continuation.finish() }
    }
  }

  var isWatched: Bool { state.withLock { !$0.streams.isEmpty } }
  var count: Int { state.withLock { $0.streams.count } }

  /// Ends all streams, and those to come.
  func end() {
    let streams = state.withLock { state in
      state.hasEnded = true
      return state.streams.values.map(\.stream)
    }
    for stream in streams { stream.finish() }
  }
}

/// Alerts on all open pages.
public struct PageChannel: AlertChannel {
  public let name = "page"
  let events: PageEvents

  public func deliver(_ message: AlertMessage) async throws { events.publish(.alert(message)) }

  public func withdraw(_ reminder: UUID) async { events.publish(.withdraw(reminder)) }

  public func tell(_ note: NoteMessage) async throws { events.publish(.note(note)) }
}
#endif
