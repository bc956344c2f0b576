import Journey
import Matching

/// What riders say beside the four answers: wishes about how they are warned, questions of their own, and what names no stop. The
/// section `asides` of a language file.
public struct AsideWords: Sendable {
  /// What an aside asks for: the names of the section.
  enum Meaning: String, Sendable, CaseIterable, Decodable {
    case alarmOff = "alarm off"
    case alarmOn = "alarm on"
    case vibrationOff = "vibration off"
    case vibrationOn = "vibration on"
    case vibrationOnly = "vibration only"
    case notificationOnly = "notification only"
    case alarmOnly = "alarm only"
    case speechOn = "speech on"
    case speechOff = "speech off"
    /// How loud: "quieter", "louder", "full volume", "volume 60 %" with the number behind.
    case quieter, louder
    case fullVolume = "full volume"
    case volumeOf = "volume of"
    /// "No, leave it on", behind a wish.
    case takenBack = "wish taken back"
    /// "Don't wake me at Hagenberg": what follows is no answer.
    case notThere = "not there"
    /// "The stop after Pregarten", "the last stop": only the one who rides knows which that is.
    case otherStop = "other stop"
    /// "Two stops further", "one before Pregarten": which stop that is only the one who rides knows.
    case counted = "counted from a stop"
    /// "When we get to Pregarten": where, and not how far.
    case onTheWay = "on the way"
    /// "When I arrive", as the moment to be warned at.
    case atArrival = "at arrival"
    /// "Ten minutes before departure": there is no ride yet on which to be warned.
    case beforeRide = "before the ride"
    /// "Never", "none": no answer to a question that needs one.
    case nothing
    /// "The last bus": the ride after which there is no other.
    case lastRide = "last ride"
    /// "The first bus tomorrow".
    case firstRide = "first ride"
    /// "Two stops after": nobody is warned too late on purpose.
    case afterwards
    /// "One stop earlier", "five minutes later" than was set.
    case earlier, later
    /// "The bus is five minutes late": an amount in it is no answer.
    case statement
    /// What adds to something: "on Friday as well".
    case also
    /// "When will you wake me?"
    case whenWarned = "when warned"
    /// What tells that these are of the alert: "wake me"
    case warns
    /// What tells that these are of the ride: "take a bus".
    case departs
    case howLong = "how long"
    case howFar = "how far"
    case question
    /// What is a question where a question mark stands at its end: "is two stops enough?"
    case markedQuestion = "marked question"
    /// What begins like a question and is none: "what about Hagenberg".
    case request
    /// Between two of which one is meant: "or".
    case either
    /// "Between Pregarten and Hagenberg", where one stop is asked for.
    case between
    /// Before the name or number of a line.
    case line
    /// Before one that is not to be taken: "not line 1".
    case notLine = "not line"
    /// "Platform 3", which no stop and no ride is chosen by.
    case platform
    /// "You choose": the usual answer.
    case delegated
    /// "What's the difference?" between what may be answered.
    case difference
    /// "From here": where the rider is only a position source knows.
    case here
    /// "I'm on the bus", and "I'm on the", which is followed by the number of a line.
    case aboard
    case aboardLine = "aboard line"
    /// "When I arrive at", "when I leave", "if I am at", "unless I am at": what a reminder of a place waits for.
    case arrivingAt = "arriving at"
    case leaving
    case ifThere = "if there"
    case unlessThere = "unless there"
    /// "On arrival", "on leaving", where it is asked what to watch for at a place.
    case onArrival = "on arrival"
    case onLeaving = "on leaving"
    /// "If I am there", "unless I am there", beside a time of day.
    case whileThere = "while there"
    case whileElsewhere = "while elsewhere"
    /// "Remind me", with what is to be remembered elsewhere; and the verb where it stands behind that: "erinnern".
    case remindsBare = "reminds bare"
    case remindsFinal = "reminds final"
    /// What leads in what is to be remembered, away from the verb: "to", "that I", "daran".
    case messageLead = "message lead"
    /// Words around the name of a place that are no part of it: "any of my", "number".
    case placeFiller = "place filler"
    /// "Please", at the end of what is to be remembered.
    case politeness
    /// "Then", "after that": another stop of a trip follows.
    case onward
    /// "For", "staying": how long one stays follows.
    case staying
    /// "After an hour": how long one stays at the stop before follows.
    case afterStay = "after a stay"
    /// "With a break in": a stop on the way to the one that was said follows.
    case passing
    /// "On the way": the stop that was said is one on the way.
    case besideWay = "beside the way"
    /// "Return", "straight": before a name that needs no other word to lead to it: "home".
    case homeward
    /// "But", "where": what follows is a clause of its own.
    case clauseWord = "clause word"
    /// "Before I go to": what follows comes after the next stop that is said.
    case beforehand
    /// "I set out": where the trip begins is told.
    case settingOut = "setting out"
    /// "My last stop is": where it ends is told.
    case endingTrip = "ending trip"
    /// "Without", "skip": a stop of a trip that is left out.
    case leaveOut = "leave out"
    /// "Every time": not once a day.
    case eachTime = "each time"
    /// The verb behind a place where the language puts it there: "ankomme", "verlasse".
    case placeEnding = "place ending"
    case leavingEnding = "leaving ending"
    /// "Remind me to": what is to be remembered follows.
    case reminds
    /// "From anywhere": where the rider gets on is no matter.
    case anywhere
    /// "Do not cancel".
    case goOn = "go on"
    /// "Yesterday".
    case past

    /// Whether it is taken before the answers are.
    var isBesideAnswers: Bool {
      switch self {
      case .notThere, .otherStop, .afterwards, .earlier, .later, .between, .line, .notLine, .here, .anywhere, .aboard,
        .aboardLine,
        .goOn,
        .past,
        .platform,
        .delegated, .counted, .atArrival, .beforeRide, .nothing, .lastRide, .firstRide:
        true
      default: isWish
      }
    }

    /// What of a place it waits for; nil for what is of none.
    var visit: Visit.Event? {
      switch self {
      case .arrivingAt: .arriving
      case .leaving: .leaving
      case .ifThere: .clockThere
      case .unlessThere: .clockElsewhere
      default: nil
      }
    }

    /// What a wish to have nothing becomes where it is taken back.
    var opposite: Self? {
      switch self {
      case .alarmOff: .alarmOn
      case .vibrationOff: .vibrationOn
      default: nil
      }
    }

    var isWish: Bool {
      switch self {
      case .alarmOff, .alarmOn, .vibrationOff, .vibrationOn, .vibrationOnly, .notificationOnly, .alarmOnly, .speechOn,
        .speechOff, .quieter,
        .louder,
        .fullVolume, .volumeOf:
        true
      default: false
      }
    }
  }

  /// An aside as the file holds it, with templates as commands have them.
  struct Phrases: Decodable {
    let name: Meaning
    let phrases: [String]?
    /// Those that count only as all that is said.
    let whole: [String]?
  }

  /// An aside in an utterance.
  struct Found: Sendable {
    let meaning: Meaning
    /// What was said besides.
    let rest: String
    /// Whether nothing was said before it.
    let isFirst: Bool
    let before: String
    let behind: String
    /// Where it stands, in UTF-8 bytes.
    let range: Range<Int>
  }

  private let meanings: [Meaning]
  /// "And".
  private let joiners: Set<String>
  private let phrases: PhraseSet

  init(_ list: [Phrases], rules: [String: String], joiners: [String] = []) {
    self.joiners = Set(joiners)
    meanings = list.map(\.name)
    phrases = PhraseSet(
      list.enumerated().flatMap { place, entry in
        (entry.phrases ?? []).map { (place, $0, false) } + (entry.whole ?? []).map { (place, $0, true) }
      }, rules: rules)
  }

  /// The stretches that may be wishes and the like, in UTF-8 bytes: what is part of a name is none.
  func ranges(in text: String) -> [Range<Int>] {
    let tokens = Normalizer.tokens(text)
    return hits(tokens) { $0.isBesideAnswers }.compactMap { hit in
      // "Earlier" alone asks for another ride.
      let isAlone = hit.words == tokens.indices && [.earlier, .later].contains(meanings[hit.meaning])
      guard !isAlone, let first = hit.words.first, let last = hit.words.last else { return nil }
      return tokens[first].range.lowerBound..<tokens[last].range.upperBound
    }
  }

  private func hits(_ tokens: [Token], _ isWanted: (Meaning) -> Bool) -> [PhraseSet.Hit] {
    phrases.hits(tokens).filter { hit in
      let meaning = meanings[hit.meaning]
      guard isWanted(meaning) else { return false }
      // A wish may be all of a clause: "ten minutes, silently, please".
      return !hit.mustBeWhole || hit.words == tokens.indices || meaning.isWish && isClause(hit.words, tokens)
    }
  }

  private func isClause(_ words: Range<Int>, _ tokens: [Token]) -> Bool {
    let begins = words.lowerBound == 0 || tokens[words.lowerBound].breaksBefore
    return begins && (words.upperBound == tokens.count || tokens[words.upperBound].breaksBefore)
  }

  /// A wish about how to be warned, wherever it stands.
  func wish(in text: String) -> Found? { longest(in: text) { $0.isWish } }

  /// What begins with one of these, from the first word that says something.
  /// - Parameter clauses: Whether the first word of any clause will do: "well, how long does it take".
  func leading(in text: String, clauses: Bool = false, _ isWanted: (Meaning) -> Bool) -> Found? {
    longest(in: text) { isWanted($0) }.flatMap { found in
      let begins =
        clauses
        && Normalizer.tokens(text).contains {
          $0.range.lowerBound == found.range.lowerBound && $0.breaksBefore
        }
      return found.isFirst || begins ? found : nil
    }
  }

  /// "One stop earlier": the amount, and whether the alert comes before the one that is set.
  /// - Returns: Also whether it is said of the ride: "half an hour later, by bus".
  func shift(in text: String, saysSomething: (String) -> Bool) -> (amount: String, isEarlier: Bool, isOfRide: Bool)? {
    guard let found = longest(in: text, { $0 == .earlier || $0 == .later }), !found.rest.isEmpty else { return nil }
    let isOfRide = longest(in: text) { $0 == .departs } != nil
    // "An hour later, go": what departs is no amount.
    let parts = [found.before, found.behind].filter { part in
      saysSomething(part) && longest(in: part, { $0 == .departs })?.rest.isEmpty != true
    }
    guard parts.count == 1, !parts[0].contains(",") else { return nil }
    // "Later, and three stops" tells two things.
    let end = Array(text.utf8).dropFirst(found.range.upperBound).first
    if parts[0] == found.behind, end == UInt8(ascii: ",") || joins(parts[0]) { return nil }
    return (parts[0], found.meaning == .earlier, isOfRide)
  }

  /// All words of such meanings, in order; of those that overlap the first, and of those that begin together the longest.
  /// - Returns: Each with where it stands, in UTF-8 bytes.
  func marks(in text: String, _ isWanted: (Meaning) -> Bool) -> [(meaning: Meaning, range: Range<Int>)] {
    let tokens = Normalizer.tokens(text)
    let found = hits(tokens, isWanted).sorted {
      ($0.words.lowerBound, -$0.words.count, $0.meaning) < ($1.words.lowerBound, -$1.words.count, $1.meaning)
    }
    var marks: [(meaning: Meaning, range: Range<Int>)] = []
    var next = 0
    for hit in found where hit.words.lowerBound >= next {
      guard let first = hit.words.first, let last = hit.words.last else { continue }
      marks.append((meanings[hit.meaning], tokens[first].range.lowerBound..<tokens[last].range.upperBound))
      next = hit.words.upperBound
    }
    return marks
  }

  private func joins(_ text: String) -> Bool { Normalizer.tokens(text).contains { joiners.contains($0.word) } }

  /// One of these, wherever it stands.
  func any(in text: String, _ isWanted: (Meaning) -> Bool) -> Found? { longest(in: text, isWanted) }

  private func longest(in text: String, _ isWanted: (Meaning) -> Bool) -> Found? {
    let tokens = Normalizer.tokens(text)
    // Of two that are as long the one that stands first in the file counts.
    guard
      let hit = hits(tokens, isWanted).max(by: {
        ($0.words.count, -$0.words.lowerBound, -$0.meaning) < ($1.words.count, -$1.words.lowerBound, -$1.meaning)
      }),
      let first = hit.words.first, let last = hit.words.last
    else { return nil }
    let bytes = Array(text.utf8)
    let before = String(decoding: bytes[..<tokens[first].range.lowerBound], as: UTF8.self)
    let behind = String(decoding: bytes[tokens[last].range.upperBound...], as: UTF8.self)
    let around = [before, behind].map { $0.trimmed(of: " ,;.-–!") }
    return Found(
      meaning: meanings[hit.meaning], rest: around.filter { !$0.isEmpty }.joined(separator: ", "), isFirst: first == 0,
      before: around[0], behind: around[1],
      range: tokens[first].range.lowerBound..<tokens[last].range.upperBound)
  }
}

extension String {
  fileprivate func trimmed(of signs: String) -> String {
    String(drop { signs.contains($0) }.reversed().drop { signs.contains($0) }.reversed())
  }
}
