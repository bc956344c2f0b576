import Foundation
import Synchronization

/// One reading of a phrase as the microphone heard it, with what is to be said about it.
public struct Take: Sendable {
  /// At 16 kHz, from the moment the microphone was opened.
  public var samples: [Int16]
  /// How it ended; nil where the reader ended it.
  public var event: LiveEndpointer.Event?
  public var spoke: Bool

  public var seconds: Double { Double(samples.count) / 16_000 }

  /// The loudest sample in dBFS.
  public var peak: Double {
    SoundLevel.decibels(samples.reduce(Float(0)) { max($0, abs(Float($1))) } / 32_768)
  }

  /// The share of samples at full scale, 0 to 1.
  public var clipped: Double {
    Double(samples.count { $0 == .max || $0 == .min }) / Double(max(1, samples.count))
  }
}

/// Records until somebody has spoken, or says that it is enough.
public struct TakeRecorder {
  public let source: any AudioSource
  public let policy: LiveEndpointer.Policy

  public init(source: any AudioSource, policy: LiveEndpointer.Policy) {
    (self.source, self.policy) = (source, policy)
  }

  /// - Parameters:
  ///   - isStopped: asked again and again: whether the reader ends the recording.
  ///   - opened: called when sound arrives: what is said before that is lost.
  ///   - show: gets the level in dBFS again and again after that.
  /// - Throws: `SpeechError` where there is no microphone, or none any more.
  public func record(
    isStopped: @escaping @Sendable () -> Bool, opened: () -> Void, show: (Double) -> Void
  ) async throws -> Take {
    let progress = Progress(policy: policy)
    let recording = Task { [source] in
      defer { progress.end() }
      try await source.record { progress.take($0) }
    }
    // A cancelled recording ends its program, whichever way this function is left.
    defer { recording.cancel() }
    var isOpen = false
    while !progress.isOver, !isStopped() {
      try await Task.sleep(for: .milliseconds(30))
      guard progress.hasSound else { continue }
      if !isOpen { opened() }
      isOpen = true
      show(progress.level)
    }
    recording.cancel()
    try await recording.value
    return progress.outcome
  }

  /// What has arrived so far.
  private final class Progress: Sendable {
    private struct State {
      var endpointer: LiveEndpointer
      var samples: [Int16] = []
      var event: LiveEndpointer.Event?
      var isOver = false
    }

    private let state: Mutex<State>

    init(policy: LiveEndpointer.Policy) {
      state = Mutex(State(endpointer: LiveEndpointer(policy: policy)))
    }

    func take(_ samples: [Int16]) {
      state.withLock { state in
        guard !state.isOver else { return }
        state.samples += samples
        switch state.endpointer.feed(samples) {
        case .began, nil: break
        case let event:
          state.event = event
          state.isOver = true
        }
      }
    }

    func end() { state.withLock { $0.isOver = true } }

    var isOver: Bool { state.withLock { $0.isOver } }
    var hasSound: Bool { state.withLock { !$0.samples.isEmpty } }
    var level: Double { state.withLock { $0.endpointer.level } }
    var outcome: Take {
      state.withLock { Take(samples: $0.samples, event: $0.event, spoke: $0.endpointer.isSpeaking) }
    }
  }
}
