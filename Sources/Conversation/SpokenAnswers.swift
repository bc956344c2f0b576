import Foundation
import Journey

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

    private enum CodingKeys: String, CodingKey {
      case from, to, mode, interval, correction
    }

    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      from = try fields.decode([String].self, forKey: .from)
      to = try fields.decode([String].self, forKey: .to)
      mode = try fields.decode([String].self, forKey: .mode)
      interval = try fields.decode([String].self, forKey: .interval)
      correction = try fields.decodeIfPresent([String].self, forKey: .correction) ?? []
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

  /// One way to say an interval: a phrase for one value, or with `{n}` for a range of amounts.
  public struct IntervalPhrase: Sendable, Decodable {
    public var phrase: String
    /// The value of the phrase, or of one `{n}`, in canonical form.
    public var value: Interval
    public var least: Int
    public var most: Int

    enum CodingKeys: String, CodingKey {
      case phrase, value, from, to
    }

    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      phrase = try fields.decode(String.self, forKey: .phrase)
      let text = try fields.decode(String.self, forKey: .value)
      guard let interval = Interval(canonical: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .value, in: fields, debugDescription: "\"\(text)\" is no interval such as duration:300s or stops:2")
      }
      value = interval
      least = try fields.decodeIfPresent(Int.self, forKey: .from) ?? 1
      most = try fields.decodeIfPresent(Int.self, forKey: .to) ?? least
      guard least >= 1, least <= most, most <= 1000 else {
        throw DecodingError.dataCorruptedError(
          forKey: .from, in: fields, debugDescription: "the amounts \(least) to \(most) are no range of 1 to 1000")
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
  /// The ways to name each mode, by its raw value.
  private var modes: [String: [String]]
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

  private enum CodingKeys: String, CodingKey {
    case carriers, trailers, modes, intervals, numbers, choices, none, signs, usual
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    carriers = try fields.decode(Phrases.self, forKey: .carriers)
    trailers = try fields.decode(Phrases.self, forKey: .trailers)
    modes = try fields.decode([String: [String]].self, forKey: .modes)
    intervals = try fields.decode([String: [IntervalPhrase]].self, forKey: .intervals)
    numbers = try fields.decode([String].self, forKey: .numbers)
    usual = Set(try fields.decodeIfPresent([Int].self, forKey: .usual) ?? Array(1...max(1, numbers.count)))
    choices = try fields.decodeIfPresent([[String]].self, forKey: .choices) ?? []
    signs = try fields.decodeIfPresent([String: String].self, forKey: .signs) ?? [:]
    none = try fields.decodeIfPresent([String].self, forKey: .none) ?? []
  }

  /// The ways to name a mode.
  public func names(of mode: Mode) -> [String] { modes[mode.rawValue] ?? [] }

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
    (intervals[mode.rawValue] ?? []).flatMap { way -> [(phrase: String, value: Interval)] in
      guard way.phrase.contains("{n}") else { return [(way.phrase, way.value)] }
      return (way.least...way.most).prefix { $0 <= numbers.count }.map { amount in
        let phrase = way.phrase.replacingOccurrences(of: "{n}", with: numbers[amount - 1])
        return (phrase, way.value.times(amount))
      }
    }
  }
}

extension Interval {
  fileprivate func times(_ factor: Int) -> Interval {
    switch self {
    case .duration(let seconds): .duration(seconds: seconds * Double(factor))
    case .stops(let count): .stops(count * factor)
    case .distance(let metres): .distance(metres: metres * Double(factor))
    }
  }
}
