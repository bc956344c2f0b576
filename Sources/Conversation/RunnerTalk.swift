import Journey

/// Something that the runner tells about its work.
public enum RunnerTalk: Sendable, Hashable {
  case waiting(count: Int, stop: String, time: String)
  case nothing
  case following(Ride)
  /// - Parameter isLive: Whether live feeds say how late the ride is.
  case withoutPosition(isLive: Bool)
  /// With no timetable either, so that nothing can be estimated.
  case withoutTimetable
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
  /// A reminder of a place is answered, or over for the day.
  case settled(stop: String)
  /// The next ride of a journey is followed.
  case goesOn(Ride)
  case channelFailed(channel: String, cause: String)
  /// The rider put an alert off.
  case snoozed(stop: String)
  /// The same where no stop comes before.
  case snoozedPlace(stop: String)
  /// The rider called the alerts of this ride off.
  case calledOff(stop: String)
  case decisionsFailed(cause: String)
  /// The machine may fall asleep on the ride.
  case maySleep(cause: String)
}

extension Prompts {
  /// Why the machine is kept awake, for who reads why it cannot be put to sleep.
  public var reasonToStayAwake: String { alerts.runner.staysAwake }

  /// A sentence about the runner's work.
  public func sentence(_ talk: RunnerTalk) -> String {
    let runner = alerts.runner
    switch talk {
    case .waiting(let count, let stop, let time):
      return PromptTexts.fill(runner.waiting, ["count": String(count), "stop": stop, "time": time])
    case .nothing: return runner.nothing
    case .following(let ride):
      return PromptTexts.fill(
        ride.isDemonstration
          ? runner.followingDemonstration : ride.line.isEmpty ? runner.followingPlace : runner.following,
        ["line": ride.line, "stop": ride.stops.last?.stop.name ?? ""])
    case .withoutPosition(let isLive): return isLive ? runner.withoutPositionLive : runner.withoutPosition
    case .withoutTimetable: return runner.withoutTimetable
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
    case .settled(let stop): return PromptTexts.fill(runner.settled, ["stop": stop])
    case .finished(let stop): return PromptTexts.fill(runner.finished, ["stop": stop])
    case .goesOn(let ride):
      return PromptTexts.fill(
        runner.changed,
        ["line": ride.line, "from": ride.stops.first?.stop.name ?? "", "stop": ride.stops.last?.stop.name ?? ""])
    case .channelFailed(let channel, let cause):
      return PromptTexts.fill(runner.channelFailed, ["channel": channel, "cause": cause])
    case .snoozed(let stop): return PromptTexts.fill(runner.snoozed, ["stop": stop])
    case .snoozedPlace(let stop): return PromptTexts.fill(runner.snoozedPlace, ["stop": stop])
    case .calledOff(let stop): return PromptTexts.fill(runner.calledOff, ["stop": stop])
    case .decisionsFailed(let cause): return PromptTexts.fill(runner.decisionsFailed, ["cause": cause])
    case .maySleep(let cause): return PromptTexts.fill(runner.maySleep, ["cause": cause])
    }
  }
}
