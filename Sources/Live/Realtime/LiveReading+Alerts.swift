#if Realtime
import Foundation

extension LiveReading {
  mutating func read(_ alert: TransitRealtime_Alert, of entity: String) {
    let subjects = alert.informedEntity.compactMap { subject(of: $0, entity) }
    guard !subjects.isEmpty else {
      return findings.note(
        "E032", .dropped, "alert.informed_entity", entity, "the alert is about nothing that is known")
    }
    let periods = alert.activePeriod.compactMap { period -> Range<Date>? in
      let start = period.hasStart && period.start > 0 ? Date(timeIntervalSince1970: Double(period.start)) : .distantPast
      let end = period.hasEnd && period.end > 0 ? Date(timeIntervalSince1970: Double(period.end)) : .distantFuture
      return start < end ? start..<end : nil
    }
    if periods.count < alert.activePeriod.count {
      findings.note("empty-period", .ignored, "alert.active_period", entity, "a period ends before it begins")
      // An alert whose only times are wrong holds as long as it is said.
    }
    snapshot.alerts.append(
      ServiceAlert(
        id: entity, feed: snapshot.feed, periods: periods, subjects: subjects, effect: Self.name(alert.effect),
        cause: Self.name(alert.cause),
        severity: Self.name(alert.severityLevel), header: Self.texts(alert.headerText),
        description: Self.texts(alert.descriptionText),
        url: alert.url.translation.first.map(\.text)))
  }

  private mutating func subject(
    of selector: TransitRealtime_EntitySelector, _ entity: String
  ) -> ServiceAlert.Subject? {
    if selector.hasStopID, reader.stations[selector.stopID] == nil {
      findings.note(
        "E011", .ignored, "alert.informed_entity.stop_id", entity, "stop \(selector.stopID) is not in the timetable")
      return nil
    }
    let subject = ServiceAlert.Subject(
      agencyID: selector.hasAgencyID ? selector.agencyID : nil, routeID: selector.hasRouteID ? selector.routeID : nil,
      tripID: selector.trip.hasTripID ? selector.trip.tripID : nil, stopID: selector.hasStopID ? selector.stopID : nil,
      direction: selector.hasDirectionID ? Int(selector.directionID) : nil)
    let isEmpty =
      subject.agencyID == nil && subject.routeID == nil && subject.tripID == nil && subject.stopID == nil
      && !selector.hasRouteType
    if isEmpty { findings.note("E033", .ignored, "alert.informed_entity", entity, "it names nothing") }
    return isEmpty ? nil : subject
  }

  private static func texts(_ string: TransitRealtime_TranslatedString) -> [String: String] {
    Dictionary(string.translation.map { ($0.language, $0.text) }) { first, _ in first }
  }

  /// As the standard writes it.
  private static func name(_ value: some Any) -> String {
    // Cases are named "significantDelays".
    "\(value)".reduce(into: "") { name, letter in
      if letter.isUppercase { name.append("_") }
      name.append(letter.uppercased())
    }
  }
}
#endif
