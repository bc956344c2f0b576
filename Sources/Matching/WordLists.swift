import Journey

/// The vocabulary of a language by the part that each word plays in an answer.
public struct WordLists: Sendable, Codable, Hashable {
  /// Words and phrases of amounts.
  public struct Numbers: Sendable, Codable, Hashable {
    /// Values that add up: one, twenty.
    public var words: [String: Double] = [:]
    /// Values that multiply what stands before them: hundred.
    public var multipliers: [String: Double] = [:]
    /// Loose amounts: a couple of, few.
    public var vague: [String: Double] = [:]
    public var ordinals: [String: Double] = [:]
    /// What is said for a nought between digits: "oh".
    public var zeros: [String] = []
    /// Parts of one: half, quarter.
    public var fractions: [String: Double] = [:]
    /// Values that count only inside a word written together: "vent" in "ventuno".
    public var bound: [String: Double] = [:]
    /// Parts of a unit said right after it: 半.
    public var afterUnit: [String: Double] = [:]
    public var and: [String] = []
    /// Joiners of ones with the tens said after them: "und" in "einundzwanzig".
    public var unitsFirst: [String] = []
    public var or: [String] = []
    /// Words before two amounts with an "and" that mean either: between.
    public var ranges: [String] = []
    public var point: [String] = []
    public var over: [String] = []
    public var of: [String] = []
    /// What stands between a denominator said first and its numerator: 分の.
    public var denominatorFirst: [String] = []
    /// Words for below zero.
    public var minus: [String] = []
    /// Words right before an amount that put it behind the stop: after.
    public var behind: [String] = []
    /// The mark before decimals; "." where it is absent.
    public var decimal: String?
    /// Marks between groups of three digits, beside point, comma, apostrophe and narrow spaces.
    public var groups: String?
    /// Words for one that count only before a unit: a, another, full.
    public var articles: [String] = []
    /// Words for one that count only before a unit of stops: the, next.
    public var pointing: [String] = []
    /// Words that may stand between an amount and its unit: extra, more.
    public var between: [String] = []
    /// Words that sound like a number and count as one only right before a unit.
    public var homophones: [String: Double] = [:]
    /// Whether "seven fifty" is 750 metres.
    public var shortHundreds = false
    public var last: [String] = []
    /// Between the first and the last.
    public var middle: [String] = []
    /// Units that mostly say nothing, unless a word follows that leads on: "halt".
    public var particles: [String] = []
    /// What makes "one" stand for something named before: "this one".
    public var determiners: [String] = []
    public var none: [String] = []
    /// Words that name a place in a list: option, number.
    public var item: [String] = []
  }

  /// A unit of time, length or stops.
  public struct Unit: Sendable, Codable, Hashable {
    public var mode: Mode
    /// Seconds, metres or stops.
    public var factor: Double
    public var words: [String]
    /// Symbols and short forms that count only right after digits.
    public var symbols: [String]?
    /// Short forms that mean this unit only where the mode is known to be this one.
    public var inMode: [String]?
    /// Which of the words are said of one only, so that "to stop" is not two of them.
    public var single: [String]?
    /// Whether a bare number in this mode is in this unit.
    public var bare: Bool?
    /// Whether a bare number after the next larger unit is in this unit: "one hour thirty".
    public var follows: Double?
  }

  public var numbers = Numbers()
  public var units: [Unit] = []
  /// Units of things that are no interval, which make a number be refused.
  public var otherUnits: [String] = []
  public var cues = Cues()
  /// Words said around an amount: before, earlier, left.
  public var around: [String] = []
  /// Words that say nothing by themselves: please, I, want, go.
  public var fillers: [String] = []
  /// Words of any sentence, which say nothing of a ride: of what was not understood they are not told.
  public var chatter: [String] = []
  /// Of these words those that ask for what nobody here does, "buy me a ticket": where nothing was made of them, that is told.
  public var services: [String] = []
  /// Words beside a way of warning that may say it is not wanted: "not", "without".
  public var denials: [String] = []
  /// Kinds of places, of little weight beside a name: station, stop.
  public var places: [String] = []
  /// Words and phrases that stand for each other in names.
  public var equivalents: [[String]] = []
  /// Endings that stand for longer ones: str, strasse.
  public var endings: [String: String] = [:]
  /// Parts of templates by name.
  public var rules: [String: String] = [:]

  enum CodingKeys: String, CodingKey {
    case numbers, units, otherUnits, cues, around, fillers, chatter, services, denials, places, equivalents, endings
    case rules
  }

  public init() {}

  mutating func add(_ other: WordLists) {
    numbers.add(other.numbers)
    units += other.units
    otherUnits += other.otherUnits
    cues.add(other.cues)
    around += other.around
    fillers += other.fillers
    chatter += other.chatter
    services += other.services
    denials += other.denials
    places += other.places
    equivalents += other.equivalents
    endings.merge(other.endings) { own, _ in own }
    rules.merge(other.rules) { own, _ in own }
  }
}

extension WordLists.Numbers {
  mutating func add(_ other: Self) {
    words.merge(other.words) { own, _ in own }
    multipliers.merge(other.multipliers) { own, _ in own }
    vague.merge(other.vague) { own, _ in own }
    ordinals.merge(other.ordinals) { own, _ in own }
    zeros += other.zeros
    shortHundreds = shortHundreds || other.shortHundreds
    fractions.merge(other.fractions) { own, _ in own }
    bound.merge(other.bound) { own, _ in own }
    afterUnit.merge(other.afterUnit) { own, _ in own }
    // A word that means one thing here keeps it: "of" is "or" in Dutch.
    let own = Set(and + or + point + over + of + articles + minus + words.keys + fractions.keys)
    homophones.merge(other.homophones.filter { !own.contains($0.key) }) { own, _ in own }
    and += other.and.filter { !own.contains($0) }
    unitsFirst += other.unitsFirst
    or += other.or.filter { !own.contains($0) }
    ranges += other.ranges
    point += other.point.filter { !own.contains($0) }
    over += other.over.filter { !own.contains($0) }
    of += other.of.filter { !own.contains($0) }
    articles += other.articles.filter { !own.contains($0) }
    pointing += other.pointing.filter { !own.contains($0) }
    between += other.between
    denominatorFirst += other.denominatorFirst
    minus += other.minus.filter { !own.contains($0) }
    behind += other.behind.filter { !own.contains($0) }
    decimal = decimal ?? other.decimal
    groups = groups ?? other.groups
    last += other.last
    middle += other.middle
    determiners += other.determiners
    particles += other.particles
    none += other.none
    item += other.item
  }

  public init(from decoder: any Decoder) throws {
    self.init()
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func values(_ key: CodingKeys) throws -> [String: Double] {
      try fields.decodeIfPresent([String: Double].self, forKey: key) ?? [:]
    }
    func list(_ key: CodingKeys) throws -> [String] { try fields.decodeIfPresent([String].self, forKey: key) ?? [] }
    words = try values(.words)
    multipliers = try values(.multipliers)
    vague = try values(.vague)
    ordinals = try values(.ordinals)
    zeros = try list(.zeros)
    fractions = try values(.fractions)
    homophones = try values(.homophones)
    shortHundreds = try fields.decodeIfPresent(Bool.self, forKey: .shortHundreds) ?? false
    bound = try values(.bound)
    afterUnit = try values(.afterUnit)
    unitsFirst = try list(.unitsFirst)
    denominatorFirst = try list(.denominatorFirst)
    minus = try list(.minus)
    behind = try list(.behind)
    ranges = try list(.ranges)
    pointing = try list(.pointing)
    decimal = try fields.decodeIfPresent(String.self, forKey: .decimal)
    groups = try fields.decodeIfPresent(String.self, forKey: .groups)
    and = try list(.and)
    or = try list(.or)
    point = try list(.point)
    over = try list(.over)
    of = try list(.of)
    articles = try list(.articles)
    between = try list(.between)
    last = try list(.last)
    middle = try list(.middle)
    determiners = try list(.determiners)
    particles = try list(.particles)
    none = try list(.none)
    item = try list(.item)
  }

  enum CodingKeys: String, CodingKey {
    case words, multipliers, vague, ordinals, zeros, fractions, and, or, point, over, of, articles, between, homophones,
      last, middle, determiners, particles
    case none, item, bound, afterUnit, unitsFirst, denominatorFirst, minus, behind, pointing, decimal
    case groups, ranges, shortHundreds
  }
}

extension WordLists {
  public init(from decoder: any Decoder) throws {
    self.init()
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func list(_ key: CodingKeys) throws -> [String] { try fields.decodeIfPresent([String].self, forKey: key) ?? [] }
    numbers = try fields.decodeIfPresent(Numbers.self, forKey: .numbers) ?? Numbers()
    units = try fields.decodeIfPresent([Unit].self, forKey: .units) ?? []
    otherUnits = try list(.otherUnits)
    cues = try fields.decodeIfPresent(Cues.self, forKey: .cues) ?? Cues()
    around = try list(.around)
    fillers = try list(.fillers)
    chatter = try list(.chatter)
    services = try list(.services)
    denials = try list(.denials)
    places = try list(.places)
    equivalents = try fields.decodeIfPresent([[String]].self, forKey: .equivalents) ?? []
    endings = try fields.decodeIfPresent([String: String].self, forKey: .endings) ?? [:]
    rules = try fields.decodeIfPresent([String: String].self, forKey: .rules) ?? [:]
  }
}
