import Foundation
import Journey
import Matching

/// A rider who is on board already: which ride that is tells where from, when and with which line.
extension DialogueTurn {
  /// "I'm on the bus", "I'm on line 7": the ride is looked for.
  mutating func takeAboard(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard state.takesAboard,
      let found = wizard.prompts.asides.any(in: text, { $0 == .aboard || $0 == .aboardLine })
    else { return false }
    // "I'm on the way" names no line, and "I" is none of "I'm on the bus. I get off at …".
    let named = lineName(behind: found).flatMap { $0.name.contains(where: \.isNumber) ? $0 : nil }
    guard found.meaning == .aboard || named != nil else { return false }
    let line = named?.name
    let behind = found.behind.dropFirst(named?.length ?? 0).drop { " ,;.!?".contains($0) }
    lookForOwnRide(
      line: line, avoids: false, rest: [found.before, String(behind)].filter { !$0.isEmpty }.joined(separator: ", "),
      WizardState.Utterance(texts: [text], method: method, zone: zone))
    return true
  }

  /// Has the ride looked for that the rider is on.
  /// - Parameters:
  ///   - line: The line that they name; nil for any.
  ///   - avoids: Whether it is the one that they are not on.
  ///   - rest: What was said besides.
  mutating func lookForOwnRide(line: String?, avoids: Bool, rest: String, _ utterance: WizardState.Utterance) {
    var utterance = utterance
    utterance.reading = .aboard(rest: rest)
    state.awaiting = utterance
    state.wantedLine = avoids ? nil : line
    outputs.append(.lookUp(.aboard(line: line, avoids: avoids)))
  }

  mutating func take(_ finding: AboardFinding) {
    guard let utterance = state.awaiting, case .aboard(let rest) = utterance.reading else { return advance() }
    state.awaiting = nil
    let line = state.wantedLine
    state.wantedLine = nil
    switch finding {
    case .ride(let ride): board(ride)
    case .noPosition: tell(wizard.prompts.alerts.live.aboardNoPosition)
    case .failed(let cause): tell(PromptTexts.fill(wizard.prompts.alerts.live.aboardFailed, ["cause": cause]))
    case .unknown:
      tell(
        line.map { PromptTexts.fill(wizard.prompts.alerts.live.aboardNotLine, ["line": $0]) }
          ?? wizard.prompts.aboardUnknown)
    }
    // What was found stands, whatever becomes of the rest.
    guard wizard.matcher.saysSomething(rest), !isReply(rest) else { return advance() }
    hear([rest], method: utterance.method, zone: utterance.zone)
  }

  private mutating func board(_ ride: AboardRide) {
    tell(wizard.prompts.aboard(line: ride.line, next: ride.next, isSure: ride.isSure))
    if take(ride.from, for: .from, Provenance(method: .default)) { state.board(ride) }
  }

  /// Whether it is a yes or a no, which beside a line is about the ride that is given up.
  func isReply(_ text: String) -> Bool {
    ["yes", "no"].contains(wizard.matcher.match(text, question: .command).command)
  }

  private mutating func tell(_ sentence: String) { outputs.append(.told(.name(sentence))) }
}

extension WizardState {
  /// Whether "I'm on the bus" may be said now: of one ride, and not in place of a yes or a no.
  public var takesAboard: Bool { pending == nil && trip == nil && draft.visit == nil }

  /// The rider is on board of nothing that is known any more, or means another ride.
  mutating func leaveBoard(keepingTime: Bool = true) {
    guard aboard != nil else { return }
    aboard = nil
    // The time was that of the ride that they were on.
    if !keepingTime { time = nil }
  }

  /// Takes the ride that the rider is on: where from, when and with which line is answered.
  public mutating func board(_ ride: AboardRide) {
    draft.from = Answer(ride.from, Provenance(method: .default))
    draft.isFromAnywhere = nil
    aboard = ride.trip
    time = .departing(ride.departure.timeIntervalSince1970)
    clockZone = ride.from.zone ?? zone
  }
}
