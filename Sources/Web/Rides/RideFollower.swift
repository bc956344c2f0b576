#if Page
import Devices
import Following
import Foundation
import Journey

/// The runner that follows the rides: in this process, or another one that is asked over its socket.
public protocol RideFollower: Sendable {
  /// - Throws: Why it cannot be asked.
  func status() async throws -> RunnerStatus

  /// Does what the rider wants about a ride.
  /// - Throws: `ActionError`, or `ControlFailure` of another process.
  func take(_ action: RiderAction, of reminder: UUID) async throws

  /// Whether positions of the page reach it.
  var takesPositions: Bool { get }
}

extension AlertRunner: RideFollower {
  public func take(_ action: RiderAction, of reminder: UUID) async throws {
    let _: TakenAction = try await take(action, of: Optional(reminder))
  }

  public nonisolated var takesPositions: Bool { true }
}

/// Another program's runner.
public struct OtherRunner: RideFollower {
  private let database: URL

  public init(database: URL) { self.database = database }

  public let takesPositions = false

  public func status() async throws -> RunnerStatus {
    let answer = try await ControlClient(database: database).ask(ControlRequest(.status))
    if let failure = answer.error { throw failure }
    guard let status = answer.status else { throw ControlError.unreadable(cause: "it holds no status") }
    return status
  }

  public func take(_ action: RiderAction, of reminder: UUID) async throws {
    let kind: ControlRequest.Kind =
      switch action {
      case .done: .done
      case .snooze: .snooze
      case .stop: .stop
      }
    let answer = try await ControlClient(database: database).ask(ControlRequest(kind, reminder: reminder))
    if let failure = answer.error { throw failure }
  }
}
#endif
