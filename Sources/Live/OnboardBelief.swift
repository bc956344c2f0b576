import Foundation
import Timetable

/// What is believed of the run that a rider is on, after a fix.
public struct OnboardBelief: Sendable, Hashable {
  public enum State: String, Sendable, Codable {
    /// No run is named.
    case unknown
    /// The likeliest is named; the others may be put to the rider.
    case likely
    /// So certain that it may be acted upon.
    case sure
  }

  /// A run with how probable it is.
  public struct Candidate: Sendable, Hashable {
    public var run: Run
    /// 0 to 1, of all runs and of being on none.
    public var probability: Double
  }

  public var state: State
  /// The likeliest runs, best first; the first is the one that is named.
  public var candidates: [Candidate]
  /// Of the line and direction of the first.
  public var lineProbability: Double
  /// The time zone of the first.
  public var zone: String?
  /// Its way.
  public var way: RunWay?
  /// Where the vehicle comes next; nil where no run is known, or it is at its last stop.
  public var next: RunWay.Call?
  /// Seconds late by the timetable of the first, negative where early.
  public var delay: TimeInterval?

  /// How probable it is to be on a run that still comes to the goal; nil where none was named.
  public var goalProbability: Double?
  /// What speaks by place alone for being on a way that still comes to the goal, against the best way, as a logarithm; nil where none
  /// does.
  public var goalScore: Double?
  /// Metres that were made on the first.
  public var metres = 0.0

  static let nothing = OnboardBelief(state: .unknown, candidates: [], lineProbability: 0)

  /// The run that is named; nil where nothing is known.
  public var run: Run? { state == .unknown ? nil : candidates.first?.run }
}
