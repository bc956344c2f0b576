import Foundation
import Journey

/// Notes of what lies along the way, as a runner needs them.
public protocol NoteBook: Sendable {
  /// The notes around a place that may be told on a day: not muted, and not told on it yet.
  /// - Parameter day: Like `2026-12-01`.
  func notes(around place: Position, metres: Double, on day: String) throws -> [NearbyNote]

  /// Notes that a note was told: it is told once a day.
  func told(_ note: NearbyNote, on day: String) throws
}

/// A note that may be told.
public struct NearbyNote: Sendable, Hashable {
  public var id: Int64
  public var note: Note
  public var isFavourite: Bool

  public init(id: Int64, note: Note, isFavourite: Bool) {
    (self.id, self.note, self.isFavourite) = (id, note, isFavourite)
  }
}

/// A note in words for the rider.
public struct NoteMessage: Sendable, Hashable {
  /// The reminder on whose ride it is told.
  public var reminder: UUID
  public var note: Note
  public var at: Date
  /// From the vehicle to it.
  public var metres: Double

  public init(reminder: UUID, note: Note, at: Date, metres: Double) {
    (self.reminder, self.note, self.at, self.metres) = (reminder, note, at, metres)
  }
}

/// When notes are told: each number with its reason.
enum NotePolicy {
  /// Seconds around a level in which nothing else is told: whoever is called looks at nothing else.
  static let apartFromLevels = 120.0
  /// When a level fires is estimated by the pace of the whole way; a vehicle that makes up time comes sooner, on recorded rides in less
  /// than half the time.
  static let estimateErrs = 2.5
  /// Seconds between two notes: who is told more often turns them off.
  static let apart = 60.0
  /// Radius in metres, for 68 % of cases, from which on a position says nothing of what lies beside the way.
  static let worstAccuracy = 100.0
}
