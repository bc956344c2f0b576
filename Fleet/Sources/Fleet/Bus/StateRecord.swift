import Alerts
import Foundation
import Journey

/// Where the engine stands with a ride, as one worker tells it to the one that would come after it.
///
/// Whoever takes over goes on from there: an engine that begins anew on the way takes half a minute until it knows where it is, in which
/// a stop may go by.
public struct StateRecord: Sendable, Hashable {
  public var reminder: UUID
  public var serviceDay: String
  public var rider: RiderID
  /// The instant that it knows of.
  public var at: Date
  /// As JSON: whoever stands by reads it only where it is needed.
  public var state: Data

  public init(reminder: UUID, serviceDay: String, rider: RiderID, at: Date, state: Data) {
    (self.reminder, self.serviceDay, self.rider) = (reminder, serviceDay, rider)
    (self.at, self.state) = (at, state)
  }

  init(_ state: AlertState, of reminder: UUID, on serviceDay: String, _ rider: RiderID, at: Date) throws {
    self.init(
      reminder: reminder, serviceDay: serviceDay, rider: rider, at: at, state: try Self.encoder.encode(state))
  }

  private static let encoder = JSONEncoder()

  /// The state; nil for one of another version, which is not understood.
  var read: AlertState? { try? JSONDecoder().decode(AlertState.self, from: state) }

  /// A line: the reminder, the day, the rider, the instant and the state.
  var line: Data {
    Data("\(reminder.uuidString) \(serviceDay) \(rider) \(at.timeIntervalSince1970) ".utf8) + state + Data("\n".utf8)
  }

  /// Bytes as they lie, since whoever stands by gets as many lines as there are riders; nil for what is no such line.
  init?(line: Slice<UnsafeRawBufferPointer>) {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 4)
    guard parts.count == 5 else { return nil }
    let words = parts.prefix(4).map { String(decoding: $0, as: UTF8.self) }
    guard let reminder = UUID(uuidString: words[0]), let rider = RiderID(words[2]), let at = Double(words[3]),
      at.magnitude < 1e11
    else { return nil }
    (self.reminder, serviceDay, self.rider) = (reminder, words[1], rider)
    (self.at, state) = (Date(timeIntervalSince1970: at), Data(parts[4]))
  }
}
