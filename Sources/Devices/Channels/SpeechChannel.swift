import Following
import Foundation
import Journey

/// Says the text of an alert aloud, for whoever wears headphones or does not look at the screen.
public struct SpeechChannel: AlertChannel {
  /// Speaks to the end and stops when its task is cancelled.
  public typealias Voice = @Sendable (_ text: String) async throws -> Void

  public let name = "speech"
  private let pause: Duration
  private let speak: Voice
  private let speaking = KeyedTasks()

  /// - Parameters:
  ///   - pause: how long the sound of the level is given to be over, which would drown the words: the alarm takes 1.6 s.
  ///   - speak: what speaks, in the rider's language.
  public init(pause: Duration = .milliseconds(1700), speak: @escaping Voice) {
    self.pause = pause
    self.speak = speak
  }

  /// Returns when all was said.
  /// - Throws: what the voice throws.
  public func deliver(_ message: AlertMessage) async throws {
    guard Self.isSpoken(message) else { return }
    try await speaking.run(message.key.reminder) { [pause, speak] in
      try await Task.sleep(for: pause)
      try await speak(message.text)
    }
  }

  public func withdraw(_ reminder: UUID) async { await speaking.cancel(reminder) }

  public func end(atOnce: Bool) async { await speaking.end(atOnce: atOnce) }

  static func isSpoken(_ message: AlertMessage) -> Bool {
    guard message.means.contains(.speech) else { return false }
    switch message.alert.event {
    case .alert: return message.alert.level ?? 1 > 1
    case .missed, .wrongWay, .wrongLine, .wrongVehicle, .positionDoubted, .setOut, .followUp, .caught, .delayed,
      .cancelled, .skipped:
      return true
    case .positionLost, .offRoute: return false
    }
  }
}
