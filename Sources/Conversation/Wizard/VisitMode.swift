import Foundation
import Journey
import Matching

/// What is to be watched for at a place to which the rider comes from anywhere, as an answer to the question for the mode.
///
/// "On arrival", "on leaving", "at seven if I am there": each makes a reminder of that place of it.
struct VisitMode: Sendable, Hashable {
  var event: Visit.Event
  /// The time of day, for what is told by the clock.
  var time: ClockTime?

  /// What is offered where a place is asked about.
  static let offered: [Visit.Event] = [.arriving, .leaving]

  init(_ event: Visit.Event, at time: ClockTime? = nil) { (self.event, self.time) = (event, time) }

  /// - Parameter value: As recordings are decided on: `arriving`, `clock-there 07:30`.
  init?(value: String) {
    let parts = value.split(separator: " ")
    guard let event = parts.first.flatMap({ Visit.Event(rawValue: String($0)) }) else { return nil }
    let numbers = parts.dropFirst().first?.split(separator: ":").compactMap { Int($0) } ?? []
    guard event.isClock == (numbers.count == 2) else { return nil }
    self.event = event
    time = numbers.count == 2 ? ClockTime(hour: numbers[0], minute: numbers[1]) : nil
  }
}

extension DialogueTurn {
  mutating func takeVisitMode(_ text: String) -> Bool {
    guard state.pending == nil, state.mayWatchPlace, let mode = visitMode(text) else { return false }
    take(mode)
    advance()
    return true
  }

  private func visitMode(_ text: String) -> VisitMode? {
    let asides = wizard.prompts.asides
    if let found = asides.any(in: text, { $0 == .onArrival || $0 == .onLeaving }) {
      guard !wizard.matcher.saysSomething(found.rest) else { return nil }
      return VisitMode(found.meaning == .onArrival ? .arriving : .leaving)
    }
    guard let found = asides.any(in: text, { $0 == .whileThere || $0 == .whileElsewhere }) else { return nil }
    let meaning = wizard.matcher.interpret(found.rest, open: .to)
    guard let clock = meaning.times.lazy.compactMap(\.clock).first, wizard.matcher.isExplained(meaning) else {
      return nil
    }
    return VisitMode(found.meaning == .whileThere ? .clockThere : .clockElsewhere, at: clock)
  }

  /// Makes a reminder of the place of the draft.
  mutating func take(_ mode: VisitMode) {
    if let clock = mode.time {
      let instant = morning(clock).next(after: now, zone: state.zone)
      (state.time, state.clockZone) = (.departing(instant.timeIntervalSince1970), state.zone)
    }
    state.draft.visit = Visit(mode.event, places: [])
    (state.draft.mode, state.draft.interval, state.draft.ladder, state.draft.departure) = (nil, nil, nil, nil)
    state.draft.take(nil)
  }

  /// A time that may be in either half of the day is in the morning, when alarms are set for.
  func morning(_ clock: ClockTime) -> ClockTime {
    var clock = clock
    if clock.isHalfDay, (4...11).contains(clock.hour) { clock.isHalfDay = false }
    return clock
  }
}

extension WizardState {
  /// Whether a place is asked about to which the rider comes from anywhere, so that it may be watched by itself.
  package var mayWatchPlace: Bool {
    open == .mode && draft.comesFromAnywhere && draft.to != nil && draft.visit == nil && trip == nil
  }
}
