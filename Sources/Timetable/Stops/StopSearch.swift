import Journey
import Matching

/// Finds stops by what they are called, or nearly.
public struct StopSearch: Sendable {
  public let timetable: TimetableStore
  public let matcher: Matcher
  public let index: OptionIndex

  /// - Parameter lexicon: The words in which stops are named.
  /// - Throws: Errors of the database.
  public init(_ timetable: TimetableStore, _ lexicon: Lexicon) throws {
    self.timetable = timetable
    matcher = Matcher(lexicon: lexicon)
    index = try timetable.stopIndex(lexicon)
  }

  /// The stops that are most likely meant, best first; none where nothing is like it.
  /// - Parameters:
  ///   - own: What the rider calls stops; one that is called just so comes first.
  ///   - limit: How many at most.
  public func groups(like text: String, own: [NamedPlace] = [], limit: Int) throws -> [StopGroup] {
    // Poles are put together afterwards, so that more of them are looked for than are shown.
    let hits = matcher.search(text, among: index, limit: limit * 8)
    let least = max(Self.least, (hits.first?.score ?? 0) * Self.share)
    let likely = hits.filter { $0.isExact || $0.score >= least }.map { index.options[$0.option].id }
    let key = Normalizer.key(text)
    let named = try own.filter { Normalizer.key($0.name) == key }.map(\.stop.id) + timetable.stops(withBareID: text)
    let stops = try (named + likely.filter { !named.contains($0) }).compactMap { try timetable.stop(id: $0) }
    return try StopGroup.ids(stops).prefix(limit).map { StopGroup(try timetable.listed($0)) }
  }

  /// What a text names.
  public enum Meaning: Sendable {
    case one(StopGroup)
    /// All are called so.
    case namesakes([StopGroup])
    /// One of these may be meant, the likeliest first.
    case doubtful([String])
    case nothing
  }

  /// The stop that a text names: an id, a name of the rider's own, or a name that leaves no doubt.
  public func meaning(of text: String, own: [NamedPlace] = []) throws -> Meaning {
    if text.contains(":"), let stop = try timetable.stop(id: text) { return .one(try group([stop.id])) }
    let key = Normalizer.key(text)
    if let place = own.first(where: { Normalizer.key($0.name) == key }),
      let stop = try timetable.stop(id: place.stop.id)
    {
      return .one(try group([stop.id]))
    }
    let match = matcher.match(text, question: .slot(.to), among: index)
    guard match.decision == .accept, let name = match.candidates.first?.name else {
      let names = match.offered(matcher.policy).map(\.name)
      return match.decision == .reject || names.isEmpty ? .nothing : .doubtful(names)
    }
    // One option of the matcher is all stops of its name.
    let same = try groups(like: name, limit: 100).filter { Normalizer.key($0.stop.name) == Normalizer.key(name) }
    return same.count > 1 ? .namesakes(same) : same.first.map { .one($0) } ?? .nothing
  }

  private func group(_ ids: [String]) throws -> StopGroup { StopGroup(try timetable.listed(ids)) }

  /// Less likely stops are not worth a line.
  private static let least = 0.02
  private static let share = 0.05
}
