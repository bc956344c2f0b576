import Foundation
import Journey

extension Prompts {
  /// The sentence of an alert for the rider, true at the alert's moment: where no moment is known, nothing is counted.
  /// - Parameters:
  ///   - reminder: with all its rides; the alert says on which one it comes.
  ///   - isRepeat: whether it may have been shown before.
  public func sentence(_ alert: Alert, for reminder: Reminder, isRepeat: Bool = false) -> String {
    if let visit = reminder.visit {
      let text = sentence(alert, at: visit, reminder)
      return isRepeat ? PromptTexts.fill(alerts.repeated, ["text": text]) : text
    }
    let change = reminder.walk(beforeRide: alert.leg + 1)
    let first = reminder.walk(beforeRide: 0)
    let reminder = reminder.leg(alert.leg)
    var values = ["stop": reminder.destination.name, "next": reminder.ride.next?.stop.name ?? ""]
    if let vehicle = alert.vehicle {
      values.merge(["line": vehicle.line, "headsign": vehicle.headsign ?? ""]) { $1 }
    }
    if alert.event == .setOut { values.merge(walking(first, to: reminder.ride)) { $1 } }
    var text = PromptTexts.fill(wording(alert, reminder), values)
    if alert.event == .alert, alert.live?.skipped == nil, let next = reminder.onward?.first?.ride, next.departure != nil
    {
      values = values.merging(walking(change, to: next)) { $1 }.merging(
        ["text": text, "line": next.line, "headsign": next.headsign ?? ""]
      ) { $1 }
      let wording = next.headsign == nil ? alerts.changeLine : alerts.change
      text = PromptTexts.fill(change == nil ? wording : alerts.changeWalk, values)
    }
    if let news = alert.live, alert.event == .alert, news.skipped == nil {
      text = called(text, news, reminder.ride, line: alert.vehicle?.line ?? reminder.ride.line)
    } else if alert.estimated, alert.event == .alert || alert.event == .missed {
      text = PromptTexts.fill(alerts.estimated[alert.moment?.basis], ["text": text])
    }
    if isRepeat { text = PromptTexts.fill(alerts.repeated, ["text": text]) }
    if reminder.ride.isDemonstration { text = PromptTexts.fill(alerts.demonstration, ["text": text]) }
    return text
  }

  /// What is said of a way on foot to a ride, and of when that leaves.
  private func walking(_ walk: Walk?, to ride: Ride) -> [String: String] {
    var values = [
      "start": ride.stops.first?.stop.name ?? "", "line": ride.line,
      "time": ride.departure.map { texts.say(.time($0, zone: ride.departureZone)) } ?? "",
    ]
    if let walk { values["metres"] = words(metres: walk.toldMetres) }
    return values
  }

  private func wording(_ alert: Alert, _ reminder: Reminder) -> String {
    switch alert.event {
    case .missed: return missed(alert.moment, reminder.ride)
    case .positionLost: return alerts.positionLost[alert.moment?.basis]
    case .positionDoubted: return alerts.positionDoubted[alert.moment?.basis]
    case .offRoute: return alerts.offRoute
    case .wrongWay: return alerts.wrongWay
    case .wrongLine: return alerts.wrongLine
    case .wrongVehicle:
      return alert.vehicle.map { alerts.wrongVehicle.wording($0, stop: reminder.destination.name) } ?? alerts.wrongLine
    case .setOut: return alerts.setOut
    case .followUp: return alerts.followUp
    case .caught: return caught(alert, reminder)
    case .delayed, .cancelled, .skipped:
      return sentence(
        alert.event, alert.live ?? LiveNews(), alert.moment, reminder.ride, line: alert.vehicle?.line,
        next: reminder.onward?.first?.ride)
    case .alert where alert.live?.skipped != nil:
      return sentence(.skipped, alert.live ?? LiveNews(), alert.moment, reminder.ride, line: alert.vehicle?.line)
    case .alert: return level(alert.level ?? 3, alert.moment, reminder)
    }
  }

  /// Which run the rider sits in where it is not the one of their ride, and when that is at their stop.
  private func caught(_ alert: Alert, _ reminder: Reminder) -> String {
    let ride = reminder.ride
    let vehicle = alert.vehicle
    let template =
      vehicle == nil ? alerts.caught.own : vehicle?.departure == nil ? alerts.caught.plain : alerts.caught.leaving
    func time(_ instant: Date?, _ zone: String) -> String { instant.map { texts.say(.time($0, zone: zone)) } ?? "" }
    let text = PromptTexts.fill(
      template,
      [
        "line": vehicle?.line ?? ride.line, "stop": reminder.destination.name,
        "start": ride.stops.first?.stop.name ?? "", "time": time(vehicle?.arrival ?? ride.arrival, ride.arrivalZone),
        "departure": time(vehicle?.departure, ride.departureZone),
      ])
    return alert.live?.missesChange == true ? missingChange(text, reminder.onward?.first?.ride) : text
  }

  /// The words of a level: where the vehicle is, what is left where the rider counts by it, and what to do.
  private func level(_ level: Int, _ moment: Moment?, _ reminder: Reminder) -> String {
    let (ride, beyond) = (reminder.ride, reminder.ride.stops.count)
    // The stop was passed at the same instant: who obeyed would get off one late.
    if moment?.atStop == beyond || moment?.nextStop == beyond { return missed(moment, ride) }
    if moment?.atStop == beyond - 1 { return alerts.lastCallArrived }
    guard let place = place(moment, ride) else {
      let texts = reminder.destination.isPoint ? alerts.approach.levels : alerts.unknown
      return parts([texts[level], level < 3 ? left(moment, reminder.mode) : nil])
    }
    if level < 3 {
      return PromptTexts.fill(alerts.levels[level], ["where": parts([place, left(moment, reminder.mode)])])
    }
    return moment?.stopsLeft == 1 ? alerts.levels[level] : PromptTexts.fill(alerts.lastCallAhead, ["where": place])
  }

  /// "Next: Softwarepark. Yours, Hagenberg, is the one after."; nil where nobody knows.
  private func place(_ moment: Moment?, _ ride: Ride) -> String? {
    guard let next = moment?.nextStop, let left = moment?.stopsLeft, left > 0, let name = name(next, ride) else {
      return nil
    }
    let texts = alerts.place
    let values = ["next": name, "stop": ride.stops.last?.stop.name ?? "", "count": words(stops: left)]
    let ahead = PromptTexts.fill(left <= texts.ahead.count ? texts.ahead[left - 1] : texts.further, values)
    guard let at = moment?.atStop, let here = self.name(at, ride) else { return ahead }
    return PromptTexts.fill(texts.at, ["at": here, "text": ahead])
  }

  /// A stop's name; nil for one that has none.
  private func name(_ stop: Int, _ ride: Ride) -> String? {
    guard ride.stops.indices.contains(stop) else { return nil }
    let name = ride.stops[stop].stop.name
    return name.isEmpty ? nil : name
  }

  /// "About 5 minutes left.", in what the rider counts by; nil where that is stops, or nobody knows.
  private func left(_ moment: Moment?, _ mode: Mode) -> String? {
    switch mode {
    case .stations: nil
    case .time: moment?.secondsLeft.map(left(seconds:))
    case .distance:
      moment?.metresLeft.map { left(metres: $0, alerts.left.about, alerts.left.under) }
        ?? moment?.metresAround.map { left(metres: $0, alerts.left.straight, alerts.left.straightUnder) }
    }
  }

  private func left(seconds: Double) -> String {
    // Half a minute is rounded down: who has more time than was said gets off all the same.
    let minutes = Int((min(seconds, 1e6) / 60 - 0.5).rounded(.up))
    let isUnder = seconds < 60
    let amount = isUnder || minutes == 1 ? texts.say(.oneMinute) : texts.say(.minutes, ["n": String(minutes)])
    return PromptTexts.fill(isUnder ? alerts.left.under : alerts.left.about, ["amount": amount])
  }

  private func left(metres: Double, _ about: String, _ under: String) -> String {
    guard metres >= 100 else { return PromptTexts.fill(under, ["amount": words(metres: 100)]) }
    // Nobody sees ten metres out of a window, and round numbers are quicker to hear.
    let rounded = metres < 975 ? (metres / 50).rounded() * 50 : metres
    return PromptTexts.fill(about, ["amount": words(metres: max(rounded, metres < 975 ? 0 : 1000))])
  }

  private func missed(_ moment: Moment?, _ ride: Ride) -> String {
    if ride.stops.last?.stop.isPoint == true { return alerts.approach.missed }
    guard ride.next != nil, let moment else { return alerts.missedWithoutNext }
    if moment.atStop == ride.stops.count { return alerts.missedAtNext }
    return moment.nextStop == ride.stops.count ? alerts.missed : alerts.missedWithoutNext
  }

  private func parts(_ sentences: [String?]) -> String { sentences.compactMap(\.self).joined(separator: " ") }
}
