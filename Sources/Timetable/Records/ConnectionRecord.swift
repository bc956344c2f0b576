import Foundation
import Journey

/// A connection for other programs: `alight.connection/1`, described in `Prompts/schema/alight.connection-1.schema.json`.
public struct ConnectionRecord: Sendable, Encodable {
  private let schema = "alight.connection/1"
  private let departure: Date
  private let arrival: Date
  private let changes: Int
  private let rides: [Ride]
  /// One for each way on foot.
  private let walks: [Way]

  /// A walk with the number of the ride that it comes before; behind the last one that is how many there are.
  private struct Way: Sendable, Encodable {
    let before: Int
    let walk: Walk

    enum CodingKeys: String, CodingKey {
      case before
    }

    func encode(to encoder: any Encoder) throws {
      try walk.encode(to: encoder)
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(before, forKey: .before)
    }
  }

  public init(_ connection: Connection, from: Stop, to: Stop) {
    walks = connection.walks(from: from, to: to).enumerated()
      .compactMap { place, walk in walk.map { Way(before: place, walk: $0) } }
    (departure, arrival) = (connection.departure, connection.arrival)
    (changes, rides) = (connection.changes, connection.rides)
  }
}
