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
      state.draft.label = name
      tell(.labelled, ["label": .name(name)])
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
  /// - Returns: the other words; nil where none say anything of days.
  mutating func takeRepetition(beside text: String) -> String? {
    let words = wizard.prompts.repetition
    let text = wizard.matcher.withoutTail(text)
    if let named = words.trailingName(text), named.name.count <= Self.longestLabel {
      state.draft.label = named.name
      tell(.labelled, ["label": .name(named.name)])
      return named.rest
    }
    if let ruledOut = words.ruledOut(text), words.trailing(text) == nil, words.meaning(of: text) == nil,
      // "No alarm on Mondays" rules an alarm out.
      wizard.prompts.asides.wish(in: ruledOut.words) == nil
    {
      drop(ruledOut.days, said: ruledOut.words)
      return ruledOut.rest
    }
    guard let found = words.trailing(text) ?? words.leading(text) else { return nil }
    take(found.meaning)
    return found.rest
  }

  /// Leaves days out of those on which it comes again; where it does not, nobody can tell what is left.
  private mutating func drop(_ days: [Weekday], said text: String) {
    let left = state.draft.recurrence.map { $0.weekdays.filter { !days.contains($0) } } ?? []
    guard !left.isEmpty else {
      outputs.append(.unclear(state.open, sayAnew(.daysUnclear, ["heard": .name(short(text))])))
      return
    }
    take(.days(left))
  }

  /// Goes to the first chosen day where the ride is on another one.
  /// - Returns: Whether the ride of that day is being looked up.
  mutating func goToChosenDay() -> Bool {
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
