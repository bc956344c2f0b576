import Foundation
import Journey

/// What the alerts of a language say: the section `alerts` of its file.
public struct AlertTexts: Sendable, Codable, Hashable {
  /// What the runner tells while it follows a ride.
  public struct RunnerTexts: Sendable, Codable, Hashable {
    var waiting: String
    var nothing: String
    var following: String
    var followingDemonstration: String
    var withoutPosition: String
    var needsPosition: String
    var positionFound: String
    var positionGone: String
    var positionNotBelieved: String
    var positionImpossible: String
    var severalPhones: String
    var positionEncrypted: String
    var positionUnreadable: String
    var positionOld: String
    var clockForward: String
    var clockBack: String
    var recordingEnded: String
    var linesLeftOut: String
    var finished: String
    var changed: String
    var channelFailed: String
    var snoozed: String
    var calledOff: String
    var decisionsFailed: String
  }

  /// What stands on the buttons of a notification.
  public struct ActionTexts: Sendable, Codable, Hashable {
    public var done: String
    public var snooze: String
    public var stop: String
  }

  /// What is told to try the channels out.
  public struct TestTexts: Sendable, Codable, Hashable {
    public var title: String
    public var text: String
  }

  public var actions: ActionTexts
  public var test: TestTexts
  var time: [String]
  var stations: [String]
  var distance: [String]
  var missed: String
  var missedWithoutNext: String
  var positionLost: String
  var positionDoubted: String
  var offRoute: String
  var wrongWay: String
  var wrongLine: String
  var followUp: String
  var change: String
  var changeLine: String
  var estimated: String
  var repeated: String
  var demonstration: String
  var runner: RunnerTexts
  public var simulation: SimulationTexts
  public var status: RideTexts
}

/// Something that the runner tells about its work.
public enum RunnerTalk: Sendable, Hashable {
  case waiting(count: Int, stop: String, time: String)
  case nothing
  case following(Ride)
  case withoutPosition
  case needsPosition(stop: String)
  case positionFound(feed: String)
  case positionGone(feed: String, cause: String)
  /// It says a place that cannot be true beside what another source says.
  case positionNotBelieved(feed: String, cause: String)
  case positionImpossible(feed: String, cause: String)
  case severalPhones(feed: String, followed: String, other: String)
  case positionEncrypted(feed: String)
  case positionUnreadable(feed: String)
  case positionOld(feed: String, minutes: Int)
  /// Below zero where it was set back.
  case clockSet(seconds: Double)
  case recordingEnded
  case linesLeftOut(count: Int, file: String)
  case finished(stop: String)
  /// The next ride of a journey is followed.
  case goesOn(Ride)
  case channelFailed(channel: String, cause: String)
  /// The rider put an alert off.
  case snoozed(stop: String)
  /// The rider called the alerts of this ride off.
  case calledOff(stop: String)
  case decisionsFailed(cause: String)
}

extension Prompts {
  /// The sentence of an alert for the rider.
  /// - Parameters:
  ///   - reminder: with all its rides; the alert says on which one it comes.
  ///   - isRepeat: whether it may have been shown before.
  public func sentence(_ alert: Alert, for reminder: Reminder, isRepeat: Bool = false) -> String {
    let reminder = reminder.leg(alert.leg)
    var text = PromptTexts.fill(wording(alert, reminder), values(alert, reminder))
    if alert.event == .alert, let next = reminder.onward?.first?.ride { text = change(text, next) }
    // By time the clock decides anyway; there the word would only unsettle.
    if alert.estimated, reminder.mode != .time, alert.event == .alert || alert.event == .missed {
      text = PromptTexts.fill(alerts.estimated, ["text": text])
    }
    if isRepeat { text = PromptTexts.fill(alerts.repeated, ["text": text]) }
    if reminder.ride.isDemonstration { text = PromptTexts.fill(alerts.demonstration, ["text": text]) }
    return text
  }

  /// A sentence about the runner's work.
  public func sentence(_ talk: RunnerTalk) -> String {
    let runner = alerts.runner
    switch talk {
    case .waiting(let count, let stop, let time):
      return PromptTexts.fill(runner.waiting, ["count": String(count), "stop": stop, "time": time])
    case .nothing: return runner.nothing
    case .following(let ride):
      return PromptTexts.fill(
        ride.isDemonstration ? runner.followingDemonstration : runner.following,
        ["line": ride.line, "stop": ride.stops.last?.stop.name ?? ""])
    case .withoutPosition: return runner.withoutPosition
    case .needsPosition(let stop): return PromptTexts.fill(runner.needsPosition, ["stop": stop])
    case .positionFound(let feed): return PromptTexts.fill(runner.positionFound, ["feed": feed])
    case .positionGone(let feed, let cause):
      return PromptTexts.fill(runner.positionGone, ["feed": feed, "cause": cause])
    case .positionNotBelieved(let feed, let cause):
      return PromptTexts.fill(runner.positionNotBelieved, ["feed": feed, "cause": cause])
    case .positionImpossible(let feed, let cause):
      return PromptTexts.fill(runner.positionImpossible, ["feed": feed, "cause": cause])
    case .severalPhones(let feed, let followed, let other):
      return PromptTexts.fill(runner.severalPhones, ["feed": feed, "followed": followed, "other": other])
    case .positionEncrypted(let feed): return PromptTexts.fill(runner.positionEncrypted, ["feed": feed])
    case .positionUnreadable(let feed): return PromptTexts.fill(runner.positionUnreadable, ["feed": feed])
    case .positionOld(let feed, let minutes):
      return PromptTexts.fill(runner.positionOld, ["feed": feed, "minutes": String(minutes)])
    case .clockSet(let seconds):
      let text = seconds < 0 ? runner.clockBack : runner.clockForward
      return PromptTexts.fill(text, ["seconds": String(Int(abs(seconds).rounded()))])
    case .recordingEnded: return runner.recordingEnded
    case .linesLeftOut(let count, let file):
      return PromptTexts.fill(runner.linesLeftOut, ["count": String(count), "file": file])
    case .finished(let stop): return PromptTexts.fill(runner.finished, ["stop": stop])
    case .goesOn(let ride):
      return PromptTexts.fill(
        runner.changed,
        ["line": ride.line, "from": ride.stops.first?.stop.name ?? "", "stop": ride.stops.last?.stop.name ?? ""])
    case .channelFailed(let channel, let cause):
      return PromptTexts.fill(runner.channelFailed, ["channel": channel, "cause": cause])
    case .snoozed(let stop): return PromptTexts.fill(runner.snoozed, ["stop": stop])
    case .calledOff(let stop): return PromptTexts.fill(runner.calledOff, ["stop": stop])
    case .decisionsFailed(let cause): return PromptTexts.fill(runner.decisionsFailed, ["cause": cause])
    }
  }

  /// What to change into at the stop, after what is said of the stop.
  private func change(_ text: String, _ next: Ride) -> String {
    guard let departure = next.departure else { return text }
    let time = Wording(texts: texts, zone: next.zone).time(departure)
    let wording = next.headsign == nil ? alerts.changeLine : alerts.change
    return PromptTexts.fill(wording, ["text": text, "line": next.line, "headsign": next.headsign ?? "", "time": time])
  }

  private func wording(_ alert: Alert, _ reminder: Reminder) -> String {
    switch alert.event {
    case .missed: return reminder.ride.next == nil ? alerts.missedWithoutNext : alerts.missed
    case .positionLost: return alerts.positionLost
    case .positionDoubted: return alerts.positionDoubted
    case .offRoute: return alerts.offRoute
    case .wrongWay: return alerts.wrongWay
    case .wrongLine: return alerts.wrongLine
    case .followUp: return alerts.followUp
    case .alert:
      let levels =
        switch reminder.mode {
        case .time: alerts.time
        case .stations: alerts.stations
        case .distance: alerts.distance
        }
      let index = (alert.level ?? levels.count) - 1
      return levels.indices.contains(index) ? levels[index] : levels.last ?? ""
    }
  }

  private func values(_ alert: Alert, _ reminder: Reminder) -> [String: String] {
    ["stop": reminder.destination.name, "next": reminder.ride.next?.stop.name ?? "", "amount": amount(alert, reminder)]
  }

  /// What is left when the alert's level is due: the interval at level 1, half of it at level 2.
  private func amount(_ alert: Alert, _ reminder: Reminder) -> String {
    let share = alert.level == 1 ? 1.0 : 0.5
    switch reminder.interval {
    case .stops(let count):
      let left = max(1, Int((Double(count) * share).rounded(.up)))
      return left == 1 ? texts.say(.oneStop) : texts.say(.stops, ["n": String(left)])
    case .duration(let seconds):
      let left = seconds * share
      guard left >= 60 else { return texts.say(.seconds, ["n": String(Int(left.rounded()))]) }
      let minutes = Int(left / 60)
      return minutes == 1 ? texts.say(.oneMinute) : texts.say(.minutes, ["n": String(minutes)])
    case .distance(let metres):
      let left = metres * share
      guard left >= 1000 else { return texts.say(.metres, ["n": String(Int(left.rounded()))]) }
      let kilometres = (left / 100).rounded() / 10
      return texts.say(kilometres == 1 ? .oneKilometre : .kilometres, ["n": texts.number(kilometres)])
    }
  }
}
