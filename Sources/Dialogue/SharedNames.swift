import Conversation
import Journey
import Matching
import Timetable

/// Names that stops in different places share, "86 St": which of them is meant is asked, and each is shown with what tells it apart.
package struct SharedNames {
  let timetable: TimetableStore
  let texts: PromptTexts
  /// All stops.
  let everywhere: OptionIndex
  /// The stops that the rider has used, the last used first, by id.
  let used: [String]
  private var known: [String: [Place]] = [:]

  /// Poles of one name that stand together.
  struct Place {
    /// The most served first.
    var stops: [Stop]
    /// The name with what tells it apart.
    var shown: String
    /// What tells it apart, as it is said: "7", "Oak Av".
    var said: [String]

    /// "line", "near".
    var small: [String] = []

    /// Whether some of what tells it apart was said, in words that all stand in the name as it is shown.
    func isTold(by words: Set<String>) -> Bool {
      words.isSubset(of: ([shown] + said + small).flatMap { Normalizer.tokens($0).map(\.word) })
        && said.contains { words.isSuperset(of: Normalizer.tokens($0).map(\.word)) }
    }
  }

  package init(_ timetable: TimetableStore, texts: PromptTexts, everywhere: OptionIndex, used: [String] = []) {
    self.timetable = timetable
    self.texts = texts
    self.everywhere = everywhere
    self.used = used
  }

  /// The places of a name, the most served first; empty where there is one or none.
  mutating func places(named name: String) throws -> [Place] {
    let key = Normalizer.key(name)
    if let places = known[key] { return places }
    let options = everywhere.options(named: name)
    var groups: [[Stop]] = []
    // Nearly all names are one stop's, for which nothing is to be read.
    for option in options.count > 1 ? options : [] {
      guard let stop = try timetable.stop(id: everywhere.options[option].id) else { continue }
      if let place = groups.firstIndex(where: { $0.contains { $0.isOnePlace(with: stop) } }) {
        groups[place].append(stop)
      } else {
        groups.append([stop])
      }
    }
    let places = groups.count > 1 ? try told(groups) : []
    known[key] = places
    return places
  }

  private func told(_ groups: [[Stop]]) throws -> [Place] {
    let small = [
      texts.say(.stopOnLines, ["stop": "", "lines": ""]), texts.say(.stopNear, ["stop": "", "near": ""]),
    ]
    let distinctions = try timetable.distinctions(of: groups)
    return zip(groups, distinctions).map { stops, distinction in
      let name = stops[0].name
      let lines = distinction.lines
      if !lines.isEmpty {
        let list = lines.joined(separator: ", ")
        return Place(
          stops: stops, shown: texts.say(.stopOnLines, ["stop": name, "lines": list]),
          said: lines + [distinction.near].compactMap(\.self), small: small)
      }
      // Where two are near the same stop their ids are left, which stand on the poles of many towns.
      let isTold =
        distinction.near != nil && distinctions.count { $0.near == distinction.near && $0.lines.isEmpty } == 1
      let id = isTold ? nil : stops[0].gtfs.map { $0.parentStation ?? $0.stopID }
      let near = [distinction.near, id].compactMap(\.self)
      return Place(
        stops: stops, shown: texts.say(.stopNear, ["stop": name, "near": near.joined(separator: ", ")]), said: near,
        small: small)
    }
  }

  /// A stop under the name by which it is told from others of its name.
  mutating func told(_ stop: Stop) throws -> Stop {
    guard let place = try places(named: stop.name).first(where: { $0.stops.contains { $0.id == stop.id } }) else {
      return stop
    }
    var stop = stop
    stop.name = place.shown
    return stop
  }

  /// The id of the stop that a text names with what tells it apart and nothing else: "86 St (line R)", "86 st line r".
  package mutating func stop(called text: String) throws -> String? {
    let tokens = Normalizer.tokens(text)
    let words = tokens.map(\.word)
    // What is a name as it stands is that.
    guard (2...Self.mostWords).contains(words.count), everywhere.options(named: text).isEmpty else { return nil }
    let bytes = Array(text.utf8)
    for cut in (1..<words.count).reversed() {
      let places = try places(named: String(decoding: bytes[..<tokens[cut - 1].range.upperBound], as: UTF8.self))
      let told = places.filter { $0.isTold(by: Set(words[cut...])) }
      if told.count == 1 { return told[0].stops[0].id }
    }
    return nil
  }

  /// More words than a name has with what tells it apart.
  private static let mostWords = 20

  /// A match in which each place of a shared name stands for itself. Where several are left of what would be taken, it is asked
  /// which.
  /// - Parameters:
  ///   - index: the stops that come into question; where none of the name is among them, all do.
  ///   - words: what was said of this end and of nothing else, in which lines and landmarks are looked for.
  package mutating func apart(
    _ match: Match, among index: OptionIndex, policy: MatchPolicy, saying words: String = ""
  ) throws -> Match {
    guard match.decision != .reject, !match.isOwnName else { return match }
    let likely = match.decision == .accept ? [match.accepted].compactMap(\.self) : match.likely(policy)
    var found: [Candidate] = []
    var isShared = false
    for candidate in likely {
      let places = try self.places(named: candidate.name, among: index)
      isShared = isShared || places.count > 1
      let wanted = places.count > 1 ? selected(places, by: words) : places
      found +=
        wanted.isEmpty
        ? [candidate] : wanted.map { Candidate(value: $0.stops[0].id, name: $0.shown, score: candidate.score) }
    }
    guard isShared else { return match }
    let allAlike = Set(likely.map { Normalizer.key($0.name) }).count == 1
    var apart = match
    apart.candidates = found.count > 1 ? usedFirst(found) : found + match.candidates.filter { !likely.contains($0) }
    if found.count == 1, match.decision == .accept || match.decision == .ask {
      return apart.taking(.accept, .init(.close, found[0].name))
    }
    guard found.count > 1 else { return apart.taking(.confirm, match.reason) }
    return apart.asking(
      .init(.ambiguous, allAlike ? "\(found.count) stops have this name" : "\(found[1].name) is as near"))
  }

  /// The places of a name that hold one of some stops, with those of their stops alone.
  private mutating func places(named name: String, among index: OptionIndex) throws -> [Place] {
    let places = try places(named: name)
    let possible = Set(places.isEmpty ? [] : index.options(named: name).map { index.options[$0].id })
    guard !possible.isEmpty else { return places }
    return places.compactMap { place in
      var place = place
      place.stops.removeAll { !possible.contains($0.id) }
      return place.stops.isEmpty ? nil : place
    }
  }

  /// Of the places of one name those whose lines or landmark were said as well; all where nothing of it was.
  private func selected(_ places: [Place], by utterance: String) -> [Place] {
    let words = Set(Normalizer.tokens(utterance).map(\.word))
    let own = Set(places[0].stops.flatMap { Normalizer.tokens($0.name).map(\.word) })
    let named = places.filter { place in
      place.said.contains { said in
        let told = Normalizer.tokens(said).map(\.word).filter { !own.contains($0) }
        return !told.isEmpty && told.allSatisfy(words.contains)
      }
    }
    return named.isEmpty ? places : named
  }

  /// The one that the rider has used comes first, the others as often as they are served.
  private func usedFirst(_ candidates: [Candidate]) -> [Candidate] {
    candidates.enumerated().sorted { one, other in
      let (left, right) = (
        used.firstIndex(of: one.element.value) ?? .max, used.firstIndex(of: other.element.value) ?? .max
      )
      return (left, one.offset) < (right, other.offset)
    }.map(\.element)
  }
}

extension Match {
  /// Whether the rider has a name for just that stop.
  fileprivate var isOwnName: Bool { isLearned || reason.code == .place }
}
