import Dispatch
import Foundation

/// Turns Ctrl-C and a request to end into a call, so that what runs beside the dialogue is ended in order.
public final class SignalWatch {
  private let sources: [any DispatchSourceSignal]

  public init(_ interrupted: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: interrupted)
      source.resume()
      return source
    }
  }

  deinit { sources.forEach { $0.cancel() } }
}
