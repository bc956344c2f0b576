import BuiltFiles

/// The parts of a stored network. Lists of several things (`…Starts`) have one entry more than there are things: thing `n` has the
/// entries from `starts[n]` to `starts[n + 1]` of what follows them. Numbers are Int32 unless it says something else.
enum NetworkSection: Int, FileSection {
  static let magic: UInt64 = 0x574E_5448_4749_4C41
  static let version: UInt32 = 5

  /// The keys of the stations (Int64), ascending, and the places of each.
  case stationKeys, stationStarts, stationPlaces
  /// The key of each place's stop (Int64).
  case placeStops

  /// The places at which a line calls, and what one can do there (UInt8): bit 0 to board, bit 1 to alight.
  case lineStarts, callPlaces, callFlags
  case lineFeeds
  /// A number that lines share which call at the same places, where one can do the same: trips that overtake each other, and those of
  /// days on which some have changed.
  case lineKinds
  /// The patterns that a line's trips run one after the other while riders keep their seats, mostly one: their keys in the
  /// database (Int64), and the positions of the first and the last call of each. The end of one may be the beginning of the next.
  case linePartStarts, partPatterns, partFirst, partLast
  /// The first departure and the last arrival of any trip of a line, in seconds of the service day.
  case lineFirst, lineLast
  /// The services of each line, every one once.
  case lineServiceStarts, lineServices

  /// The trips of each line, in the order in which they run.
  case lineTrips
  /// When a trip starts, in seconds of the service day, which times it has after that, and on which days it runs.
  case tripFirst, tripProfiles, tripServices
  /// Keys in the database (Int64), one for each part of the line, trip by trip; and where those of a line begin. In a reversed network
  /// they are of no use.
  case tripKeys, lineKeyStarts
  /// Where the times of a profile begin: arrival and departure at each call, in seconds after the start.
  case profileStarts, profileTimes

  /// The lines that call at each place, and at which position.
  case placeLineStarts, placeLines, placePositions

  /// The ways from each place: to vehicles at the same one, at others of its station, and at stops near by, in seconds.
  case wayStarts, wayTo, waySeconds

  /// Keys in the database (Int64), the latest time of any trip in seconds of its service day, and the time zone (UTF-8).
  case feedKeys, feedLatest, feedZoneStarts, feedZones
  /// Feed, weekdays, first and last day of each service.
  case services
  /// Days on which a service runs or not in spite of that: twice the day's number, plus 1 where it runs, ascending.
  case exceptionStarts, exceptions
}
