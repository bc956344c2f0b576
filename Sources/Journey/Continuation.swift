/// Where the vehicle of a ride goes on as another trip, mostly of another line, while its riders keep their seats.
public struct Continuation: Sendable, Hashable, Codable {
  /// The place among the ride's stops of the one where it goes on so.
  public var stop: Int
  public var tripID: String?
  public var line: String
  public var headsign: String?

  public init(stop: Int, tripID: String?, line: String, headsign: String? = nil) {
    self.stop = stop
    self.tripID = tripID
    self.line = PlainText.of(line)
    self.headsign = headsign.map { PlainText.of($0) }
  }

  enum CodingKeys: String, CodingKey {
    case stop
    case tripID = "trip_id"
    case line, headsign
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      stop: try fields.decode(Int.self, forKey: .stop),
      tripID: try fields.decodeIfPresent(String.self, forKey: .tripID),
      line: try fields.decode(String.self, forKey: .line),
      headsign: try fields.decodeIfPresent(String.self, forKey: .headsign))
  }
}
