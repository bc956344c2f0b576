import Foundation
import Journey
import Matching

/// What can happen to the dialogue.
public enum WizardInput: Sendable, Hashable, Codable {
  /// A line typed, piped or given as a flag.
  case text(String, Provenance.Method)
  /// A recording as it was heard, with what it means still to be found out: so it stands in sessions that were kept before there was
  /// a decision.
  case transcript(Transcript)
  /// A recording as it was heard, and what was decided on it among the answers to the open question.
  case heard(Transcript, Match)
  /// The number of an option, from 1.
  case choice(Int)
  /// An option by its id: one that was offered, or any stop, mode or interval.
  case option(String, Provenance.Method)
  /// Nothing was said; the reason is told.
  case silence(String)
  /// Ctrl-C.
  case interrupt
  /// The end of the input.
  case endOfFile
  /// The answer to a look-up.
  case found(Finding)
}

/// What the wizard wants to know from outside.
public enum LookUp: Sendable, Hashable, Codable {
  /// A few stops to offer for a slot; those that a ride from `from` reaches where that is given.
  case suggestions(Slot, from: String?)
  /// What utterances mean while a slot is open; several are the n-best hypotheses of one recording. The names that were learned
  /// for the stops in `without` do not count; nil for none.
  case interpret([String], open: Slot, mode: Mode?, from: String?, without: [String]?)
  /// The stops of these ids.
  case stops([String])
  /// The rides between two stops.
  case rides(from: Stop, to: Stop, time: RideTime)
  /// Where the rider is.
  case whereabouts
  /// The ride that the rider is on: of a line, or of any but that, where they name one.
  case aboard(line: String?, avoids: Bool)
  /// The reminders that are set.
  case reminders
  /// The trip that the rider is likely to mean by "the usual".
  case usual
  /// What was set last between two stops.
  case trip(from: Stop, to: Stop)
  /// What the timetable makes of a trip of several stops.
  case itinerary(TripPlan)
}

/// When the rider wants to travel.
public enum RideTime: Sendable, Hashable, Codable {
  case departing(UnixTime)
  case arriving(UnixTime)

  /// Seconds since 1970.
  public typealias UnixTime = Double

  var instant: Date {
    switch self {
    case .departing(let time), .arriving(let time): Date(timeIntervalSince1970: time)
    }
  }

  /// The same wish for another instant.
  func moved(to instant: Date) -> RideTime {
    switch self {
    case .departing: .departing(instant.timeIntervalSince1970)
    case .arriving: .arriving(instant.timeIntervalSince1970)
    }
  }
}

/// The answer to a look-up.
public enum Finding: Sendable, Hashable, Codable {
  case suggestions([Stop])
  /// One for each utterance, and the stops that their candidates name, by id.
  case interpretations([Interpretation], stops: [String: Stop])
  /// Those that there are.
  case stops([Stop])
  case rides(RideFinding)
  /// Nil where nobody knows; and the zone in which times are told where no timetable tells another.
  case whereabouts(Position?, zone: String)
  case aboard(AboardFinding)
  case saved(SaveReport)
  case reminders([Reminder])
  case usual(Trip?)
  case trip(Trip?)
  case itinerary(Itinerary)
}

/// What became of a save.
public struct SaveReport: Sendable, Hashable, Codable {
  /// Whether the reminder had been stored before, or another one for the same ride.
  public var isAlreadySet: Bool
  /// Seconds since a runner was seen alive; nil where none was.
  public var runnerSeen: Double?

  /// The reminder that stands for it; nil for the one that was to be stored.
  public var id: UUID?

  public init(isAlreadySet: Bool = false, runnerSeen: Double? = nil, id: UUID? = nil) {
    self.isAlreadySet = isAlreadySet
    self.id = id
    self.runnerSeen = runnerSeen
  }
}

/// What the timetable says of two stops.
public enum RideFinding: Sendable, Hashable, Codable {
  case found(Connections)
  /// No trip serves both in this order, on any day.
  case neverConnected
  /// Some trip does, but none near the time asked for. The zone is the timetable's.
  case noService(zone: String)
}
