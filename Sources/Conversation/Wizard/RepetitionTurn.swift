import Foundation
import Journey
import Matching

/// On which days the reminder comes again and what it is called, said beside the four answers.
extension DialogueTurn {
  /// A label longer than this fits no list.
  private static let longestLabel = 60

  /// Takes what is about the reminder as a whole.
  /// - Returns: whether that was all that was said.
  mutating func takeRepetition(_ text: String) -> Bool {
    if let meaning = wizard.prompts.repetition.meaning(of: text) {
      take(meaning)
    } else if state.open == .readBack, let name = wizard.prompts.repetition.name(in: text),
      name.count <= Self.longestLabel
    {
      let (own, more) = withoutMore(name)
      state.draft.label = own
      tell(.labelled, ["label": .name(own)])
      guard more.isEmpty else {
        hear([more], method: .typed, zone: nil)
        return true
      }
    } else if state.open == .readBack, wizard.prompts.repetition.lacksName(text) {
      tell(.labelUnclear)
    } else {
      return false
    }
    // A row that was asked for is not the one that was changed.
    if state.pending == .whichRow { state.pending = nil }
    goToChosenDay() ? advance() : putAgain()
    return true
  }

  /// Takes what the first or the last words say of the days.
  /// - Returns: the other words, and whether it was clear which days are meant; nil where none say anything of days.
  mutating func takeRepetition(beside text: String) -> (rest: String, isClear: Bool)? {
    let words = wizard.prompts.repetition
    let text = wizard.matcher.withoutTail(text)
    if let named = words.trailingName(text), named.name.count <= Self.longestLabel {
      let (name, more) = withoutMore(named.name)
      state.draft.label = name
      tell(.labelled, ["label": .name(name)])
      return ([named.rest, more].filter { !$0.isEmpty }.joined(separator: ", "), true)
    }
    if let ruledOut = words.ruledOut(text), words.meaning(of: text) == nil {
      // "No alarm on Mondays" is a wish for some days alone, which no reminder has.
      let isWish = wizard.prompts.asides.wish(in: ruledOut.words) != nil
      if isWish || words.trailing(text) == nil {
        return (ruledOut.rest, drop(isWish ? [] : ruledOut.days, said: ruledOut.words))
      }
    }
    let found = words.trailing(text) ?? words.leading(text) ?? words.inside(text) { tellsOnlyWhen($0) }
    guard let found else { return nil }
    take(found.meaning)
    return (found.rest, true)
  }

  /// A name without what is said behind it of days and alarms: "work, every day".
  private func withoutMore(_ name: String) -> (name: String, more: String) {
    let tokens = Normalizer.tokens(name)
    let joins = wizard.prompts.lexicon.words.numbers.and
    let bytes = Array(name.utf8)
    for place in tokens.indices.dropFirst() where tokens[place].breaksBefore || joins.contains(tokens[place].word) {
      let more = String(decoding: bytes[tokens[place].range.lowerBound...], as: UTF8.self)
      guard wizard.prompts.repetition.meaning(of: more) != nil || wizard.prompts.asides.wish(in: more) != nil else {
        continue
      }
      return (String(decoding: bytes[..<tokens[place - 1].range.upperBound], as: UTF8.self), more)
    }
    return (name, "")
  }

  /// Leaves days out of those on which it comes again; where it does not, nobody can tell what is left.
  /// - Returns: Whether it was clear.
  private mutating func drop(_ days: [Weekday], said text: String) -> Bool {
    let left = state.draft.recurrence.map { $0.weekdays.filter { !days.contains($0) } } ?? []
    guard !days.isEmpty, !left.isEmpty else {
      outputs.append(.unclear(state.open, sayAnew(.daysUnclear, ["heard": .name(short(text))])))
      return false
    }
    take(.days(left))
    return true
  }

  /// Goes to the first chosen day where the ride is on another one.
  /// - Returns: Whether the ride of that day is being looked up.
  mutating func goToChosenDay() -> Bool {
    if let days = state.draft.recurrence?.weekdays, let ride = state.draft.ride, ride.isFromAnywhere,
      let day = ServiceDay.instant(ride.serviceDay), !days.contains(Weekday(of: day, zone: "GMT"))
    {
      state.draft.ride = nil
      return true
    }
    guard let days = state.draft.recurrence?.weekdays, state.connections != nil,
      let departure = state.draft.ride?.departure
    else { return false }
    let calendar = Calendar.gregorian(zone: state.zone)
    let wanted = state.time ?? .departing(departure.timeIntervalSince1970)
    let isChosen = { [zone = state.zone] (instant: Date) in days.contains(Weekday(of: instant, zone: zone)) }
    // What was looked up for a chosen day may still be a ride after midnight, or of the next day that has one.
    guard !isChosen(departure), state.time == nil || !isChosen(wanted.instant) else { return false }
    let later = (1...7).lazy.compactMap { calendar.date(byAdding: .day, value: $0, to: wanted.instant) }
    guard let first = later.first(where: isChosen) else { return false }
    state.time = wanted.moved(to: first)
    state.leaveBoard()
    state.draft.take(nil)
    state.connections = nil
    return true
  }

  private mutating func take(_ meaning: RepetitionWords.Meaning) {
    switch meaning {
    case .once:
      state.draft.recurrence = nil
      tell(.comesOnce)
    case .days(let days):
      state.draft.recurrence = Recurrence(weekdays: days)
      if let recurrence = state.draft.recurrence { tell(.comesAgain, ["days": wording.value(recurrence)]) }
    }
  }

  /// The rows of the read-back that are there only where they say something, in their order.
  enum ExtraRow: CaseIterable {
    case days, label
  }

  var extraRows: [ExtraRow] {
    ExtraRow.allCases.filter { $0 == .days ? state.draft.recurrence != nil : state.draft.label != nil }
  }

  func value(of row: ExtraRow) -> (PromptID, Phrase) {
    switch row {
    case .days: (.rowDays, state.draft.recurrence.map { wording.value($0) } ?? .nothing)
    case .label: (.rowLabel, .name(state.draft.label ?? ""))
    }
  }

  /// Takes away what such a row says.
  mutating func drop(_ row: ExtraRow) {
    switch row {
    case .days:
      state.draft.recurrence = nil
      tell(.comesOnce)
    case .label:
      state.draft.label = nil
      tell(.unlabelled)
    }
  }
}
