import Foundation
import Journey
import Matching

/// What riders say when they answer by voice; the section `speech` of a language file.
///
/// A recogniser can only hear what it was told to expect, so phrases are written out here where the matcher follows rules.
public struct SpokenAnswers: Sendable, Decodable {
  /// Something said for each of the four questions.
  public struct Phrases: Sendable, Decodable {
    public var from: [String]
    public var to: [String]
    public var mode: [String]
    public var interval: [String]
    /// Before any of these where the one said before was misheard: "no i said".
    public var correction: [String]
    /// Before one more stop of a trip: "then to", "after an hour to".
    public var onward: [String]

    private enum CodingKeys: String, CodingKey {
      case from, to, mode, interval, correction, onward, stays
    }

    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      from = try fields.decode([String].self, forKey: .from)
      to = try fields.decode([String].self, forKey: .to)
      mode = try fields.decode([String].self, forKey: .mode)
      interval = try fields.decode([String].self, forKey: .interval)
      correction = try fields.decodeIfPresent([String].self, forKey: .correction) ?? []
      let onward = try fields.decodeIfPresent([String].self, forKey: .onward) ?? []
      let stays = try fields.decodeIfPresent([String].self, forKey: .stays) ?? []
      self.onward = onward.flatMap { phrase in
        phrase.contains("{stay}") ? stays.map { phrase.replacing("{stay}", with: $0) } : [phrase]
      }
    }

    public subscript(slot: Slot) -> [String] {
      switch slot {
      case .from: from
      case .to: to
      case .mode: mode
      case .interval: interval
      }
    }
  }

  /// The ways to say a command: what stands as `spoken` beside the templates of the section `commands`.
  public struct CommandPhrases: Sendable, Decodable {
    public var command: String
    public var phrases: [String]

    enum CodingKeys: String, CodingKey {
      case command = "name"
      case phrases = "spoken"
    }

    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      command = try fields.decode(String.self, forKey: .command)
      phrases = try fields.decodeIfPresent([String].self, forKey: .phrases) ?? []
    }
  }

  /// The language that they are spoken in, as a BCP 47 tag; the file's own.
  public internal(set) var language = ""
  /// Phrases before an answer: "i want to go to".
  public var carriers: Phrases
  /// Phrases after an answer: "please".
  public var trailers: Phrases
  /// Templates of what else stands around an answer to the mode or the interval; none where the file has none.
  public struct Frames: Decodable, Sendable {
    public var before: [String] = []
    public var after: [String] = []
  }
  public var frames: Frames
  /// The ways to name each mode, by its raw value.
  private var modes: [String: [String]]
  /// The ways to say what is watched for at a place, by the event's raw value; `{time}` is a time of day.
  private var visits: [String: [String]]
  /// The ways to say the time of day {n}, the minute of the hour being the key.
  private var times: [String: [String]]
  /// The ways to say an interval, by the mode's raw value.
  private var intervals: [String: [IntervalPhrase]]
  /// The words of 1, 2, 3 and so on.
  public var numbers: [String]
  /// The numbers that riders say; all where the file tells none.
  private var usual: Set<Int>
  /// The commands that are listened for, in their order of precedence.
  public internal(set) var commands: [CommandPhrases] = []
  /// The ways to say the first, second, third and so on of what is offered.
  public var choices: [[String]]
  /// How signs in names are said, by sign.
  public var signs: [String: String]
  /// The ways to say that none of them is meant.
  public var none: [String]

  /// By `Revision`, the ways to say it.
  private var revisions: [String: [String]]

  private enum CodingKeys: String, CodingKey {
    case carriers, trailers, frames, modes, intervals, numbers, choices, none, signs, usual, revisions, visits, times
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    carriers = try fields.decode(Phrases.self, forKey: .carriers)
    trailers = try fields.decode(Phrases.self, forKey: .trailers)
    frames = try fields.decodeIfPresent(Frames.self, forKey: .frames) ?? Frames()
    modes = try fields.decode([String: [String]].self, forKey: .modes)
    intervals = try fields.decode([String: [IntervalPhrase]].self, forKey: .intervals)
    numbers = try fields.decode([String].self, forKey: .numbers)
    usual = Set(try fields.decodeIfPresent([Int].self, forKey: .usual) ?? Array(1...max(1, numbers.count)))
    choices = try fields.decodeIfPresent([[String]].self, forKey: .choices) ?? []
    signs = try fields.decodeIfPresent([String: String].self, forKey: .signs) ?? [:]
    none = try fields.decodeIfPresent([String].self, forKey: .none) ?? []
    revisions = try fields.decodeIfPresent([String: [String]].self, forKey: .revisions) ?? [:]
    visits = try fields.decodeIfPresent([String: [String]].self, forKey: .visits) ?? [:]
    times = try fields.decodeIfPresent([String: [String]].self, forKey: .times) ?? [:]
  }

  /// The ways to say what is wished of the answer before.
  public func phrases(for revision: Revision) -> [String] { revisions[revision.rawValue] ?? [] }

  /// The ways to name a mode.
  public func names(of mode: Mode) -> [String] { modes[mode.rawValue] ?? [] }

  /// The ways to say what is watched for at a place.
  /// - Returns: Each with its value: `arriving`, `clock-there 07:30`.
  public func visitPhrases() -> [(value: String, phrase: String)] {
    visits.sorted { $0.key < $1.key }.flatMap { event, phrases in
      phrases.flatMap { phrase -> [(value: String, phrase: String)] in
        guard phrase.contains("{time}") else { return [(event, phrase)] }
        return spokenTimes.map { ("\(event) \($0.value)", phrase.replacing("{time}", with: $0.phrase)) }
      }
    }
  }

  /// Alarms are set for the morning: an hour from 4 to 11 is of that half of the day, as where it is typed.
  private var spokenTimes: [(value: String, phrase: String)] {
    times.sorted { $0.key < $1.key }.flatMap { minute, ways in
      ways.flatMap { way in
        numbers.prefix(12).enumerated().map { index, number in
          let ahead = way.contains("{next}")
          // "Halb acht" is named after the hour to come.
          let named = ahead ? numbers[(index + 1) % 12] : number
          let hour = (4...11).contains(index + 1) ? index + 1 : (index + 1) % 12 + 12
          return (
            "\(hour < 10 ? "0" : "")\(hour):\(minute)",
            way.replacing("{n}", with: named).replacing("{next}", with: named)
          )
        }
      }
    }
  }

  /// The words of the numbers that riders say.
  public var usualNumbers: [String] {
    usual.sorted().filter { numbers.indices.contains($0 - 1) }.map { numbers[$0 - 1] }
  }

  /// The ways to say intervals that hardly anybody gives: "fifty two minutes".
  public func unusualIntervals(of mode: Mode) -> Set<String> {
    let ways = (intervals[mode.rawValue] ?? []).filter { $0.phrase.contains("{n}") }
    return Set(
      ways.flatMap { way in
        (way.least...way.most).filter { $0 <= numbers.count && !usual.contains($0) }.map {
          way.phrase.replacingOccurrences(of: "{n}", with: numbers[$0 - 1])
        }
      })
  }

  /// Every interval of a mode that can be said, with its value; amounts beyond the number words are left out.
  public func intervals(of mode: Mode) -> [(phrase: String, value: Interval)] {
    (intervals[mode.rawValue] ?? []).flatMap { $0.spelled(numbers) }
  }
}
