import Foundation
import Journey
import Matching

/// What may tell of a trip, cut into pieces of which each may name a stop or two: at signs, amounts of time, "and", and the words that
/// lead from one stop to the next.
struct TripPieces: Sendable, Hashable {
  enum Element: Sendable, Hashable {
    /// Words between, by their number among the `pieces`.
    case words(Int)
    /// How long one stays, in seconds, and the words for it.
    case stay(Double, String)
    /// "Then".
    case onward
    /// "And", "but".
    case and
    /// The end of a clause.
    case clause
    /// "Via", "with a break in", before a stop on the way; and behind one: "on the way".
    case via, onTheWay
    /// "After", before an amount.
    case after
    /// "Before I go to".
    case beforehand
    /// What stands behind is where the trip begins, or its end; where nothing does, what stands before.
    case settingOut, ending
  }

  /// Words that may name stops.
  struct Piece: Sendable, Hashable {
    var text: String
    /// With the "and" and the words behind it, which may be one name: "Elephant and Castle".
    var joined: String?
    /// What may be a name by itself, behind the words that lead to one.
    var stretches: [Stretch] = []
    /// Whether words in it lead away from a place, or to one.
    var leadsAway = false
    var leadsTo = false
    /// Whether it begins with a word before a place where one is: "at Linz".
    var isInside = false
  }

  /// The beginning of what stands behind a word that leads to a name.
  struct Stretch: Sendable, Hashable {
    var text: String
    /// In UTF-8 bytes of the piece.
    var range: Range<Int>
    var leadsAway = false
    var leadsTo = false
    /// Whether a word leads to it.
    var isLed = false
    /// Whether it is one of the rider's own names.
    var isOwn = false
  }

  private(set) var elements: [Element] = []
  private(set) var pieces: [Piece] = []
  /// What answers other questions: wishes, amounts of other things.
  private(set) var besides: [String] = []
  /// Whether words beside an amount of time tell that it is a stay, and no answer to how long before.
  private(set) var tellsStay = false

  /// What is to be looked up: of each piece the whole of it, what it is joined to, and its stretches.
  var lookUps: [String] { pieces.flatMap { [$0.text] + [$0.joined].compactMap(\.self) + $0.stretches.map(\.text) } }

  /// Whether a trip may be told: something leads on, or a row of stops stands there.
  var mayBeTrip: Bool {
    let leads = elements.contains { element in
      switch element {
      case .onward, .via, .onTheWay, .stay, .ending: true
      default: false
      }
    }
    return pieces.count > (leads ? 1 : 2)
  }

  /// Whether it goes on from a stop that was said before.
  var goesOn: Bool { [.onward, .after].contains(elements.first { $0 != .and && $0 != .clause }) }

  /// A first look, since every answer is looked at: most hold no word that leads on, no amount of time and no row of names.
  static func mayTell(_ text: String, _ wizard: Wizard) -> Bool {
    guard text.count(where: { ",;:>→⇒.".contains($0) }) < 2, !DialogueTurn.dashes.contains(where: text.contains) else {
      return true
    }
    if !wizard.matcher.amounts(in: text).isEmpty || wizard.matcher.leads(in: text).contains(where: { $0.lead == .via })
    {
      return true
    }
    return wizard.prompts.asides.any(in: text) { meaning in
      [.onward, .afterStay, .passing, .besideWay, .endingTrip].contains(meaning)
    } != nil
  }

  /// More than anybody tells.
  private static let most = 60
  /// Signs that lead from one stop to the next.
  private static let arrows = DialogueTurn.arrows.filter { !$0.isBackwards }.map(\.sign)

  init(_ text: String, _ wizard: Wizard, own: OwnNames) {
    var cutter = Cutter(wizard: wizard, own: own)
    let clauses = text.replacing(/:(?=\s|$)|\.(?=\s|$)|\n/, with: ",").split { ",;?!()".contains($0) }
    // One dash may be of a name, or between the two ends of a ride.
    let dashes = DialogueTurn.dashes.filter { text.split(separator: $0).count > 2 }
    for clause in clauses where cutter.said.elements.count < Self.most {
      let parts = (Self.arrows + dashes).reduce([clause[...]]) { parts, arrow in
        parts.flatMap { $0.split(separator: arrow) }
      }
      for (number, part) in parts.enumerated() {
        if number > 0 { cutter.said.elements.append(.onward) }
        cutter.cut(String(part).trimmed)
      }
      cutter.said.elements.append(.clause)
    }
    self = cutter.said
  }

  private init() {}

  /// Cuts one clause after the other.
  private struct Cutter {
    let wizard: Wizard
    let own: OwnNames
    var said = TripPieces()

    private enum Mark {
      case element(Element)
      /// Words around a stay, which say nothing else.
      case nothing
      /// A wish beside the stops.
      case wish
      /// An amount that answers another question, with all that follows in its clause.
      case answer
      /// Another "to".
      case to
    }

    private var asides: AsideWords { wizard.prompts.asides }

    init(wizard: Wizard, own: OwnNames) { (self.wizard, self.own) = (wizard, own) }

    mutating func cut(_ clause: String) {
      guard !clause.isEmpty else { return }
      if isAnswer(clause) { return said.besides.append(clause) }
      let bytes = Array(clause.utf8)
      func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self).trimmingCharacters(in: Self.signs)
      }
      var (begin, former, wasAnd) = (0, 0, false)
      func take(upTo end: Int) {
        let words = text(begin..<max(begin, end))
        guard isOwn(words) || wizard.matcher.saysSomething(words) && !isOnlyStay(words) else { return }
        if wasAnd, case .words(let before)? = said.elements.dropLast().last {
          said.pieces[before].joined = text(former..<end)
        }
        former = begin
        said.elements.append(.words(said.pieces.count))
        said.pieces.append(piece(words))
      }
      for (mark, range) in marks(in: clause) where range.lowerBound >= begin {
        take(upTo: range.lowerBound)
        wasAnd = false
        begin = range.upperBound
        switch mark {
        case .nothing: said.tellsStay = true
        case .to: begin = range.lowerBound
        case .wish: said.besides.append(text(range))
        case .answer:
          said.besides.append(text(range.lowerBound..<bytes.count))
          return
        case .element(let element):
          wasAnd = element == .and
          if element == .after { said.tellsStay = true }
          said.elements.append(element)
        }
      }
      take(upTo: bytes.count)
    }

    /// Whether words hold one of the rider's own names, which may consist of small words: "nach Hause".
    private func isOwn(_ text: String) -> Bool {
      let words = text.split(separator: " ")
      return words.indices.contains { first in
        (first..<min(first + 3, words.count)).contains { own.name(words[first...$0].joined(separator: " ")) != nil }
      }
    }

    private func piece(_ text: String) -> Piece {
      var piece = Piece(text: text)
      let bytes = Array(text.utf8)
      var leads = wizard.matcher.leads(in: text, inside: true).filter { $0.lead != .and && $0.lead != .ahead }
      piece.leadsAway = leads.contains { $0.lead == .from }
      piece.leadsTo = leads.contains { $0.lead == .to }
      piece.isInside = leads.first.map { $0.lead == .inside && $0.range.lowerBound == 0 } ?? false
      // A piece without a word that leads may begin with a name.
      if leads.first?.range.lowerBound != 0 { leads.insert((.and, 0..<0), at: 0) }
      for (number, (lead, range)) in leads.enumerated() {
        let end = number + 1 < leads.count ? leads[number + 1].range.lowerBound : bytes.count
        let words = Normalizer.tokens(text).filter {
          $0.range.lowerBound >= range.upperBound && $0.range.upperBound <= end
        }
        guard let first = words.first else { continue }
        for count in (1...max(1, min(Self.longestName, words.count))).reversed() {
          let stretch = first.range.lowerBound..<words[count - 1].range.upperBound
          let name = String(decoding: bytes[stretch], as: UTF8.self)
          guard name != text, isOwn(name) || wizard.matcher.saysSomething(name) else { continue }
          piece.stretches.append(
            Stretch(
              text: name, range: stretch, leadsAway: lead == .from, leadsTo: lead == .to, isLed: lead != .and,
              isOwn: own.name(name) != nil))
        }
      }
      // "I do Linz to Hagenberg".
      if let lead = leads.dropFirst().first, leads[0].lead == .and, lead.lead == .to {
        let words = Normalizer.tokens(text).filter { $0.range.upperBound <= lead.range.lowerBound }
        for count in (1..<min(Self.longestName, words.count)).reversed() where words.count > 1 {
          let stretch = words[words.count - count].range.lowerBound..<words[words.count - 1].range.upperBound
          let name = String(decoding: bytes[stretch], as: UTF8.self)
          guard isOwn(name) || wizard.matcher.saysSomething(name) else { continue }
          piece.stretches.append(Stretch(text: name, range: stretch, leadsAway: true, isOwn: own.name(name) != nil))
        }
      }
      piece.stretches += ownNames(in: text)
      return piece
    }

    /// "From the uni home", "and I return home again": the rider's own names need no word that leads to them.
    private func ownNames(in text: String) -> [Stretch] {
      let (bytes, tokens) = (Array(text.utf8), Normalizer.tokens(text))
      let leads = asides.marks(in: text) { $0 == .homeward }.map(\.range.upperBound)
      return tokens.indices.dropFirst().compactMap { index in
        let range = tokens[index].range
        let (isLed, isLast) = (leads.contains(range.lowerBound - 1), index == tokens.count - 1)
        let name = String(decoding: bytes[range], as: UTF8.self)
        guard isLed || isLast, own.name(name) != nil else { return nil }
        return Stretch(text: name, range: range, isLed: isLed, isOwn: true)
      }
    }

    /// Words of a name that stands among others.
    private static let longestName = 4

    /// "Waiting", "that takes": words for a stay, which are no place.
    private func isOnlyStay(_ text: String) -> Bool {
      asides.any(in: text) { $0 == .staying }.map { !wizard.matcher.saysSomething($0.rest) } ?? false
    }

    private static let signs = CharacterSet(charactersIn: " ,;.!?\"'")

    /// What stands in a clause besides words for stops, in order.
    private func marks(in clause: String) -> [(mark: Mark, range: Range<Int>)] {
      let leads = wizard.matcher.leads(in: clause)
      let words = asides.marks(in: clause, Self.isLead)
      let warning = asides.marks(in: clause, Self.isWarning).first?.range
      var marks = amounts(in: clause, leads, words, warning: warning)
      if let warning { marks.append((.answer, warning)) }
      marks += asides.marks(in: clause) { $0.isWish }.map { (.wish, $0.range) }
      var stays = marks.map(\.range)
      for (meaning, range) in words where meaning != .staying {
        // "Nach" leads to a place as well.
        if meaning == .afterStay, !stays.contains(where: { $0.lowerBound == range.upperBound + 1 }) { continue }
        if let element = Self.element(meaning) { marks.append((.element(element), range)) }
      }
      // "For" and "there" beside an amount belong to it.
      let around = words.filter { $0.meaning == .staying }
      for (_, range) in around + around.reversed()
      where stays.contains(where: { range.upperBound + 1 == $0.lowerBound || $0.upperBound + 1 == range.lowerBound }) {
        marks.append((.nothing, range))
        stays.append(range)
      }
      var isFirst = true
      for (lead, range) in leads {
        switch lead {
        case .and: marks.append((.element(.and), range))
        // A street may be called a "via": what leads to a stop on the way has words before it.
        case .via
        where (range.lowerBound > 0 || leads.contains { $0.lead == .from })
          && !leads.contains { $0.range.upperBound + 1 == range.lowerBound }:
          marks.append((.element(.via), range))
        case .to:
          if !isFirst { marks.append((.to, range)) }
          isFirst = false
        default: break
        }
      }
      return marks.sorted {
        ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
      }
    }

    /// Amounts of time that one may stay; others, and those before which one is warned, answer another question.
    private func amounts(
      in clause: String, _ leads: [(lead: Matcher.Lead, range: Range<Int>)],
      _ words: [(meaning: AsideWords.Meaning, range: Range<Int>)], warning: Range<Int>?
    ) -> [(mark: Mark, range: Range<Int>)] {
      let bytes = Array(clause.utf8)
      // "After two hours" is too late for a warning, and how long one stays.
      var readable = bytes
      for (meaning, range) in words where meaning == .afterStay {
        readable.replaceSubrange(range, with: range.map { _ in UInt8(ascii: " ") })
      }
      return wizard.matcher.amounts(in: String(decoding: readable, as: UTF8.self)).map { interval, range in
        let isAhead = leads.contains { lead, ahead in
          lead == .ahead && ahead.lowerBound == range.upperBound + 1
            && !words.contains { $0.meaning == .beforehand && $0.range.lowerBound == ahead.lowerBound }
        }
        guard case .duration(let seconds) = interval, !isAhead, TripPieces.isStay(seconds),
          warning.map({ $0.lowerBound > range.lowerBound }) ?? true
        else { return (.answer, range) }
        return (.element(.stay(seconds, String(decoding: bytes[range], as: UTF8.self))), range)
      }
    }

    private static func isWarning(_ meaning: AsideWords.Meaning) -> Bool {
      meaning == .warns || meaning == .remindsBare
    }

    private static func isLead(_ meaning: AsideWords.Meaning) -> Bool {
      switch meaning {
      case .onward, .staying, .afterStay, .passing, .besideWay, .beforehand, .settingOut, .endingTrip,
        .clauseWord:
        true
      default: false
      }
    }

    private static func element(_ meaning: AsideWords.Meaning) -> Element? {
      switch meaning {
      case .onward: .onward
      case .passing: .via
      case .besideWay: .onTheWay
      case .beforehand: .beforehand
      case .settingOut: .settingOut
      case .endingTrip: .ending
      case .clauseWord: .and
      case .afterStay: .after
      default: nil
      }
    }

    /// Whether words answer something else than where one goes: an amount, a way to watch, a wish, a time, a yes.
    private func isAnswer(_ text: String) -> Bool {
      let matcher = wizard.matcher
      // "Then back home" takes nothing back.
      if isOwn(text) || matcher.leads(in: text).contains(where: { $0.lead == .from || $0.lead == .to }) { return false }
      if asides.any(in: text, { $0.isWish }) != nil { return true }
      // "Two hours" would tell a way to watch as well.
      if matcher.amounts(in: text).isEmpty && matcher.match(text, question: .slot(.mode)).decision == .accept
        || matcher.match(text, question: .command).decision == .accept
      {
        return true
      }
      let meaning = matcher.interpret(text, open: .interval)
      if let affirmation = meaning.affirmation, !matcher.saysSomething(affirmation.rest) { return true }
      return !meaning.times.isEmpty && matcher.isExplained(meaning)
    }
  }

  private static func isStay(_ seconds: Double) -> Bool { TripPlan.stays.contains(seconds) && seconds > 0 }
}
