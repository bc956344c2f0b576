import Foundation

/// Names one delivery: nothing is shown again once the delivery of its key was written down.
public struct AlertKey: Sendable, Hashable, Codable {
  public var reminder: UUID
  public var serviceDay: String
  /// What was told, as `Alert.place`: 1 to 3 for the levels, 4 for `missed`, 5 and 6 for the questions after the ride.
  public var level: Int
  /// How often the level was put off before: 0 the first time.
  public var round: Int
  /// Which ride of a journey with changes it belongs to: 0 for the first.
  public var leg: Int

  public init(reminder: UUID, serviceDay: String, level: Int, round: Int = 0, leg: Int = 0) {
    self.reminder = reminder
    self.serviceDay = serviceDay
    self.level = level
    self.round = round
    self.leg = leg
  }

  /// The key of an alert; nil for what is told without being owed.
  public init?(_ alert: Alert, of reminder: Reminder) {
    guard let place = alert.place else { return nil }
    self.init(
      reminder: reminder.id, serviceDay: reminder.ride.serviceDay, level: place, round: alert.round, leg: alert.leg)
  }
}

/// One alert to deliver.
public struct Alert: Sendable, Hashable {
  /// What is told.
  public enum Event: String, Sendable, Codable {
    case alert, missed
    case positionLost = "position-lost"
    /// Positions come that cannot be true: they stand still, or leap. The alerts go on by the timetable and the pace.
    case positionDoubted = "position-doubted"
    case offRoute = "off-route"
    /// The vehicle goes away from the destination.
    case wrongWay = "wrong-way"
    /// The vehicle has left the line for another one, which does not come to the destination.
    case wrongLine = "wrong-line"
    /// The rider sits in a vehicle that does not come to their stop, for all that timetable and way say.
    case wrongVehicle = "wrong-vehicle"
    /// The rider sits in another run than the one of their ride, which comes to their stop as well.
    case caught
    /// It is time to walk to where the ride begins.
    case setOut = "set-out"
    /// Some time after the last call, where nobody said that they are off.
    case followUp = "follow-up"
    /// A live feed says that the vehicle is later or earlier than was told before.
    case delayed
    /// A live feed says that the ride is cancelled, or leaves out the stop where the rider gets on or off; of level 3 where that is near.
    case cancelled, skipped

    /// Whether it calls the rider out of the vehicle; what else is told of a ride must not take its place.
    public var isCall: Bool { self == .alert || self == .missed }
  }

  public var event: Event
  /// 1 to 3 for an alert; 1 and 2 for a follow-up; 3 for what a live feed says that must be heard at once; nil for the other events.
  public var level: Int?
  /// The instant at which it fired, by the engine's clock.
  public var at: Date
  /// Whether the schedule decided and not a position.
  public var estimated: Bool
  /// How often the rider had put the level off: 0 the first time.
  public var round: Int
  /// Which ride of a journey with changes it belongs to: 0 for the first.
  public var leg: Int
  /// What was true of the ride when it fired, from which the words come; nil where nothing is known of it.
  public var moment: Moment?
  /// What a live feed says that it tells of; nil where that is nothing.
  public var live: LiveNews?
  /// The vehicle that the rider seems to be on, where it is not that of the ride; nil where that is nothing to tell of.
  public var vehicle: VehicleNews?

  public init(
    event: Event, level: Int?, at: Date, estimated: Bool, round: Int = 0, leg: Int = 0, moment: Moment? = nil,
    live: LiveNews? = nil, vehicle: VehicleNews? = nil
  ) {
    self.event = event
    self.level = level
    self.at = at
    self.estimated = estimated
    self.round = round
    self.leg = leg
    self.moment = moment
    self.live = live
    self.vehicle = vehicle
  }

  /// Whether it calls the rider out of the vehicle.
  public var isCall: Bool { event.isCall }

  /// The place of an alert in the ledger of a ride; nil for what is told without being owed.
  public var place: Int? {
    switch event {
    case .alert: level
    case .missed: 4
    case .followUp: level.map { 4 + $0 }
    case .positionLost, .positionDoubted, .offRoute, .wrongWay, .wrongLine, .wrongVehicle, .caught, .setOut,
      .delayed, .cancelled, .skipped:
      nil
    }
  }
}

extension Alert: Codable {
  enum CodingKeys: String, CodingKey {
    case event, level, at, estimated, round, leg, moment, live, vehicle
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    event = try fields.decode(Event.self, forKey: .event)
    level = try fields.decodeIfPresent(Int.self, forKey: .level)
    at = try fields.decode(Date.self, forKey: .at)
    estimated = try fields.decode(Bool.self, forKey: .estimated)
    // Alerts written before they could be put off, or before there were changes, have none.
    round = try fields.decodeIfPresent(Int.self, forKey: .round) ?? 0
    leg = try fields.decodeIfPresent(Int.self, forKey: .leg) ?? 0
    // Words can do without it: what another version wrote there loses no alert.
    moment = try? fields.decodeIfPresent(Moment.self, forKey: .moment)
    live = try? fields.decodeIfPresent(LiveNews.self, forKey: .live)
    vehicle = try? fields.decodeIfPresent(VehicleNews.self, forKey: .vehicle)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(event, forKey: .event)
    try fields.encodeIfPresent(level, forKey: .level)
    try fields.encode(at, forKey: .at)
    try fields.encode(estimated, forKey: .estimated)
    if round > 0 { try fields.encode(round, forKey: .round) }
    if leg > 0 { try fields.encode(leg, forKey: .leg) }
    try fields.encodeIfPresent(moment, forKey: .moment)
    try fields.encodeIfPresent(live, forKey: .live)
    try fields.encodeIfPresent(vehicle, forKey: .vehicle)
  }
}
