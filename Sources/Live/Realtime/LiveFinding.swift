/// Something that was wrong with a live feed, and what was done about it.
public struct LiveFinding: Sendable, Hashable, Codable {
  public enum Action: String, Sendable, Codable {
    /// The whole feed is not used.
    case refused
    /// The entity, or what it says of a trip, is left out.
    case dropped
    /// One stop time, or one field, is left out, and the rest is used.
    case ignored
    /// It was put right.
    case repaired
    /// It is used as it is.
    case told
  }

  /// The number of the GTFS Realtime validator's rule, `E003`, or a word of ours where it has none.
  public var rule: String
  public var action: Action
  /// Where it stands: `trip_update.trip.trip_id`.
  public var field: String
  /// The first entity.
  public var entity: String?
  public var what: String
  public var count = 1
}

/// The findings of one reading, each rule and field once.
struct LiveFindings {
  private(set) var all: [LiveFinding] = []
  private var places: [String: Int] = [:]

  mutating func note(
    _ rule: String, _ action: LiveFinding.Action, _ field: String, _ entity: String?, _ what: @autoclosure () -> String
  ) {
    let key = "\(rule) \(action) \(field)"
    if let place = places[key] {
      all[place].count += 1
      return
    }
    places[key] = all.count
    all.append(LiveFinding(rule: rule, action: action, field: field, entity: entity, what: what()))
  }
}
