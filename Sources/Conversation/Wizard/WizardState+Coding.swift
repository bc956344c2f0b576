import Foundation
import Journey

/// States as they are stored: the same state gives the same bytes, so that a replay can be compared with what was recorded, and
/// a state without what a later version has added is still read.
extension WizardState: Codable {
  private enum CodingKeys: String, CodingKey {
    case draft, open, ending, isScripted, time, preferences, pending, queued, counters, excluded, offered, suggestions
    case lookedUp, connectionsPlace, lacksTimetable, zone, answered, former, before, undoStack, redoStack, echoed,
      wanted, lastMatch, past, doubtedYes
    case awaiting, page
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys, _ standard: Value) throws -> Value {
      try fields.decodeIfPresent(Value.self, forKey: key) ?? standard
    }
    self.init(
      draft: try fields.decode(Draft.self, forKey: .draft), preferences: try value(.preferences, Preferences()),
      isScripted: try value(.isScripted, false), time: try fields.decodeIfPresent(RideTime.self, forKey: .time),
      zone: try value(.zone, "UTC"))
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
    connectionsPlace = try fields.decodeIfPresent(Int.self, forKey: .connectionsPlace)
    let places = [connectionsPlace, before?.connectionsPlace] + (undoStack + redoStack).map(\.connectionsPlace)
    guard places.allSatisfy({ $0.map(lookedUp.indices.contains) ?? true }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .connectionsPlace, in: fields, debugDescription: "no such look-up of rides")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(draft, forKey: .draft)
    try fields.encode(open, forKey: .open)
    try fields.encodeIfPresent(ending, forKey: .ending)
    try fields.encode(isScripted, forKey: .isScripted)
    try fields.encodeIfPresent(time, forKey: .time)
    try fields.encode(preferences, forKey: .preferences)
    try fields.encodeIfPresent(pending, forKey: .pending)
    try fields.encode(queued, forKey: .queued)
    try fields.encode(counters, forKey: .counters)
    try fields.encode(excluded, forKey: .excluded)
    try fields.encode(offered, forKey: .offered)
    try fields.encode(suggestions, forKey: .suggestions)
    try fields.encode(lookedUp, forKey: .lookedUp)
    try fields.encodeIfPresent(connectionsPlace, forKey: .connectionsPlace)
    try fields.encode(lacksTimetable, forKey: .lacksTimetable)
    try fields.encode(zone, forKey: .zone)
    try fields.encode(answered, forKey: .answered)
    try fields.encode(former, forKey: .former)
    try fields.encodeIfPresent(before, forKey: .before)
    try fields.encode(undoStack, forKey: .undoStack)
    try fields.encode(redoStack, forKey: .redoStack)
    try fields.encode(echoed, forKey: .echoed)
    try fields.encodeIfPresent(lastMatch, forKey: .lastMatch)
    try fields.encodeIfPresent(past, forKey: .past)
    try fields.encode(doubtedYes, forKey: .doubtedYes)
    try fields.encodeIfPresent(wanted, forKey: .wanted)
    try fields.encodeIfPresent(awaiting, forKey: .awaiting)
    try fields.encode(page, forKey: .page)
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
