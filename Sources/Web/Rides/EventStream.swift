#if Page
import Foundation

/// The events of a stream, with a pulse in between: a page that hears neither for a while knows that the line is down.
struct EventStream: AsyncSequence, Sendable {
  enum Element: Sendable {
    case event(PageEvents.Numbered)
    case pulse
  }

  static let pulse = Duration.seconds(5)

  private let merged: AsyncStream<Element>

  init(_ events: AsyncStream<PageEvents.Numbered>) {
    merged = AsyncStream { continuation in
      let listening = Task {
        for await event in events { continuation.yield(.event(event)) }
        continuation.finish()
      }
      let beating = Task {
        while (try? await Task.sleep(for: Self.pulse)) != nil { continuation.yield(.pulse) }
      }
      continuation.onTermination = { _ in
        listening.cancel()
        beating.cancel()
      }
    }
  }

  func makeAsyncIterator() -> AsyncStream<Element>.Iterator { merged.makeAsyncIterator() }
}
#endif
