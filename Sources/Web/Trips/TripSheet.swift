#if Page
import Conversation
import Dialogue
import Foundation
import Journey

/// A trip of several stops as its view shows it: a row for each stop, and all that can be changed.
struct TripSheet {
  struct Other {
    /// The number of its row.
    var row: Int
    /// Seconds since 1970 at which it leaves, for the form.
    var value: String
    var name: String
  }

  struct Row {
    var number: Int
    var name: String
    var sentence: String
    var isWrong: Bool
    var notes: [String]
    var ways: [String]
    var minutes: Int
    var hours: String
    var by: String
    /// Whether opening hours or an appointment are given, which are shown then.
    var hasTimes: Bool
    var canRise: Bool
    var canSink: Bool
    var canGo: Bool
    var others: [Other]
    var hasOthers: Bool
    var isChosen: Bool
  }

  var id: String
  var name: String
  var revision: Int
  var state: String
  var isSet: Bool
  var canSet: Bool
  /// Something that cannot be met, which needs a yes to be set all the same.
  var isWarned: Bool
  var day: String
  var time: String
  var total: String
  var hasTotal: Bool
  var rows: [Row]
  var modes: [Choice]
  var interval: String
  var margin: Int
  /// Whether something has left, so that it may be missed.
  var mayMiss: Bool
  var ends: [Choice]
  var canOrder: Bool
  var place = ""
  var minutes = ""
  var trouble: String?
  var choices: [PlaceField.Choice] = []
  var hasChoices = false
  var notice: Notice?

  /// - Throws: errors of the timetable.
  init(_ planned: TripDesk.Planned, _ desk: TripDesk, _ language: PageLanguage, now: Date) throws {
    let (plan, itinerary, texts) = (planned.plan, planned.itinerary, language.prompts.texts)
    let wording = Wording(zone: plan.zone)
    (id, name, revision) = (plan.id.uuidString.lowercased(), plan.name, plan.revision)
    state = texts.say(plan.isSet ? .tripIsSet : .tripNotSet)
    isSet = plan.isSet
    canSet = plan.stops.count > 1 && planned.unreached == nil
    isWarned = planned.impossible != nil
    (day, time) = FormInstant.fields(plan.start, zone: plan.zone)
    total = texts.say(wording.total(itinerary))
    hasTotal = plan.stops.count > 1
    rows = try itinerary.rows.indices.map { try Self.row($0, planned, desk, language) }
    modes = Mode.allCases.map {
      Choice(value: $0.rawValue, name: texts.say(wording.value($0)), isChosen: $0 == plan.mode)
    }
    interval = texts.say(wording.value(plan.interval, plan.ladder))
    margin = Int(plan.margin / 60)
    mayMiss =
      itinerary.end.map { $0 > now } ?? true
      && itinerary.rows.dropLast().contains { $0.leaves.map { $0 <= now } ?? false }
    ends = TripEnds.allCases.map {
      Choice(value: $0.rawValue, name: language.words.say("ends-\($0.rawValue)"), isChosen: $0 == .first)
    }
    canOrder = plan.stops.count > 2
  }

  private static func row(
    _ index: Int, _ planned: TripDesk.Planned, _ desk: TripDesk, _ language: PageLanguage
  ) throws -> Row {
    let (plan, itinerary, texts) = (planned.plan, planned.itinerary, language.prompts.texts)
    let (row, wording) = (itinerary.rows[index], Wording(zone: plan.zone))
    let isLast = index == plan.stops.count - 1
    let others = isLast || row.arrival == nil ? (before: [], after: []) : try desk.alternatives(planned, at: index)
    return Row(
      number: index + 1, name: row.stop.place.name, sentence: texts.say(wording.row(index, of: itinerary)),
      isWrong: row.flaws.contains(where: \.isImpossible), notes: wording.notes(index, of: itinerary).map(texts.say),
      ways: wording.way(row, of: itinerary).map(texts.say), minutes: Int(row.stop.stay / 60),
      hours: row.stop.hours ?? "", by: row.stop.by.map { FormInstant.fields($0, zone: plan.zone).time } ?? "",
      hasTimes: row.stop.hours != nil || row.stop.by != nil, canRise: index > 0, canSink: !isLast,
      canGo: plan.stops.count > 1,
      others: (others.before + others.after).map { way in
        let times = [way.departure, way.arrival].map { language.time($0, zone: plan.zone) }
        return Other(
          row: index + 1, value: String(Int(way.departure.timeIntervalSince1970)), name: times.joined(separator: "–"))
      }, hasOthers: !(others.before + others.after).isEmpty, isChosen: row.stop.leaves != nil)
  }
}
#endif
