import Foundation
import Journey

/// Something to say that is not in words yet: a text of the language file with what fills it, or a value that has words in any
/// language. `PromptTexts.say` puts it into words, for the eye or for the ear.
///
/// ```swift
/// let phrase = Phrase.text(.echoTo, ["value": "Hagenberg"])
/// prompts.texts.say(phrase)        // "To: Hagenberg."
/// prompts.spokenTexts.say(phrase)  // the same for the ear
/// ```
public indirect enum Phrase: Sendable, Hashable {
  /// What is said as it stands: a name, or what somebody said.
  case name(String)
  /// A text by its id, with what fills its placeholders.
  /// - Parameters:
  ///   - level: From 0; beyond the last one the last.
  ///   - variant: From 0; beyond the last one they begin anew.
  case text(PromptID, [String: Phrase] = [:], level: Int = 0, variant: Int = 0)
  case number(Double)
  /// A time of the day in a zone, an IANA name.
  case time(Date, zone: String)
  /// A day in a zone, an IANA name.
  case day(Date, zone: String)
  case list([Phrase], separator: String)
  /// The same with a capital at its beginning.
  case capitalized(Phrase)

  /// Nothing to be said.
  public static let nothing = Phrase.name("")

  /// The ids of all texts in it, the outer ones first.
  public var ids: [PromptID] {
    switch self {
    case .name, .number, .time, .day: []
    case .text(let id, let values, _, _):
      [id] + values.sorted { $0.key < $1.key }.flatMap(\.value.ids)
    case .list(let phrases, _): phrases.flatMap(\.ids)
    case .capitalized(let phrase): phrase.ids
    }
  }
}

extension Phrase: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .name(value) }
}

extension Phrase {
  /// An instant's time of the day, or nothing where there is none.
  static func time(_ instant: Date?, zone: String) -> Phrase {
    guard let instant else { return .nothing }
    return .time(instant, zone: zone)
  }
}

extension PromptTexts {
  /// A phrase in words.
  public func say(_ phrase: Phrase) -> String {
    switch phrase {
    case .name(let name): return name
    case .text(let id, let values, let level, let variant):
      return say(id, values.mapValues(say), level: level, variant: variant)
    case .number(let value): return spelling?.number(value) ?? number(value)
    case .time(let instant, let zone): return time(instant, zone: zone)
    case .day(let instant, let zone):
      return spelling?.day(instant, zone: zone) ?? ServiceDay.text(instant, zone: zone)
    case .list(let phrases, let separator): return phrases.map(say).joined(separator: separator)
    case .capitalized(let phrase):
      let text = say(phrase)
      return text.prefix(1).uppercased() + text.dropFirst()
    }
  }

  private var spelling: Spelling? { spokenLanguage.map(Spelling.init) }

  /// `18:10`; in texts that are spoken "eighteen ten".
  private func time(_ instant: Date, zone: String) -> String {
    let parts = Calendar.gregorian(zone: zone).dateComponents([.hour, .minute], from: instant)
    let (hour, minute) = (parts.hour ?? 0, parts.minute ?? 0)
    guard let spelling else { return String(format: "%02d:%02d", hour, minute) }
    let id: PromptID = minute == 0 ? .oClock : minute < 10 ? .fewMinutesPast : .minutesPast
    return say(id, ["hour": spelling.number(Double(hour)), "minute": spelling.number(Double(minute))])
  }
}

extension Phrase: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, values, level, variant, number, time, day, zone, list, separator, capitalized
  }

  /// A bare string is a name, as all that is said was recorded before version 0.2.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self = .name(name)
      return
    }
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    if let id = try fields.decodeIfPresent(PromptID.self, forKey: .id) {
      self = .text(
        id, try fields.decodeIfPresent([String: Phrase].self, forKey: .values) ?? [:],
        level: try fields.decodeIfPresent(Int.self, forKey: .level) ?? 0,
        variant: try fields.decodeIfPresent(Int.self, forKey: .variant) ?? 0)
    } else if let value = try fields.decodeIfPresent(Double.self, forKey: .number) {
      self = .number(value)
    } else if let instant = try fields.decodeIfPresent(Date.self, forKey: .time) {
      self = .time(instant, zone: try fields.decode(String.self, forKey: .zone))
    } else if let instant = try fields.decodeIfPresent(Date.self, forKey: .day) {
      self = .day(instant, zone: try fields.decode(String.self, forKey: .zone))
    } else if let phrase = try fields.decodeIfPresent(Phrase.self, forKey: .capitalized) {
      self = .capitalized(phrase)
    } else {
      self = .list(
        try fields.decode([Phrase].self, forKey: .list), separator: try fields.decode(String.self, forKey: .separator))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if case .name(let name) = self {
      var container = encoder.singleValueContainer()
      return try container.encode(name)
    }
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .name: break
    case .text(let id, let values, let level, let variant):
      try fields.encode(id, forKey: .id)
      if !values.isEmpty { try fields.encode(values, forKey: .values) }
      if level > 0 { try fields.encode(level, forKey: .level) }
      if variant > 0 { try fields.encode(variant, forKey: .variant) }
    case .number(let value): try fields.encode(value, forKey: .number)
    case .time(let instant, let zone):
      try fields.encode(instant, forKey: .time)
      try fields.encode(zone, forKey: .zone)
    case .day(let instant, let zone):
      try fields.encode(instant, forKey: .day)
      try fields.encode(zone, forKey: .zone)
    case .list(let phrases, let separator):
      try fields.encode(phrases, forKey: .list)
      try fields.encode(separator, forKey: .separator)
    case .capitalized(let phrase): try fields.encode(phrase, forKey: .capitalized)
    }
  }
}
