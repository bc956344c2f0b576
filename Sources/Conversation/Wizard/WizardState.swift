import Foundation
import Journey
import Matching

/// All that the dialogue knows. Stored after every step, it lets another process go on where this one was killed.
public struct WizardState: Sendable, Hashable, Codable {
  public internal(set) var draft: Draft
  public internal(set) var open: Question = .from
  public internal(set) var ending: Ending?

  /// Nobody is there to be asked: an answer that stays unclear ends the dialogue.
  public var isScripted: Bool
  /// When the rider wants to leave; now where nothing was said.
  var time: RideTime?
  var preferences: Preferences

  var pending: Pending?
  /// Answers to other slots that came along and must be asked back after the pending one.
  var queued: [Slot: PendingChoice] = [:]
  var counters: [Question: Counters] = [:]
  /// Values that the rider said no to.
  var excluded: [Slot: Set<String>] = [:]
  /// What a number selects.
  var offered: [ChoiceItem] = []
  var suggestions: [Slot: [Stop]] = [:]
  var connections: Connections?
  /// Whether the timetable was asked and knows no ride, so that the arrival must be told.
  var lacksTimetable = false
  var zone = "UTC"
  /// Slots in the order they were answered, for going back.
  var answered: [Slot] = []
  /// The value that a slot had before it was re-opened.
  var former: [Slot: String] = [:]
  var undoStack: [Snapshot] = []
  var redoStack: [Snapshot] = []
  var awaiting: Utterance?
  /// The slot that `open` was asked for last, so that suggestions page on.
  var page = 0

  public init(draft: Draft, preferences: Preferences = Preferences(), isScripted: Bool = false, time: RideTime? = nil) {
    self.draft = draft
    self.preferences = preferences
    self.isScripted = isScripted
    self.time = time
  }

  /// Whether an answer waits for a yes, a no or a choice.
  public var isAskingBack: Bool { pending != nil || !queued.isEmpty }

  struct Counters: Sendable, Hashable, Codable {
    var noMatch = 0
    var noInput = 0
    var invalid = 0
    var help = 0
  }

  /// The parts that undo brings back.
  struct Snapshot: Sendable, Hashable, Codable {
    var draft: Draft
    var connections: Connections?
    var answered: [Slot]
  }

  /// What was said, while its meaning is being looked up.
  struct Utterance: Sendable, Hashable, Codable {
    var texts: [String]
    var method: Provenance.Method
    var zone: Transcript.Zone?
  }

  /// A question within a question.
  enum Pending: Sendable, Hashable, Codable {
    case confirm(Slot, PendingChoice)
    case choose(Slot, PendingChoice)
    case confirmEnds(from: PendingChoice, to: PendingChoice)
    case startOver
    case cancel
    case whichRow
  }

  /// The candidates that are asked back, with where they came from.
  struct PendingChoice: Sendable, Hashable, Codable {
    var candidates: [Candidate]
    var stops: [String: Stop]
    var provenance: Provenance
    var asksWhich: Bool
  }
}
