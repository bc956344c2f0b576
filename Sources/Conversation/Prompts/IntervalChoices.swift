import Journey

/// What a mode offers for the interval: predefined values, first default and range; the section `intervals`.
public struct IntervalChoices: Sendable, Decodable {
  /// The values of one mode, in its unit: seconds, stops or metres.
  public struct Choice: Sendable, Decodable {
    public var predefined: [Interval]
    public var standard: Interval
    public var minimum: Interval
    public var maximum: Interval

    enum CodingKeys: String, CodingKey {
      case predefined
      case standard = "default"
      case minimum, maximum
    }

    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      func interval(_ text: String, _ key: CodingKeys) throws -> Interval {
        guard let interval = Interval(canonical: text) else {
          throw DecodingError.dataCorruptedError(
            forKey: key, in: fields, debugDescription: "\"\(text)\" is no interval such as duration:300s or stops:2")
        }
        return interval
      }
      predefined = try fields.decode([String].self, forKey: .predefined).map { try interval($0, .predefined) }
      standard = try interval(fields.decode(String.self, forKey: .standard), .standard)
      minimum = try interval(fields.decode(String.self, forKey: .minimum), .minimum)
      maximum = try interval(fields.decode(String.self, forKey: .maximum), .maximum)
    }
  }

  public var time: Choice
  public var stations: Choice
  public var distance: Choice

  /// The choices of a mode.
  public subscript(mode: Mode) -> Choice {
    switch mode {
    case .time: time
    case .stations: stations
    case .distance: distance
    }
  }
}
