import Journey

/// Names an alert in records, logs and acknowledgements: the same wherever and however often it is told.
///
/// It is FNV-1a of 64 bits over what makes an alert one, written in sixteen hexadecimal digits.
public struct AlertTrace: Sendable, Hashable, Codable, CustomStringConvertible {
  public let number: UInt64

  init(_ alert: FleetAlert) {
    let told = alert.alert
    // What is told without being owed has no place in the ledger: it is one by its event and its instant.
    let place = told.place.map { "\($0)" } ?? "\(told.event.rawValue) \(told.at.timeIntervalSince1970)"
    let text = "\(alert.reminder.uuidString) \(alert.serviceDay) \(told.leg) \(place) \(told.round)"
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    number = hash
  }

  /// Nil for what is no trace.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 16, let number = UInt64(text, radix: 16) else { return nil }
    self.number = number
  }

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let trace = AlertTrace(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\"\(text.prefix(40))\" is no trace"))
    }
    self = trace
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  public var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
