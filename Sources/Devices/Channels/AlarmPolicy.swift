/// How loud sounds are, and how the alarm goes on until the rider does something about it.
public struct AlarmPolicy: Sendable, Hashable {
  /// From one start of the alarm to the next. Who is asleep is not woken sooner by a sound that never stops, and who is awake
  /// can hear the announcement in between.
  public var interval: Duration
  /// The alarm does not begin again after this: in a bag that nobody carries it must not ring all day.
  public var longest: Duration
  /// Over 0 to 1 of full scale, where a reminder names none: clear in a carriage, no fright in headphones.
  public var firstVolume: Double
  /// What is added each time: from the first volume it takes two more rounds to full scale, which is within a minute.
  public var growth: Double

  public init(
    interval: Duration = .seconds(20), longest: Duration = .seconds(300), firstVolume: Double = 0.6,
    growth: Double = 0.2
  ) {
    self.interval = interval
    self.longest = longest
    self.firstVolume = firstVolume
    self.growth = growth
  }

  /// How loud a round of the alarm is, counted from 0.
  /// - Parameter first: the volume of round 0.
  func volume(inRound round: Int, from first: Double) -> Double { min(1, first + Double(round) * growth) }

  /// How many times the alarm begins at most.
  var rounds: Int { max(1, Int((longest / interval).rounded(.up))) }
}
