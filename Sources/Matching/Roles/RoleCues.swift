extension WordLists {
  /// The words that tell which end of the ride a place is.
  public struct Cues: Sendable, Codable, Hashable {
    public var from: [String] = []
    public var to: [String] = []
    /// Words that end the name of a place: on, at, please.
    public var breaks: [String] = []
    /// Particles written behind a name without a space.
    public var fromEndings: [String] = []
    public var toEndings: [String] = []
    /// Cues that say little by themselves and give way to others for the same end: leave, visit.
    public var weak: [String] = []
    /// What stands behind a place: is my destination.
    public var fromBehind: [String] = []
    public var toBehind: [String] = []
    /// Before two places with "and" between them.
    public var between: [String] = []
    /// Behind the place that is left, before the one to go to: leaving Linz *for* Hagenberg.
    public var onward: [String] = []
    /// Behind an amount, before the place to go to: two stops *before* Hagenberg.
    public var ahead: [String] = []
    /// Words that a larger place stands behind: friends *in* Linz.
    public var inside: [String] = []
    /// Others before the place where one is, which stand in names as well: *am* Hauptplatz, *near* the church.
    public var beside: [String] = []
    /// Before a place that is only passed: *via* Pregarten.
    public var via: [String] = []
    /// Before what is not meant, and behind it: *not* Linz *but* Leonding.
    public var not: [String] = []
    public var instead: [String] = []
    /// Between what was said by mistake and what is meant: Pregarten, *no*, Hagenberg.
    public var correction: [String] = []
    /// Verbs whose other half stands behind the place: "*steig* in Linz ein".
    public var apart: [String] = []
  }
}

extension WordLists.Cues {
  mutating func add(_ other: Self) {
    from += other.from
    to += other.to
    breaks += other.breaks
    fromEndings += other.fromEndings
    toEndings += other.toEndings
    weak += other.weak
    fromBehind += other.fromBehind
    toBehind += other.toBehind
    between += other.between
    onward += other.onward
    ahead += other.ahead
    via += other.via
    inside += other.inside
    beside += other.beside
    not += other.not
    instead += other.instead
    correction += other.correction
    apart += other.apart
  }

  public init(from decoder: any Decoder) throws {
    self.init()
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func list(_ key: CodingKeys) throws -> [String] { try fields.decodeIfPresent([String].self, forKey: key) ?? [] }
    from = try list(.from)
    to = try list(.to)
    breaks = try list(.breaks)
    fromEndings = try list(.fromEndings)
    toEndings = try list(.toEndings)
    weak = try list(.weak)
    fromBehind = try list(.fromBehind)
    toBehind = try list(.toBehind)
    between = try list(.between)
    onward = try list(.onward)
    ahead = try list(.ahead)
    via = try list(.via)
    inside = try list(.inside)
    beside = try list(.beside)
    not = try list(.not)
    instead = try list(.instead)
    correction = try list(.correction)
    apart = try list(.apart)
  }

  enum CodingKeys: String, CodingKey {
    case from, to, breaks, fromEndings, toEndings, weak, fromBehind, toBehind, between, onward, ahead, via, inside,
      beside,
      not, instead
    case correction, apart
  }
}
