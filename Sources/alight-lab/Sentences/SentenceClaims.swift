/// What a sentence says is true, read from its words alone.
struct SentenceClaims: Sendable, Hashable {
  enum Amount: Sendable, Hashable {
    case about(Double)
    case under(Double)

    var value: Double {
      switch self {
      case .about(let value), .under(let value): value
      }
    }
  }

  /// What it says stands in for a position: `timetable`, `pace` or `nothing`; nil for a sentence that is no estimate.
  var estimatedBy: String?
  /// The stop that the vehicle is said to be at, and the one that is said to come next.
  var at: String?
  var next: String?
  /// How many stops it says are still to come, the rider's included.
  var count: Int?
  var seconds: Amount?
  var metres: Amount?
  var straightMetres: Amount?
  /// Whether it says that the rider's stop is passed.
  var isPast = false
}
