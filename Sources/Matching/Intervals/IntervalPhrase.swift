import Foundation
import Journey

/// One way to say an interval: a phrase for one value, or with `{n}` for a range of amounts.
public struct IntervalPhrase: Sendable, Codable, Hashable {
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

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(phrase, forKey: .phrase)
    try fields.encode(value.canonical, forKey: .value)
    try fields.encode(least, forKey: .from)
    try fields.encode(most, forKey: .to)
  }

  /// Each amount in words with its value; the phrase itself where it has no `{n}`.
  /// - Parameter numbers: The words of 1, 2, 3 and so on; amounts beyond them are left out.
  public func spelled(_ numbers: [String]) -> [(phrase: String, value: Interval)] {
    guard phrase.contains("{n}") else { return [(phrase, value)] }
    return (least...most).prefix { $0 <= numbers.count }.map { amount in
      (phrase.replacingOccurrences(of: "{n}", with: numbers[amount - 1]), value.times(amount))
    }
  }

  /// Each amount in digits with its value; nothing where the phrase has no `{n}`.
  public var inDigits: [(phrase: String, value: Interval)] {
    guard phrase.contains("{n}") else { return [] }
    return (least...most).map { (phrase.replacingOccurrences(of: "{n}", with: String($0)), value.times($0)) }
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
