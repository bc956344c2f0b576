import Dispatch
import Foundation

/// The first SIGTERM or SIGINT drains; the next one ends at once.
final class DrainSignals {
  private let sources: [any DispatchSourceSignal]

  init(_ drain: @escaping @Sendable () async -> Void) {
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signal(SIGTERM, SIG_DFL)
        signal(SIGINT, SIG_DFL)
        Task { await drain() }
      }
      source.resume()
      return source
    }
  }

  func stop() { sources.forEach { $0.cancel() } }
}
