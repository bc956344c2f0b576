#if Page
import Synchronization

/// What went wrong with reaching the rider while the server runs, the newest first.
public final class PageTroubles: Sendable {
  private static let kept = 5

  private let notes = Mutex<[String]>([])

  public func note(_ text: String) {
    notes.withLock { notes in
      // What fails at each alert is told once.
      notes.removeAll { $0 == text }
      notes.insert(text, at: 0)
      if notes.count > Self.kept { notes.removeLast() }
    }
  }

  var texts: [String] { notes.withLock { $0 } }
}
#endif
