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

  /// Nil for what is no such line.
  init?(line: Data) {
    guard let record = line.withUnsafeBytes({ StateRecord($0[...]) }) else { return nil }
    self = record
  }

  /// Bytes as they lie: whoever stands by gets as many of them as there are riders.
  private init?(_ line: Slice<UnsafeRawBufferPointer>) {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 4)
    guard parts.count == 5 else { return nil }
    let words = parts.prefix(4).map { String(decoding: $0, as: UTF8.self) }
    guard let reminder = UUID(uuidString: words[0]), let rider = RiderID(words[2]), let at = Double(words[3]),
      at.magnitude < 1e11
    else { return nil }
    (self.reminder, serviceDay, self.rider) = (reminder, words[1], rider)
    (self.at, state) = (Date(timeIntervalSince1970: at), Data(parts[4]))
  }

  /// Lines in messages that a bus takes.
  public static func messages(_ records: [StateRecord]) -> [Data] {
    var messages: [Data] = []
    for line in records.map(\.line) {
      if let last = messages.last, last.count + line.count <= Self.longest {
        messages[messages.count - 1] += line
      } else {
        messages.append(line)
      }
    }
    return messages
  }

  /// The lines of a message; those that are damaged are left out.
  public static func records(_ message: Data) -> [StateRecord] {
    message.withUnsafeBytes { bytes in bytes.split(separator: UInt8(ascii: "\n")).compactMap { StateRecord($0) } }
  }

  /// Bytes of a message.
  private static let longest = 48 << 10
}

/// The states that a worker stands by with: the newest of each reminder.
struct StandbyStates: Sendable {
  private var records: [UUID: StateRecord] = [:]

  var count: Int { records.count }

  mutating func take(_ new: [StateRecord]) {
    for record in new where records[record.reminder].map({ $0.at <= record.at }) ?? true {
      records[record.reminder] = record
    }
  }

  /// The one of a rider's reminder; nil where nobody has told.
  func state(of reminder: UUID, _ rider: RiderID) -> StateRecord? {
    records[reminder].flatMap { $0.rider == rider ? $0 : nil }
  }

  /// Lets go of what is not stood by any more, and of rides that nobody has told of for long.
  mutating func keep(_ partitions: Set<Partition>, since instant: Date) {
    records = records.filter { $0.value.at >= instant && partitions.contains(Partition(of: $0.value.rider)) }
  }
}
