/// What was true of a ride when something was told: where the vehicle was among the stops, and what was left.
///
/// Stops are named by their index in the ride's `stops`; one more than the last is the stop that the line goes on to, `Ride.next`.
/// Whatever is not known is nil, and nothing may be said of it.
public struct Moment: Sendable, Hashable, Codable {
  /// What it is known by.
  public enum Basis: String, Sendable, Codable {
    /// The newest position.
    case position
    /// The timetable of the day, with the delay that is known.
    case timetable
    /// The timetable of the day, with the delay that a live feed names.
    case live
    /// The pace that was measured while there were positions.
    case pace
  }

  public var basis: Basis
  /// The stop that the vehicle is at, within the length of its doors; nil between stops, and where it is only estimated.
  public var atStop: Int?
  /// The next stop ahead: of those that the vehicle is not at, the first whose doors have not opened yet.
  public var nextStop: Int?
  /// How often the vehicle stops from here on until the rider gets off, the destination included: 1 where the next stop is theirs,
  /// 0 at the destination and behind it.
  public var stopsLeft: Int?
  /// Metres to the destination along the way, where that is on the map, and as the crow flies.
  public var metresLeft: Double?
  public var metresAround: Double?
  /// Seconds to the destination, as they are most likely.
  public var secondsLeft: Double?

  public init(
    basis: Basis, atStop: Int? = nil, nextStop: Int? = nil, stopsLeft: Int? = nil, metresLeft: Double? = nil,
    metresAround: Double? = nil, secondsLeft: Double? = nil
  ) {
    self.basis = basis
    self.atStop = atStop
    self.nextStop = nextStop
    self.stopsLeft = stopsLeft
    // Whole metres and seconds: more is noise.
    self.metresLeft = metresLeft?.rounded()
    self.metresAround = metresAround?.rounded()
    self.secondsLeft = secondsLeft?.rounded()
  }
}
