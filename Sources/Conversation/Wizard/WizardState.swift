import Foundation
import Journey
import Matching

/// All that the dialogue knows. Stored after every step, it lets another process go on where this one was killed.
public struct WizardState: Sendable, Hashable, Encodable {
  public internal(set) var draft: Draft
  public internal(set) var open: Question = .from
  public internal(set) var ending: Ending?

  /// Nobody is there to be asked: an answer that stays unclear ends the dialogue.
  public var isScripted: Bool
  /// Whether what is set becomes a default, and what stops are called is learned; kept over a resume.
  public var remembers = true
  /// When the rider wants to leave; now where nothing was said.
  var time: RideTime?
  public internal(set) var preferences: Preferences
  /// The places that the rider has named, by which their stops are shown.
  public var places: [NamedPlace]

  var pending: Pending?
  /// Answers to other slots that came along and must be asked back after the pending one.
  var queued: [Slot: PendingChoice] = [:]
  var counters: [Question: Counters] = [:]
  /// Values that the rider said no to, in that order.
  var excluded: [Slot: [String]] = [:]
  /// What a number selects.
  var offered: [ChoiceItem] = []
  var suggestions: [Slot: [Stop]] = [:]
  /// Metres to the destination from where the rider is; nil where nobody knows.
  var away: Double?
  /// What the timetable was asked and knew, each answer once: undo brings rides back without asking again.
  var lookedUp: [Connections] = []
  /// Of `lookedUp`, the one in use.
  var connectionsPlace: Int?
  /// Whether the timetable was asked and knows no ride, so that the arrival must be told.
  var lacksTimetable = false
  var zone = "UTC"
  /// Slots in the order they were answered, for going back.
  var answered: [Slot] = []
  /// The values that slots had before they were re-opened.
  var former = Former()
  /// The answers as they were when the rider last spoke, until that is worked out.
  var before: Answers?
  var undoStack: [Answers] = []
  var redoStack: [Answers] = []
  /// Whether the last answer was a yes that was not heard clearly enough.
  var doubtedYes = false
  /// What was set last between the two ends, once that was looked up.
  var past: Past?
  /// How the last answer was understood, for whoever asks why.
  var lastMatch: LastMatch?
  /// The question that the rider wants to answer next.
  var wanted: Slot?
  /// Slots filled by the last answer, which a bare "no" takes back.
  var echoed: [Slot] = []
  var awaiting: Utterance?
  /// The page of suggestions that is offered, from 0.
  var page = 0
  /// The last answer in the words in which it was given or heard; nil before the first one.
  var heard: Heard?
  /// What came next to the value taken last, for a rider who meant that.
  var runnerUp: RunnerUp?
  /// What the next question is put with, to be edited.
  var line: String?
  /// The line that the ride is to be of; nil for any.
  var wantedLine: String?
  /// Whether it is the line that is not to be taken.
  var avoidsLine: Bool?
  /// By whose clock the time of travel was read, until a ride is found: a stop that is named later may have another one.
  var clockZone: String?
  /// Whether the first or the last ride of a day is wanted.
  var wantedRide: RideOfDay?
  /// How often later rides were looked up for it, and the time that was wished before.
  var linesSought: Int?
  var timeBeforeLine: RideTime?
  /// How often each level of a text was said that may come twice in a row.
  var said: [String: Int] = [:]
  /// The stops that were taken by a name that was learned for them.
  var byLearnedName: [Slot: String] = [:]
  /// The trip of several stops that the answers are part of; nil for one ride.
  var trip: TripAnswers?
  /// The trip that the rider is on already, of which nothing needs to be told but where they get off; nil where they are on none.
  public var aboard: AboardTrip?
  /// Stops whose learned names turned out to mean something else, so that they do not count any more.
  var unlearned: [String] = []
  /// What answers were said to mean, the last one last.
  var saidNames: [SaidName] = []

  enum CodingKeys: String, CodingKey {
    case draft, open, ending, isScripted, remembers, time, preferences, pending, queued, counters, excluded, offered,
      suggestions
    case lookedUp, connectionsPlace, lacksTimetable, zone, answered, former, before, undoStack, redoStack, doubtedYes
    case past, lastMatch, wanted, echoed, awaiting, page, heard, runnerUp, line, said
    case places, byLearnedName, unlearned, saidNames, wantedLine, avoidsLine, wantedRide, clockZone, linesSought,
      timeBeforeLine, away, trip, aboard
  }

  public init(
    draft: Draft, preferences: Preferences = Preferences(), isScripted: Bool = false, time: RideTime? = nil,
    zone: String = "UTC", places: [NamedPlace] = []
  ) {
    self.zone = zone
    self.places = places
    self.draft = draft
    self.preferences = preferences
    self.isScripted = isScripted
    self.time = time
    clockZone = time == nil ? nil : zone
  }

  /// Whether the stops on the way can be counted: on a trip those of each ride can.
  var mayCountStops: Bool { trip != nil || draft.mayCountStops }

  /// The values that the rider has said no to at the open question.
  package var deniedValues: Set<String> { Set(open.slot.flatMap { excluded[$0] } ?? []) }

  /// Whether an answer waits for a yes, a no or a choice.
  public var isAskingBack: Bool { pending != nil || !queued.isEmpty }

  /// The rides round the one that is taken.
  var connections: Connections? {
    get { connectionsPlace.map { lookedUp[$0] } }
    set {
      connectionsPlace = newValue.map { found in
        if let known = lookedUp.firstIndex(of: found) { return known }
        lookedUp.append(found)
        return lookedUp.count - 1
      }
    }
  }

  /// The slots whose answer may be corrected: those that have one, and the one that is asked back.
  public var correctable: [Slot] {
    Slot.allCases.filter { draft.isFilled($0) || pending != nil && open.slot == $0 }
  }

  /// Notes values that the rider does not want, each once.
  mutating func exclude(_ values: [String], at slot: Slot) {
    let known = excluded[slot] ?? []
    excluded[slot] = known + values.filter { !known.contains($0) }
  }

  /// Whether one of several candidates is to be chosen.
  public var isChoosing: Bool { if case .choose = pending { true } else { false } }

  /// Whether yes or no is asked for.
  public var isConfirming: Bool {
    switch pending {
    case .confirm, .confirmEnds, .startOver, .cancel, .present: true
    case .choose, .whichRow, nil: false
    }
  }

  /// How many choices are offered by number.
  public var offeredCount: Int {
    if case .choose(_, let choice) = pending { return choice.candidates.count + 1 }
    return pending == nil && open.slot != .interval ? offered.count : 0
  }

  /// Empties slots that are answered anew from outside, and sets what else is given, before a stored draft goes on.
  public mutating func replace(
    _ slots: [Slot], time: RideTime?, vibration: Bool?, alarm: Bool?, speech: Bool? = nil, volume: Double? = nil,
    label: String? = nil, recurrence: Recurrence? = nil
  ) {
    if let label { draft.label = label }
    if let recurrence { draft.recurrence = recurrence }
    for slot in slots {
      switch slot {
      case .from:
        (draft.from, draft.isFromAnywhere) = (nil, nil)
        leaveBoard(keepingTime: false)
      case .to: draft.to = nil
      case .mode: draft.mode = nil
      case .interval: draft.interval = nil
      }
      answered.removeAll { $0 == slot }
    }
    if slots.contains(.mode), draft.interval != nil, !slots.contains(.interval) { draft.interval = nil }
    if let time { (self.time, clockZone) = (time, zone) }
    if time != nil { leaveBoard() }
    if time != nil || slots.contains(.from) || slots.contains(.to) {
      draft.take(nil)
      connections = nil
      lacksTimetable = false
      suggestions[.to] = nil
    }
    if let vibration { draft.vibration = vibration }
    if let alarm { draft.alarm = alarm }
    if let speech { draft.speech = speech }
    if let volume { draft.volume = volume }
    queued = [:]
  }

  struct Counters: Sendable, Hashable, Codable {
    var noMatch = 0
    var noInput = 0
    var invalid = 0
    var help = 0
  }

  /// A trip made before, by the ids of its ends; nil where there was none.
  struct Past: Sendable, Hashable, Codable {
    var from: String
    var to: String
    var trip: Trip?
  }

  /// The two best candidates for an answer.
  struct LastMatch: Sendable, Hashable, Codable {
    var heard: String
    var value: Phrase
    var score: Double
    var next: Phrase?
    var nextScore: Double?
  }

  /// An answer as it came in.
  struct Heard: Sendable, Hashable, Codable {
    var text: String
    var isSpoken: Bool
  }

  /// The candidates behind the one that a slot was filled with.
  struct RunnerUp: Sendable, Hashable, Codable {
    var slot: Slot
    var choice: PendingChoice
  }

  /// Words that were said yes to as a name of a stop.
  struct SaidName: Sendable, Hashable, Codable {
    var text: String
    /// The stop's id.
    var stop: String
  }

  /// The values that slots had before.
  struct Former: Sendable, Hashable, Codable {
    var from: Answer<Stop>?
    var to: Answer<Stop>?
    var mode: Mode?
    var interval: Interval?

    mutating func forget(_ slot: Slot) {
      switch slot {
      case .from: from = nil
      case .to: to = nil
      case .mode: mode = nil
      case .interval: interval = nil
      }
    }
  }

  /// The parts that undo brings back.
  struct Answers: Sendable, Hashable, Codable {
    /// Without its ride where that is one of a look-up, since rides are large.
    var draft: Draft
    var hasRide: Bool
    var connectionsPlace: Int?
    var time: RideTime?
    var lacksTimetable: Bool
    var zone: String
    var answered: [Slot]
    var former: Former
    var excluded: [Slot: [String]]
    var trip: TripAnswers?
    var aboard: AboardTrip?
  }

  var answers: Answers {
    get {
      var draft = draft
      let isLookedUp = draft.ride != nil && draft.ride == connections?.ride
      if isLookedUp { draft.take(nil) }
      return Answers(
        draft: draft, hasRide: isLookedUp, connectionsPlace: connectionsPlace, time: time,
        lacksTimetable: lacksTimetable, zone: zone, answered: answered, former: former, excluded: excluded, trip: trip,
        aboard: aboard)
    }
    set {
      connectionsPlace = newValue.connectionsPlace
      draft = newValue.draft
      if newValue.hasRide { draft.take(connections) }
      time = newValue.time
      lacksTimetable = newValue.lacksTimetable
      zone = newValue.zone
      answered = newValue.answered
      former = newValue.former
      excluded = newValue.excluded
      trip = newValue.trip
      aboard = newValue.aboard
    }
  }

  /// What was said, while its meaning is being looked up.
  struct Utterance: Sendable, Hashable, Codable {
    var texts: [String]
    var method: Provenance.Method
    var zone: Transcript.Zone?
    /// What was decided on it where it was heard; nil where its words tell.
    var match: Match?
    var correction: Correction?
    /// How its words are read, where not as they stand.
    var reading: Reading?

    enum Reading: Sendable, Hashable, Codable {
      /// As a row of answers.
      case listed(original: [String])
      /// As two of which one is meant.
      case either(original: [String])
      /// Without what was said by mistake before a correction.
      case corrected(original: [String])
      /// As wishes and the like, unless they are part of a name.
      case aside
      /// As the place where the rider is, with what was said besides.
      case here(rest: String)
      /// As the ride that the rider is on, with what was said besides.
      case aboard(rest: String)
      /// As the place of a reminder that is of one.
      case visit
      /// As a trip, cut into what may name its stops.
      case trip
      /// As one more stop of a trip.
      case onward
      /// As they stand, since the other ways gave nothing.
      case plain
    }

    /// What it may correct.
    struct Correction: Sendable, Hashable, Codable {
      /// Still to be tried, the first one under way.
      var slots: [Slot]
      /// Whether it was marked as a correction by more than a "no".
      var isSure: Bool
      /// The hypotheses as they were heard.
      var original: [String]
    }
  }

  /// A question within a question.
  enum Pending: Sendable, Hashable, Codable {
    case confirm(Slot, PendingChoice)
    case choose(Slot, PendingChoice)
    case confirmEnds(from: PendingChoice, to: PendingChoice)
    case startOver
    case cancel
    case whichRow
    /// Whether being at the place already counts.
    case present

    /// Whether it asks back an answer, which is worth asking again after an interruption.
    var isAboutAnswer: Bool {
      switch self {
      case .confirm, .choose, .confirmEnds: true
      case .startOver, .cancel, .whichRow, .present: false
      }
    }
  }

  /// The candidates that are asked back, with where they came from.
  struct PendingChoice: Sendable, Hashable, Codable {
    var candidates: [Candidate]
    var stops: [String: Stop]
    var provenance: Provenance
    var asksWhich: Bool
    /// Whether it was spoken and not heard clearly; nil for no.
    var isDoubtful: Bool?
  }
}
