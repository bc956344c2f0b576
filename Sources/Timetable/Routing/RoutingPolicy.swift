import BuiltFiles
import Journey

/// Every constant of the search for connections, each with its reason. Times in seconds, ways in metres.
public struct RoutingPolicy: Sendable, Hashable {
  /// From vehicle to vehicle at one stop, where the feed says nothing: out, and in again a few doors on.
  public var sameStop = 60
  /// To another platform of a station: one flight of stairs down and one up.
  public var samePlatforms = 120
  /// As the crow flies: who has to walk farther between two stops takes it for a way of its own.
  public var farthestWalk = Walking.standard.farthest / Walk.detour
  /// How much longer streets are than the straight line.
  public var detour = Walk.detour
  public var walkingSpeed = Walking.standard.speed
  /// A way on foot at either end is worth so much later an arrival to some riders: who need not walk is shown as well.
  public var walkWorth = 600
  /// A way at the ends of fewer seconds is no more than across the street: nobody looks for another ride to be spared it.
  public var walkMatters = 180
  public var beforeWalk = Int(Walk.lead)
  /// Places of one station, and places in a square of the map as wide as the farthest walk: a feed with more is in error, or means
  /// harm, and would fill the memory with pairs. The largest stations have some hundred platforms, city centres a hundred stops.
  public var mostPlaces = 500
  public var mostNear = 200
  /// Riders keep their seats where the vehicle's next trip begins no farther from where the one before ended: a turn round the block.
  /// And where it stands no longer than this: nobody sits on a bus that waits for the afternoon.
  public var farthestTurn = 200.0
  public var longestStand = 3600
  /// Who rides on through more ends of lines than this would have changed before.
  public var mostSeated = 4
  /// Stops across the street from each other: where a vehicle turns round and calls at those, riding on brings nobody anywhere.
  public var acrossStreet = 100.0
  /// Who travels longer than this and has to change may rather wait for a train that goes there without: such trains run three times
  /// a week, so that so many seconds on are looked at for fewer rides.
  public var longJourney = 21_600
  public var longestWait = 3 * 86_400
  /// A connection with more rides than this is none that a rider would take.
  public var mostRides = 8
  /// So many days on from the one asked for are looked at where nothing goes.
  public var days = 7

  public static let standard = RoutingPolicy()

  /// That of a rider who walks so far and so fast.
  public init(_ walking: Walking = .standard) {
    farthestWalk = walking.farthest / detour
    walkingSpeed = walking.speed
  }

  /// A name for its constants: what is built with them is of no use with others.
  var digest: Digest { Digest(String(describing: self)) }

  /// Seconds for a walk of so many metres as the crow flies; nil where it is too far.
  public func walk(_ metres: Double) -> Int? { metres <= farthestWalk ? namedWalk(metres) : nil }

  /// The same where the feed names the change without a time: then one walks however far it is.
  public func namedWalk(_ metres: Double) -> Int { beforeWalk + Int((metres * detour / walkingSpeed).rounded(.up)) }
}
