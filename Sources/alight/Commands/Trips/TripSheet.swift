import Conversation
import Dialogue
import Foundation
import Journey
import Terminal

/// A trip of several stops as rows: each stop with its times, below it how one goes on, and what is wrong.
struct TripSheet {
  let lines: [String]

  /// - Parameter alternatives: For each row other ways on; empty for none.
  init(_ planned: TripDesk.Planned, _ texts: PromptTexts, _ style: StripStyle, alternatives: [[Phrase]] = []) {
    let (plan, itinerary) = (planned.plan, planned.itinerary)
    let wording = Wording(zone: plan.zone)
    var lines = [Self.head(plan, texts)]
    let digits = String(plan.stops.count).count
    let margin = String(repeating: " ", count: digits + 3)
    for index in itinerary.rows.indices {
      let number = String(index + 1)
      let isWrong = itinerary.rows[index].flaws.contains(where: \.isImpossible)
      let sign = isWrong ? "!" : " "
      let lead = String(repeating: " ", count: digits - number.count) + "\(number)\(sign)  "
      lines += TextColumns.wrapped(lead + texts.say(wording.row(index, of: itinerary)), to: style.width)
      let more =
        wording.notes(index, of: itinerary) + wording.way(itinerary.rows[index], of: itinerary)
        + (alternatives.indices.contains(index) ? alternatives[index] : [])
      for phrase in more { lines += TextColumns.wrapped(margin + "  " + texts.say(phrase), to: style.width) }
    }
    if plan.stops.count > 1 { lines += TextColumns.wrapped(texts.say(wording.total(itinerary)), to: style.width) }
    self.lines = lines
  }

  /// The name, the id, the day and whether it is set.
  static func head(_ plan: TripPlan, _ texts: PromptTexts) -> String {
    let wording = Wording(zone: plan.zone)
    return [
      plan.name, plan.id.short, texts.say(wording.day(plan.start)), texts.say(plan.isSet ? .tripIsSet : .tripNotSet),
    ].joined(separator: "  ")
  }

  /// One line a trip, without what the timetable makes of it.
  static func line(_ plan: TripPlan, _ texts: PromptTexts) -> String {
    let time = texts.say(Wording(zone: plan.zone).time(plan.start))
    return [head(plan, texts), time, places(plan)].joined(separator: "  ")
  }

  private static func places(_ plan: TripPlan) -> String { plan.stops.map(\.place.name).joined(separator: " > ") }

  /// One line a trip: its name, and where it leads when.
  static func line(_ planned: TripDesk.Planned, _ texts: PromptTexts) -> String {
    let plan = planned.plan
    let wording = Wording(zone: plan.zone)
    let times = [planned.itinerary.start, planned.itinerary.end].compactMap { $0.map { texts.say(wording.time($0)) } }
    return ([head(plan, texts), times.joined(separator: "–"), places(plan)].filter { !$0.isEmpty }).joined(
      separator: "  ")
  }
}
