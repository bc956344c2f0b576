import Foundation

/// The condition under which a level fires. It carries its own numbers, so that a runner needs to know nothing of modes.
///
/// Stops are named by their index in the ride's `stops`, since a line may pass one stop twice. A trigger is encoded as an
/// object with `type`: `{"type": "approaching", "stop": 3, "seconds": 90, "metres": 300}`.
public indirect enum Trigger: Sendable, Hashable {
  /// At most so many seconds are left to the destination.
  case timeLeft(seconds: Double)
  /// The clock has reached an instant.
  case clock(Date)
  /// The stop is ahead by at most so many seconds at the present pace, or by at most so many metres.
  case approaching(stop: Int, seconds: Double, metres: Double)
  /// The vehicle is at the stop or beyond it.
  case reached(stop: Int)
  /// The vehicle has left the stop behind.
  case passed(stop: Int)
  /// The destination is at most so many metres away: along the route, or around it as a circle.
  case within(metres: Double, measured: Measure)
  /// The rider has come to one of the reminder's places and stays, or has left it.
  case entered, left
  case all([Trigger])
  case any([Trigger])

  /// How metres to the destination are counted.
  public enum Measure: String, Sendable, Codable {
    case along, around
  }
}

extension Trigger: Codable {
  enum CodingKeys: String, CodingKey {
    case type, seconds, at, stop, metres, measured, of
  }

  private enum Kind: String, Codable {
    case timeLeft, clock, approaching, reached, passed, within, entered, left, all, any
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Double { try fields.decode(Double.self, forKey: key) }
    func stop() throws -> Int { try fields.decode(Int.self, forKey: .stop) }
    switch try fields.decode(Kind.self, forKey: .type) {
    case .timeLeft: self = .timeLeft(seconds: try number(.seconds))
    case .clock: self = .clock(try fields.decode(Date.self, forKey: .at))
    case .approaching: self = .approaching(stop: try stop(), seconds: try number(.seconds), metres: try number(.metres))
    case .reached: self = .reached(stop: try stop())
    case .passed: self = .passed(stop: try stop())
    case .within:
      self = .within(metres: try number(.metres), measured: try fields.decode(Measure.self, forKey: .measured))
    case .entered: self = .entered
    case .left: self = .left
    case .all: self = .all(try fields.decode([Trigger].self, forKey: .of))
    case .any: self = .any(try fields.decode([Trigger].self, forKey: .of))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .timeLeft(let seconds):
      try fields.encode(Kind.timeLeft, forKey: .type)
      try fields.encode(seconds, forKey: .seconds)
    case .clock(let instant):
      try fields.encode(Kind.clock, forKey: .type)
      try fields.encode(instant, forKey: .at)
    case .approaching(let stop, let seconds, let metres):
      try fields.encode(Kind.approaching, forKey: .type)
      try fields.encode(stop, forKey: .stop)
      try fields.encode(seconds, forKey: .seconds)
      try fields.encode(metres, forKey: .metres)
    case .reached(let stop):
      try fields.encode(Kind.reached, forKey: .type)
      try fields.encode(stop, forKey: .stop)
    case .passed(let stop):
      try fields.encode(Kind.passed, forKey: .type)
      try fields.encode(stop, forKey: .stop)
    case .within(let metres, let measure):
      try fields.encode(Kind.within, forKey: .type)
      try fields.encode(metres, forKey: .metres)
      try fields.encode(measure, forKey: .measured)
    case .entered: try fields.encode(Kind.entered, forKey: .type)
    case .left: try fields.encode(Kind.left, forKey: .type)
    case .all(let triggers):
      try fields.encode(Kind.all, forKey: .type)
      try fields.encode(triggers, forKey: .of)
    case .any(let triggers):
      try fields.encode(Kind.any, forKey: .type)
      try fields.encode(triggers, forKey: .of)
    }
  }
}
