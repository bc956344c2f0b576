import Foundation
import Journey

/// What is told of what a live feed says: the section `alerts.live` of a language's file.
struct LiveTexts: Sendable, Codable, Hashable {
  var late: String
  var early: String
  var onTime: String
  /// The same before the vehicle has left where the rider gets on.
  var lateBefore: String
  var earlyBefore: String
  var onTimeBefore: String
  /// Put behind what is late where the rider changes: the next line, where it leaves and when.
  var missesChange: String
  var cancelled: String
  /// Of a ride among others.
  var cancelledAt: String
  var cancelledInstead: String
  /// Put behind what is called by the timetable all the same.
  var cancelledCall: String
  /// A stop where the rider gets off is left out: by which stops on either side of it are served and still ahead.
  var skipped: String
  var skippedBefore: String
  var skippedBehind: String
  var skippedBoth: String
  var skippedBoarding: String
  /// A last call by the timetable though the vehicle is late: it comes again.
  var calledAgain: String
  /// Which ride a rider is on, for certain, most likely or not at all, and that it does not go where they want to.
  var aboard: String
  var aboardPerhaps: String
  var aboardUnknown: String
  var aboardNotLine: String
  var aboardNoPosition: String
  var aboardFailed: String
  /// While positions are waited for.
  var aboardLooking: String
  var leavesOwnRide: String
  /// What an operator announces of a ride that is put to the rider.
  var announced: String
  /// What a feed said last, in the log of a ride and on its sheet.
  var saysLate: String
  var saysEarly: String
  var saysOnTime: String
  var saysCancelled: String
  var saysSkipped: String
  var saysNothing: String
}

extension Prompts {
  /// What a live feed says of a ride.
  /// - Parameters:
  ///   - line: Of the vehicle that the rider sits in; nil for that of the ride.
  ///   - next: The ride after it.
  func sentence(
    _ event: Alert.Event, _ news: LiveNews, _ moment: Moment?, _ ride: Ride, line: String? = nil, next: Ride? = nil
  ) -> String {
    let live = alerts.live
    var values = [
      "line": line ?? ride.line, "stop": ride.stops.last?.stop.name ?? "", "start": ride.stops.first?.stop.name ?? "",
      "time": news.arrival.map { texts.say(.time($0, zone: ride.arrivalZone)) } ?? "",
      "departure": news.departure.map { texts.say(.time($0, zone: ride.departureZone)) } ?? "",
      "amount": amount(late: news.late ?? 0),
    ]
    if event == .cancelled {
      guard let instead = news.instead else { return PromptTexts.fill(live.cancelled, values) }
      values["next"] = instead.line
      values["time"] = texts.say(.time(instead.departure, zone: ride.departureZone))
      return PromptTexts.fill(live.cancelledInstead, values)
    }
    if let skipped = news.skipped { return skipping(skipped, news, moment, ride, values) }
    let (late, isBefore) = (news.late ?? 0, news.departure != nil)
    let text =
      minutes(late) == 0
      ? (isBefore ? live.onTimeBefore : live.onTime)
      : late > 0 ? (isBefore ? live.lateBefore : live.late) : (isBefore ? live.earlyBefore : live.early)
    let told = PromptTexts.fill(text, values)
    return news.missesChange == true ? missingChange(told, next) : told
  }

  /// What is told, and that the next ride has left by then; alone where there is none.
  func missingChange(_ text: String, _ next: Ride?) -> String {
    guard let next else { return text }
    return PromptTexts.fill(
      alerts.live.missesChange,
      [
        "text": text, "line": next.line, "start": next.stops.first?.stop.name ?? "",
        "time": next.departure.map { texts.say(.time($0, zone: next.departureZone)) } ?? "",
      ])
  }

  /// What is known live of a ride that is put to the rider; nil where that is nothing but the timetable.
  func sentence(_ news: LiveNews, of ride: Ride) -> String? {
    if news.isCancelled == true {
      let departure = ride.departure.map { texts.say(.time($0, zone: ride.departureZone)) } ?? ""
      return PromptTexts.fill(alerts.live.cancelledAt, ["line": ride.line, "departure": departure])
    }
    guard news.skipped != nil || minutes(news.late ?? 0) > 0 else { return nil }
    return sentence(news.skipped == nil ? .delayed : .skipped, news, nil, ride)
  }

  /// What operators announce of a ride that is put to the rider, each no longer than anybody listens to.
  func announcements(_ news: LiveNews) -> [String] {
    (news.announced ?? []).prefix(Self.mostAnnounced).map { said in
      let text = said.count <= Self.longestAnnounced ? said : String(said.prefix(Self.longestAnnounced)) + "…"
      return PromptTexts.fill(alerts.live.announced, ["text": text])
    }
  }

  private static let mostAnnounced = 2
  private static let longestAnnounced = 200

  /// Which ride a rider is on.
  /// - Parameter next: The next stop's name.
  public func aboard(line: String, next: String, isSure: Bool) -> String {
    PromptTexts.fill(isSure ? alerts.live.aboard : alerts.live.aboardPerhaps, ["line": line, "next": next])
  }

  /// Which ride that is could not be found out.
  public var aboardUnknown: String { alerts.live.aboardUnknown }

  /// Positions are waited for.
  public var aboardLooking: String { alerts.live.aboardLooking }

  private func skipping(
    _ stop: Int, _ news: LiveNews, _ moment: Moment?, _ ride: Ride, _ values: [String: String]
  ) -> String {
    let live = alerts.live
    guard stop > 0 else { return PromptTexts.fill(live.skippedBoarding, values) }
    var values = values
    // Who is past it already is not sent there.
    let isAhead = moment?.nextStop.map { next in news.before.map { $0 >= next } ?? false } ?? true
    let before =
      isAhead ? news.before.flatMap { ride.stops.indices.contains($0) ? ride.stops[$0].stop.name : nil } : nil
    values["before"] = before
    values["behind"] = news.behind
    let text =
      switch (before, news.behind) {
      case (nil, nil): live.skipped
      case (_?, nil): live.skippedBefore
      case (nil, _?): live.skippedBehind
      case (_?, _?): live.skippedBoth
      }
    return PromptTexts.fill(text, values)
  }

  /// "5 minutes", early or late.
  private func amount(late: Double) -> String {
    let minutes = minutes(late)
    return minutes == 1 ? texts.say(.oneMinute) : texts.say(.minutes, ["n": String(minutes)])
  }

  private func minutes(_ seconds: Double) -> Int { Int((min(abs(seconds), 1e6) / 60).rounded()) }

  /// What is called though a feed says something against it.
  func called(_ text: String, _ news: LiveNews, _ ride: Ride, line: String) -> String {
    if news.isCancelled == true {
      return PromptTexts.fill(alerts.live.cancelledCall, ["text": text, "line": line])
    }
    let time = news.arrival.map { texts.say(.time($0, zone: ride.arrivalZone)) } ?? ""
    return PromptTexts.fill(
      alerts.live.calledAgain,
      [
        "stop": ride.stops.last?.stop.name ?? "", "line": line, "amount": amount(late: news.late ?? 0),
        "time": time,
      ])
  }

  /// What a live feed says now, in few words; nil in place of the delay where it says nothing.
  public func reported(delay: Double?, isCancelled: Bool, isSkipped: Bool) -> String {
    let live = alerts.live
    if isCancelled { return live.saysCancelled }
    if isSkipped { return live.saysSkipped }
    guard let delay else { return live.saysNothing }
    let text = minutes(delay) == 0 ? live.saysOnTime : delay > 0 ? live.saysLate : live.saysEarly
    return PromptTexts.fill(text, ["amount": amount(late: delay)])
  }
}
