/// How one run of a line really goes.
struct Trip {
  /// Seconds after the planned departure at which it leaves the boarding stop; nil for by chance.
  var late: Double?
  /// Seconds that it stands longer at a stop, by the stop's index in the line.
  var stands: [Int: Double] = [:]
  /// Where it is held on the leg after a stop, after which share of the leg, for how many seconds.
  var jams: [(leg: Int, share: Double, seconds: Double)] = []
  /// The stops that it passes without stopping.
  var skips: Set<Int> = []
  /// The way that it takes where that is not the planned one, and the stops' metres along it.
  var driven: (way: Way, metres: [Double])?
  /// The last stop that it comes to; nil for the one after the destination, if there is one.
  var end: Int?
  /// Whether it has time in hand, no red lights, and leaves every stop to the second.
  var keepsTime = false
  /// m/s along a leg, by the index of the stop that it begins at; nil for the line's.
  var speed: Double?
}

/// When a run was at its stops, in seconds of the true clock.
struct Calls {
  /// When it came within 35 m of each stop, as recordings count an arrival, and when it stood there.
  var reached: [Int: Double] = [:]
  var stood: [Int: Double] = [:]
  /// When the wheels turned, or the stop was passed.
  var left: [Int: Double] = [:]
}
