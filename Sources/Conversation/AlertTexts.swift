import Foundation
import Journey

/// What the alerts of a language say: the section `alerts` of its file.
public struct AlertTexts: Sendable, Codable, Hashable {
  /// What the runner tells while it follows a ride.
  public struct RunnerTexts: Sendable, Codable, Hashable {
    var waiting: String
    var nothing: String
    var following: String
    var followingDemonstration: String
    /// Where no line is known.
    var followingPlace: String
    var withoutPosition: String
    /// Where live feeds say how late it is.
    var withoutPositionLive: String
    var withoutTimetable: String
    var needsPosition: String
    var positionFound: String
    var positionGone: String
    var positionNotBelieved: String
    var positionImpossible: String
    var severalPhones: String
    var positionEncrypted: String
    var positionUnreadable: String
    var positionOld: String
    var clockForward: String
    var clockBack: String
    var recordingEnded: String
    var linesLeftOut: String
    var finished: String
    /// Of a reminder of a place.
    var settled: String
    var changed: String
    var channelFailed: String
    var snoozed: String
    /// Where no stop comes before.
    var snoozedPlace: String
    var calledOff: String
    var decisionsFailed: String
    /// Why the machine is kept awake.
    var staysAwake: String
    var maySleep: String
  }

  /// What stands on the buttons of a notification.
  public struct ActionTexts: Sendable, Codable, Hashable {
    public var done: String
    public var snooze: String
    public var stop: String
  }

  /// What is told to try the channels out.
  public struct TestTexts: Sendable, Codable, Hashable {
    public var title: String
    public var text: String
  }

  /// How the ride stands at the moment of an alert, by the stops that are still to come.
  struct WhereTexts: Sendable, Codable, Hashable {
    /// One for each number of stops to come, from one on; `further` where there are more.
    var ahead: [String]
    var further: String
    /// Put before it where the vehicle is at a stop.
    var at: String
  }

  /// Towards a place where no vehicle stops for all that is known.
  struct ApproachTexts: Sendable, Codable, Hashable {
    var levels: LevelTexts
    var missed: String
  }

  /// At a place: each also with what is to be remembered.
  struct VisitTexts: Sendable, Codable, Hashable {
    var arriving: String
    var arrivingText: String
    var leaving: String
    var leavingText: String
    var clock: String
    var clockText: String
    var followUp: String
    var followUpText: String
  }

  /// What is left, in time or metres.
  struct LeftTexts: Sendable, Codable, Hashable {
    var about: String
    var under: String
    /// As the crow flies, where nobody knows the way.
    var straight: String
    var straightUnder: String
  }

  /// A sentence by what stands in for positions.
  struct BasisTexts: Sendable, Codable, Hashable {
    var timetable: String
    /// The timetable with the delay of a live feed.
    var live: String
    var pace: String
    /// Where nothing does.
    var nothing: String

    subscript(basis: Moment.Basis?) -> String {
      switch basis {
      case .timetable: timetable
      case .live: live
      case .pace: pace
      case .position, nil: nothing
      }
    }
  }

  /// A sentence for each of the three levels.
  struct LevelTexts: Sendable, Codable, Hashable {
    let texts: [String]

    init(from decoder: any Decoder) throws {
      texts = try [String](from: decoder)
      guard texts.count == 3 else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "three levels need three texts"))
      }
    }

    func encode(to encoder: any Encoder) throws { try texts.encode(to: encoder) }

    /// - Parameter level: 1 to 3; others give the nearest.
    subscript(level: Int) -> String { texts[min(max(1, level), 3) - 1] }
  }

  public var actions: ActionTexts
  /// Of a reminder of a place, where nobody gets off.
  public var placeActions: ActionTexts
  public var test: TestTexts
  /// Where the ride is, which the levels begin with.
  var place: WhereTexts
  var left: LeftTexts
  /// The three levels, and the same where nobody knows which stop is next.
  var levels: LevelTexts
  var unknown: LevelTexts
  var approach: ApproachTexts
  var visit: VisitTexts
  /// The last call where other stops are still to come, and where the vehicle is at the stop.
  var lastCallAhead: String
  var lastCallArrived: String
  var missed: String
  var missedAtNext: String
  var missedWithoutNext: String
  var positionLost: BasisTexts
  var positionDoubted: BasisTexts
  var offRoute: String
  var wrongWay: String
  var wrongLine: String
  var wrongVehicle: WrongVehicleTexts
  var caught: CaughtTexts
  var setOut: String
  var followUp: String
  var live: LiveTexts
  var change: String
  var changeLine: String
  var changeWalk: String
  var estimated: BasisTexts
  var repeated: String
  var demonstration: String
  /// What lies along the way.
  var note: String
  var noteText: String
  var runner: RunnerTexts
  public var simulation: SimulationTexts
  public var status: RideTexts
}

/// That the rider seems to sit in another run, which comes to their stop as well: where it is known when it left the first stop, and
/// where it is not; and that it is the one of their ride after all.
struct CaughtTexts: Codable, Sendable, Hashable {
  var leaving: String
  var plain: String
  var own: String
}

/// That the rider seems to sit in a vehicle that does not come to their stop.
struct WrongVehicleTexts: Codable, Sendable, Hashable {
  var towards: String
  var plain: String
  /// Of the rider's own line, where nobody knows what the vehicle shows.
  var opposite: String

  /// - Parameter stop: Where the rider gets off.
  func wording(_ vehicle: VehicleNews, stop: String) -> String {
    if let headsign = vehicle.headsign, headsign != stop { return towards }
    return vehicle.isOpposite ? opposite : plain
  }
}
