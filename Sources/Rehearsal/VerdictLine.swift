import Foundation

/// The end of a simulated ride as a line of JSON.
public struct VerdictLine: Encodable {
  private let ride: RehearsedRide
  private let verdict: LastCallVerdict

  public init(_ verdict: LastCallVerdict, on ride: RehearsedRide) {
    (self.ride, self.verdict) = (ride, verdict)
  }

  enum CodingKeys: String, CodingKey {
    case name = "case"
    case verdict, seconds, arrival, leavesBefore, fixes, seed
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(ride.reminder.id.uuidString, forKey: .name)
    try fields.encode(verdict.name, forKey: .verdict)
    try fields.encode(verdict.secondsLeft?.rounded(), forKey: .seconds)
    try fields.encode(ride.arrival, forKey: .arrival)
    try fields.encode(ride.leavesBefore, forKey: .leavesBefore)
    try fields.encode(ride.received.count { $0 != nil }, forKey: .fixes)
    try fields.encode(ride.conditions.seed, forKey: .seed)
  }
}
