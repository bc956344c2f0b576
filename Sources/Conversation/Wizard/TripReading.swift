import Journey
import Matching

/// What was said of a trip: where it begins, its stops in order, and what else.
struct TripReading: Sendable, Hashable {
  /// The words for where it begins; nil where that was not said.
  var start: String?
  var stops: [Onward] = []
  /// Answers to other questions.
  var besides: [String] = []
  /// Words that are of no use here.
  var unused: [String] = []
  /// How long one stays at the stop that was said before all this: "after an hour to Hagenberg".
  var stayBefore: Double?
  /// Whether "then" was said, and whether words tell that an amount of time is a stay.
  var leadsOn = false
  var tellsStay = false

  /// - Parameters:
  ///   - meanings: What each of the look-ups of the pieces means.
  ///   - goesOn: Whether a stop was said before all this.
  ///   - needsStart: Whether it may begin with the stop that was said first.
  init(_ pieces: TripPieces, _ meanings: [Interpretation], _ matcher: Matcher, goesOn: Bool, needsStart: Bool) {
    var reader = Reader(pieces, meanings, matcher, goesOn: goesOn)
    reader.walk()
    (start, besides, unused) = (reader.start?.text, pieces.besides + reader.besides, reader.unused)
    (stayBefore, leadsOn) = (reader.stayBefore, pieces.elements.contains(.onward))
    tellsStay = pieces.tellsStay || reader.hasStayBefore
    var stops = reader.ordered()
    // "Linz, then Hagenberg, then home": a row of names begins with the first of them.
    if start == nil, needsStart, stops.count > 1, stops[0].isBare, stops[0].stay == nil, !reader.wasStartTold {
      start = stops.removeFirst().text
    }
    self.stops = stops.map { Onward(place: $0.text, stay: $0.stay) }
  }

  /// A name in a piece.
  private struct Name: Equatable {
    var text: String
    var value: String?
    /// In UTF-8 bytes of the piece.
    var range: Range<Int>
    /// Whether it is told as where one sets out, and by a word that can tell nothing else.
    var isFrom = false
    var isSure = true
    var isLedTo = false
    var isBare = false
    /// Whether it is one of the rider's own names.
    var isOwn = false
    /// Whether it is the name of a stop beyond doubt.
    var isAccepted = true

    init(
      text: String, value: String?, range: Range<Int>, isFrom: Bool, isLedTo: Bool, isBare: Bool
    ) {
      (self.text, self.value, self.range) = (text, value, range)
      (self.isFrom, self.isLedTo, self.isBare) = (isFrom, isLedTo, isBare)
    }

    init(_ part: InterpretationPart, _ text: String, of whole: Interpretation, in piece: TripPieces.Piece) {
      let kinds = Set(whole.parts.filter(\.isNamed).map(\.kind))
      let isBoth = kinds.isSuperset(of: [.from, .to])
      (self.text, value, range) = (text, part.value, part.range)
      isFrom = part.kind == .from && (piece.leadsAway || isBoth || whole.hadCues && !piece.leadsTo)
      isSure = piece.leadsAway || !isBoth
      isLedTo = part.kind == .to && (piece.leadsTo || isBoth)
      isBare = !whole.hadCues && !isBoth
      isAccepted = part.decision == .accept
      isOwn = part.reason.code == .place
    }
  }

  /// A stop that was named.
  private struct Mention {
    var text: String
    var value: String?
    /// Whether no word told what it is.
    var isBare: Bool
    /// Whether a word led to it.
    var isLedTo: Bool
    /// Whether words tell beyond doubt what it is.
    var isSure: Bool
    var clause: Int
    var isOnTheWay = false
    /// Whether it was said to come after those before it.
    var isOnward = false
    var isLast = false
    /// Whether it comes after the one that is named next.
    var isPostponed = false
    var stay: Double?
  }

  private struct Reader {
    let pieces: TripPieces
    let meanings: [Interpretation]
    let matcher: Matcher
    /// Whether a stop was said before all this.
    let goesOn: Bool
    private(set) var start: Mention?
    private(set) var wasStartTold = false
    private(set) var stayBefore: Double?
    /// Whether a stay stands before its stop: "40 minutes at Linz".
    private(set) var hasStayBefore = false
    private(set) var besides: [String] = []
    private(set) var unused: [String] = []
    private var stops: [Mention] = []

    private var clause = 0
    private var (tellsStart, tellsEnd, isOnTheWay, isPostponed, isAfter, isOnward, isAlsoOnTheWay) = (
      false, false, false, false, false, false, false
    )
    /// A stay of which the stop is still to come, and whether a stop was named since the last word that leads on.
    private var stay: (seconds: Double, said: String)?
    private var hasStop = false
    private var skipped: Set<Int> = []

    init(_ pieces: TripPieces, _ meanings: [Interpretation], _ matcher: Matcher, goesOn: Bool) {
      (self.pieces, self.meanings, self.matcher, self.goesOn) = (pieces, meanings, matcher, goesOn)
    }

    mutating func walk() {
      for (place, element) in pieces.elements.enumerated() {
        switch element {
        case .words(let number): if !skipped.contains(number) { take(number) }
        case .stay(let seconds, let said): take(seconds, said, isOfNext: isInside(place + 1))
        case .and:
          let isVia = hasStop && stops.last?.isOnTheWay ?? false && stops.last?.clause == clause
          endPart()
          // "Via Linz and Hagenberg".
          isAlsoOnTheWay = isVia
        case .onward:
          endPart()
          isOnward = true
        case .clause:
          endPart()
          clause += 1
          (tellsStart, tellsEnd, isOnTheWay) = (false, false, false)
        case .via: (isOnTheWay, hasStop) = (true, false)
        case .onTheWay:
          if hasStop, !stops.isEmpty { stops[stops.count - 1].isOnTheWay = true } else { isOnTheWay = true }
        case .after: isAfter = true
        case .beforehand:
          isPostponed = !hasStop
          if hasStop { endPart() }
        case .settingOut: takeBegin(place)
        case .ending:
          if leadsOn(place) {
            endPart()
            tellsEnd = true
          } else if hasStop {
            stops[stops.count - 1].isLast = true
          }
        }
      }
      endPart()
      if let stay { unused.append(stay.said) }
    }

    /// "I start in Linz", or behind it: "in Linz I start".
    private mutating func takeBegin(_ place: Int) {
      if leadsOn(place) {
        tellsStart = true
      } else if hasStop, let last = stops.popLast() {
        hasStop = false
        takeStart(last)
      }
    }

    /// Whether words follow in the same part.
    private func leadsOn(_ place: Int) -> Bool {
      for element in pieces.elements[(place + 1)...] {
        switch element {
        case .words: return true
        case .stay, .via, .after, .settingOut, .ending: continue
        default: return false
        }
      }
      return false
    }

    /// A stay behind which no stop was named is of the one before.
    private mutating func endPart() {
      if let stay, let last = stops.indices.last, stops[last].stay == nil {
        stops[last].stay = stay.seconds
        self.stay = nil
      }
      (hasStop, isAfter, isAlsoOnTheWay) = (false, false, false)
    }

    /// "An hour at Linz": the stop of a stay stands right behind it.
    private func isInside(_ place: Int) -> Bool {
      guard pieces.elements.indices.contains(place), case .words(let number) = pieces.elements[place] else {
        return false
      }
      return pieces.pieces[number].isInside
    }

    private mutating func take(_ seconds: Double, _ said: String, isOfNext: Bool) {
      if isOfNext, stay == nil, !isAfter {
        stay = (seconds, said)
      } else if hasStop || isAfter, let last = stops.indices.last, stops[last].stay == nil {
        stops[last].stay = seconds
      } else if goesOn, isAfter, stops.isEmpty, stayBefore == nil {
        stayBefore = seconds
      } else if stay == nil {
        stay = (seconds, said)
      } else {
        unused.append(said)
      }
      isAfter = false
    }

    private mutating func take(_ number: Int) {
      guard let found = names(number) else { return }
      besides += found.answers
      // "Then home to Linz" goes to Linz.
      let isDirection = found.names.count == 2 && found.names[0].isOwn && !found.names[0].isSure && !stops.isEmpty
      if isDirection { unused.append(found.names[0].text) }
      for name in found.names.dropFirst(isDirection ? 1 : 0) {
        take(name, isSecond: found.names.count > 1 && name == found.names[1])
      }
      unused += found.others
    }

    /// What is said in a piece: names of stops in order, answers to other questions, and words that are of no use.
    private mutating func names(_ number: Int) -> (names: [Name], answers: [String], others: [String])? {
      let piece = pieces.pieces[number]
      let offset = pieces.pieces[..<number].reduce(0) { $0 + 1 + ($1.joined == nil ? 0 : 1) + $1.stretches.count }
      guard meanings.indices.contains(offset) else { return nil }
      if piece.joined != nil {
        let whole = meanings[offset + 1]
        let named = whole.parts.filter(\.isNamed)
        if named.count == 1, let part = named.first, part.reason.code == .exact || part.reason.code == .close,
          whole.parts.allSatisfy({ $0 == part || $0.kind == .filler })
        {
          skipped.insert(number + 1)
          return ([Name(part, part.text, of: whole, in: piece)], [], [])
        }
      }
      let whole = meanings[offset]
      var names = whole.parts.indices.filter { isName($0, of: whole) }.map {
        Name(whole.parts[$0], withoutLeads(whole.parts[$0].text), of: whole, in: piece)
      }
      let first = offset + (piece.joined == nil ? 1 : 2)
      for (place, stretch) in piece.stretches.enumerated() {
        let meaning = meanings[first + place]
        let named = meaning.parts.filter(\.isNamed)
        guard named.count == 1, let part = named.first, !meaning.parts.contains(where: { $0.kind == .notUnderstood })
        else { continue }
        if let other = names.firstIndex(where: { $0.range.overlaps(stretch.range) }) {
          // "My grandson in Linz" is less sure than "Linz".
          if !names[other].isAccepted, part.decision == .accept, stretch.isLed {
            (names[other].text, names[other].value, names[other].isAccepted) = (stretch.text, part.value, true)
          }
          continue
        }
        // What nothing leads to is a name only where it is one letter by letter, or goes on from another: "from the uni home".
        guard
          stretch.isLed || part.reason.code == .exact || isBehindName(stretch, names, of: whole)
            || stretch.leadsAway && stretch.isOwn
            || stretch.range.lowerBound == 0 && (stretch.isOwn || isOnTheWay && part.decision == .accept)
        else { continue }
        names.append(
          Name(
            text: stretch.text, value: part.value, range: stretch.range, isFrom: stretch.leadsAway,
            isLedTo: stretch.leadsTo, isBare: !stretch.isLed))
      }
      let answers = whole.parts.filter { [.mode, .interval, .departure, .arrival].contains($0.kind) }
      let others = whole.parts.filter { part in
        (part.kind == .notUnderstood || part.isNamed) && !names.contains { $0.range.overlaps(part.range) }
      }
      return (
        names.sorted { $0.range.lowerBound < $1.range.lowerBound }, answers.map(\.text), others.map(\.text)
      )
    }

    /// A name without the words that lead to it, which would be read anew: "leaving from home".
    private func withoutLeads(_ text: String) -> String {
      var text = text
      while let lead = matcher.leads(in: text).first, lead.range.lowerBound == 0,
        lead.range.upperBound < text.utf8.count
      {
        text = String(decoding: Array(text.utf8)[lead.range.upperBound...], as: UTF8.self).trimmed
      }
      return text
    }

    /// "From the uni I go home".
    private func isBehindName(_ stretch: TripPieces.Stretch, _ names: [Name], of whole: Interpretation) -> Bool {
      guard stretch.isOwn, let last = names.last(where: { $0.range.upperBound <= stretch.range.lowerBound }) else {
        return false
      }
      return whole.parts.allSatisfy { part in
        part.range.lowerBound < last.range.upperBound || part.range.lowerBound >= stretch.range.lowerBound
          || part.kind == .filler
      }
    }

    /// Whether a part of a piece names a stop: the office of "Linz station for the ticket office" is not where one works.
    private func isName(_ index: Int, of whole: Interpretation) -> Bool {
      let part = whole.parts[index]
      guard part.isNamed else { return false }
      guard index > 0, !matcher.leads(in: part.text, inside: true).contains(where: { $0.range.lowerBound == 0 }) else {
        return true
      }
      let before = whole.parts[index - 1]
      if before.kind == .notUnderstood { return false }
      let isLed = matcher.leads(in: before.text, inside: true).contains {
        $0.range.upperBound == before.text.utf8.count
      }
      return isLed || !whole.parts[..<index].contains(where: \.isNamed)
    }

    private mutating func take(_ name: Name, isSecond: Bool) {
      // Of "Linz to Hagenberg" behind another stop the first one is another as well.
      let isFrom = name.isFrom && (name.isSure || stops.isEmpty && !isOnTheWay && !isOnward)
      var mention = Mention(
        text: name.text, value: name.value, isBare: name.isBare, isLedTo: name.isLedTo, isSure: name.isSure,
        clause: clause)
      if isFrom || tellsStart && !name.isLedTo && !isOnTheWay && !isSecond { return takeStart(mention) }
      (mention.isLast, mention.isPostponed) = (tellsEnd, isPostponed)
      mention.isOnTheWay = isOnTheWay || isAlsoOnTheWay && !name.isLedTo
      mention.isOnward = isOnward
      (isOnTheWay, isPostponed, isOnward, hasStop) = (false, false, false, true)
      if stay != nil { hasStayBefore = true }
      if let last = stops.indices.last, let value = mention.value, stops[last].value == value {
        // "Home, change my clothes at home": it is named once more.
        if let stay, stops[last].stay == nil {
          stops[last].stay = stay.seconds
        } else if let stay {
          unused.append(stay.said)
        }
      } else if let stay, !mention.isLedTo, !mention.isOnward, let value = mention.value,
        let before = stops.lastIndex(where: { $0.value == value && $0.stay == nil })
      {
        // "... then home. I spend an hour in Steyregg", through which it went.
        stops[before].stay = stay.seconds
      } else {
        mention.stay = stay?.seconds
        stops.append(mention)
      }
      stay = nil
    }

    private mutating func takeStart(_ mention: Mention) {
      tellsStart = false
      wasStartTold = true
      guard let start else {
        self.start = mention
        return
      }
      // "From Gallneukirchen home", where the trip has come to.
      let isKnown = mention.value != nil && (mention.value == start.value || mention.value == stops.last?.value)
      if isKnown { return }
      if !start.isSure, mention.isSure {
        unused.append(start.text)
        self.start = mention
      } else {
        unused.append(mention.text)
      }
    }

    /// The stops in the order in which they are to be reached.
    func ordered() -> [Mention] {
      var row: [Mention] = []
      var last: Mention?
      var held: Mention?
      for (number, mention) in stops.enumerated() {
        if mention.isPostponed, number + 1 < stops.count {
          held = mention
        } else if mention.isLast, number + 1 < stops.count {
          last = mention
        } else if mention.isOnTheWay, !mention.isOnward, let end = row.last, end.isLedTo, !end.isOnTheWay,
          !isLedOn(number)
        {
          row.insert(mention, at: row.count - 1)
        } else {
          row.append(mention)
          if let next = held { row.append(next) }
          held = nil
        }
      }
      return row + [held, last].compactMap(\.self)
    }

    /// "Via B to C": behind the stop on the way the one it is on the way to is named.
    private func isLedOn(_ number: Int) -> Bool {
      number + 1 < stops.count && stops[number + 1].clause == stops[number].clause && stops[number + 1].isLedTo
    }
  }
}

extension InterpretationPart {
  /// Whether it names a stop.
  fileprivate var isNamed: Bool { (kind == .from || kind == .to) && decision != nil && decision != .reject }
}
