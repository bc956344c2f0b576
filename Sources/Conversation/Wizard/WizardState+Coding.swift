import Foundation
import Journey

/// States as they are stored: the same state gives the same bytes, so that a replay can be compared with what was recorded, and
/// a state without what a later version has added is still read.
extension WizardState: Decodable {
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys, _ standard: Value) throws -> Value {
      try fields.decodeIfPresent(Value.self, forKey: key) ?? standard
    }
    self.init(
      draft: try fields.decode(Draft.self, forKey: .draft), preferences: try value(.preferences, Preferences()),
      isScripted: try value(.isScripted, false), time: try fields.decodeIfPresent(RideTime.self, forKey: .time),
      zone: try value(.zone, "UTC"))
    remembers = try value(.remembers, true)
    open = try value(.open, .from)
    ending = try fields.decodeIfPresent(Ending.self, forKey: .ending)
    pending = try fields.decodeIfPresent(Pending.self, forKey: .pending)
    queued = try value(.queued, [:])
    counters = try value(.counters, [:])
    excluded = try value(.excluded, [:])
    offered = try value(.offered, [])
    suggestions = try value(.suggestions, [:])
    lookedUp = try value(.lookedUp, [])
    lacksTimetable = try value(.lacksTimetable, false)
    answered = try value(.answered, [])
    former = try value(.former, Former())
    before = try fields.decodeIfPresent(Answers.self, forKey: .before)
    undoStack = try value(.undoStack, [])
    redoStack = try value(.redoStack, [])
    echoed = try value(.echoed, [])
    lastMatch = try fields.decodeIfPresent(LastMatch.self, forKey: .lastMatch)
    past = try fields.decodeIfPresent(Past.self, forKey: .past)
    doubtedYes = try value(.doubtedYes, false)
    wanted = try fields.decodeIfPresent(Slot.self, forKey: .wanted)
    awaiting = try fields.decodeIfPresent(Utterance.self, forKey: .awaiting)
    page = try value(.page, 0)
    heard = try fields.decodeIfPresent(Heard.self, forKey: .heard)
    runnerUp = try fields.decodeIfPresent(RunnerUp.self, forKey: .runnerUp)
    line = try fields.decodeIfPresent(String.self, forKey: .line)
    wantedLine = try fields.decodeIfPresent(String.self, forKey: .wantedLine)
    avoidsLine = try fields.decodeIfPresent(Bool.self, forKey: .avoidsLine)
    clockZone = try fields.decodeIfPresent(String.self, forKey: .clockZone)
    wantedRide = try fields.decodeIfPresent(RideOfDay.self, forKey: .wantedRide)
    linesSought = try fields.decodeIfPresent(Int.self, forKey: .linesSought)
    timeBeforeLine = try fields.decodeIfPresent(RideTime.self, forKey: .timeBeforeLine)
    said = try value(.said, [:])
    places = try value(.places, [])
    byLearnedName = try value(.byLearnedName, [:])
    unlearned = try value(.unlearned, [])
    saidNames = try value(.saidNames, [])
    trip = try fields.decodeIfPresent(TripAnswers.self, forKey: .trip)
    aboard = try fields.decodeIfPresent(AboardTrip.self, forKey: .aboard)
    connectionsPlace = try fields.decodeIfPresent(Int.self, forKey: .connectionsPlace)
    guard hasItsLookUps else {
      throw DecodingError.dataCorruptedError(
        forKey: .connectionsPlace, in: fields, debugDescription: "no such look-up of rides")
    }
  }
}

extension WizardState {
  /// Whether every look-up that answers refer to is there.
  fileprivate var hasItsLookUps: Bool {
    let places = [connectionsPlace, before?.connectionsPlace] + (undoStack + redoStack).map(\.connectionsPlace)
    return places.allSatisfy { $0.map(lookedUp.indices.contains) ?? true }
  }
}

/// How states, inputs and outputs of the dialogue are written: with sorted keys, so that equal values are equal bytes.
public enum DialogueCoding {
  public static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}
