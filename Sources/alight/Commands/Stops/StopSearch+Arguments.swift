import Foundation
import Journey
import Matching
import Storage
import Timetable

extension StopSearch {
  /// Stops of the timetable in use, in the words of all languages.
  init(_ data: DataOptions) throws {
    try self.init(data.timetableInUse(), Self.lexicon(preferred: data.preferences().language))
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
    switch try meaning(of: text) {
    case .one(let stop): return stop
    case .nothing: throw try timetable.missing(text) ?? nothing(like: text)
    case .doubtful(let names):
      let quoted = names.map { "\"\($0)\"" }.joined(separator: " or ")
      throw CommandFailure(.answerNeeded, "\(text): is \(quoted) meant? Give the whole name, or an id")
    case .namesakes(let same):
      throw CommandFailure(
        .answerNeeded,
        "\(text): \(same.count) stops are called \(same[0].stop.name): give an id, which \"alight stops search\" tells "
          + "(\(same.prefix(4).map(\.stop.id).joined(separator: ", "))\(same.count > 4 ? ", ..." : ""))")
    }
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
