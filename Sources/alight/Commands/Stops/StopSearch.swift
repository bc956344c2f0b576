import Foundation
import Journey
import Matching
import Storage
import Timetable

/// Finds stops of the timetable in use by what they are called, in the words of all languages.
struct StopSearch {
  let timetable: TimetableStore
  private let matcher: Matcher
  private let index: OptionIndex
  private let data: DataOptions

  init(_ data: DataOptions) throws {
    self.data = data
    timetable = try data.timetableInUse()
    let lexicon = try Self.lexicon(preferred: data.preferences().language)
    matcher = Matcher(lexicon: lexicon)
    index = try timetable.stopIndex(lexicon)
  }

  /// The words of all languages, in any of which a stop may be named.
  /// - Parameter preferred: the rider's language, whose words go before those of others.
  static func lexicon(preferred: String?) throws -> Lexicon {
    let resources = try Resources.find()
    let language = LanguageOption.unnamed(preferred, among: try resources.languages())
    return try LanguageWords(
      resources: resources, preferred: language, question: .to, output: Output(quiet: true),
      cache: DataFolders().cache.appending(path: "words")
    ).lexicon
  }

  /// The stops that are most likely meant, best first; none where nothing is like it.
  /// - Parameter own: what the rider calls stops; one that is called just so comes first.
  func groups(like text: String, own: [NamedPlace] = [], limit: Int) throws -> [StopGroup] {
    // Poles are put together afterwards, so that more of them are looked for than are shown.
    let hits = matcher.search(text, among: index, limit: limit * 8)
    let least = max(Self.least, (hits.first?.score ?? 0) * Self.share)
    let likely = hits.filter { $0.isExact || $0.score >= least }.map { index.options[$0.option].id }
    let key = Normalizer.key(text)
    let named = try own.filter { Normalizer.key($0.name) == key }.map(\.stop.id) + timetable.stops(withBareID: text)
    let stops = try (named + likely.filter { !named.contains($0) }).compactMap { try timetable.stop(id: $0) }
    return try StopGroup.ids(stops).prefix(limit).map { StopGroup(try timetable.listed($0)) }
  }

  /// Less likely stops are not worth a line.
  private static let least = 0.02
  private static let share = 0.05

  /// The stop that a text names: an id, a name of the rider's own, or a name that leaves no doubt. An id of one platform stays
  /// that of the platform.
  /// - Throws: `CommandFailure` (66 where nothing is like it, 75 where several are meant).
  static func stop(_ text: String, _ data: DataOptions) throws -> [String] {
    let timetable = try data.timetableInUse()
    if text.contains(":"), try timetable.stop(id: text) != nil { return [text] }
    if let place = try data.ownNames().first(where: { $0.name.lowercased() == text.lowercased() }),
      try timetable.stop(id: place.stop.id) != nil
    {
      return [place.stop.id]
    }
    return try StopSearch(data).only(text).ids
  }

  private func only(_ text: String) throws -> StopGroup {
    let match = matcher.match(text, question: .slot(.to), among: index)
    guard match.decision == .accept, let name = match.candidates.first?.name else {
      let names = match.offered(matcher.policy).map { "\"\($0.name)\"" }
      guard match.decision != .reject, !names.isEmpty else {
        throw try timetable.missing(text) ?? nothing(like: text)
      }
      throw CommandFailure(
        .answerNeeded, "\(text): is \(names.joined(separator: " or ")) meant? Give the whole name, or an id")
    }
    // One option of the matcher is all stops of its name.
    let key = Normalizer.key(name)
    let same = try groups(like: name, limit: 100).filter { Normalizer.key($0.stop.name) == key }
    guard same.count <= 1 else {
      throw CommandFailure(
        .answerNeeded,
        "\(text): \(same.count) stops are called \(name): give an id, which \"alight stops search\" tells "
          + "(\(same.prefix(4).map(\.stop.id).joined(separator: ", "))\(same.count > 4 ? ", ..." : ""))")
    }
    guard let only = same.first else { throw try nothing(like: text) }
    return only
  }

  /// Why nothing is found: a stop of this name may be there at which nothing calls.
  func nothing(like text: String) throws -> CommandFailure {
    if let unserved = try timetable.unservedStop(named: text) {
      return CommandFailure(
        .noInput, "\(unserved) is in the timetable, but no trip of it calls there: try a stop near by")
    }
    return CommandFailure(
      .noInput, "no stop is called anything like \"\(text)\": try other words, or \"alight stops near LAT,LON\"")
  }
}

extension DataOptions {
  /// The rider's timetable, or the demonstration network.
  func timetableInUse() throws -> TimetableStore {
    try TimetableSource.open(
      timetable: timetableURL, demoNetwork: Resources.find().demoNetwork, cache: DataFolders().cache)
  }

  /// What the rider calls stops. A database is not made for it.
  func ownNames() throws -> [NamedPlace] {
    FileManager.default.fileExists(atPath: databaseURL.path) ? try openStore().places() : []
  }
}
