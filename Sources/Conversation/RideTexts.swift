import Foundation
import Journey

/// What is said of a ride that is followed: the section `alerts.status` of a language's file.
public struct RideTexts: Sendable, Codable, Hashable {
  /// What a level waits for, by the condition that does not hold.
  public struct WaitTexts: Sendable, Codable, Hashable {
    public var boarding: String
    var outside: String
    var arrival: String
    var departure: String
    public var place: String
    var seconds: String
    var metres: String
    var reach: String
    var pass: String
    var clock: String
    public var unknown: String
  }

  public var nothing: String
  var ride: String
  /// The same where no line is known.
  var place: String
  var next: String
  var left: String
  /// Put before either where the vehicle is at a stop.
  var at: String
  var position: String
  var estimated: AlertTexts.BasisTexts
  var noPosition: AlertTexts.BasisTexts
  var snoozed: String
  /// Where no stop comes before.
  var snoozedPlace: String
  public var told: String
  var alert: String
  public var missed: String
  public var positionLost: String
  public var positionDoubted: String
  public var offRoute: String
  public var wrongWay: String
  public var wrongLine: String
  public var wrongVehicle: String
  public var caught: String
  public var setOut: String
  public var followUp: String
  public var delayed: String
  public var cancelled: String
  public var skipped: String
  var level: String
  public var wait: WaitTexts
  var done: String
  var changed: String
  var put: String
  /// Of a reminder of a place: put off until a time, or the next time that it happens.
  var later: String
  var laterNext: String
  var stopped: String
  public var silenced: String
  public var nothingLogged: String
  public var full: String
  /// By what became of a fix.
  public var fixes: [String: String]
}

/// How a ride stands, in numbers.
public enum RideTalk: Sendable, Hashable {
  case ride(line: String, stop: String)
  /// What is left, already in words, the stop that comes next, and the one that the vehicle is at.
  case left([String], next: String?, at: String?)
  case position(age: Double, accuracy: Double)
  /// What stands in for a position, and how old the last one is.
  case estimated(by: Moment.Basis?, age: Double?)
  case snoozed(until: String, isOnRide: Bool)
  case alert(level: Int)
  case waits(level: Int, String)
  case done(stop: String)
  /// The next ride of the journey.
  case changed(Ride)
  case put(until: String)
  case later(until: String?)
  case stopped(stop: String)
}

/// A condition that a level waits for.
public enum WaitTalk: Sendable, Hashable {
  case boarding, outside, arrival, departure, place, unknown
  case seconds(left: Double, due: Double)
  case metres(left: Double, due: Double)
  case reach(stop: String, metres: Double)
  case pass(stop: String, metres: Double)
  case clock(String)
}

extension Prompts {
  /// A sentence about a ride.
  public func sentence(_ talk: RideTalk) -> String {
    let status = alerts.status
    switch talk {
    case .ride(let line, let stop):
      return PromptTexts.fill(line.isEmpty ? status.place : status.ride, ["line": line, "stop": stop])
    case .left(let amounts, let next, let at):
      let left = amounts.joined(separator: ", ")
      let text = PromptTexts.fill(next == nil ? status.left : status.next, ["left": left, "next": next ?? ""])
      return at.map { PromptTexts.fill(status.at, ["stop": $0, "text": text]) } ?? text
    case .position(let age, let accuracy):
      return PromptTexts.fill(status.position, ["age": words(seconds: age), "accuracy": words(metres: accuracy)])
    case .estimated(let basis, let age?):
      return PromptTexts.fill(status.estimated[basis], ["age": words(seconds: age)])
    case .estimated(let basis, nil): return status.noPosition[basis]
    case .snoozed(let time, let isOnRide):
      return PromptTexts.fill(isOnRide ? status.snoozed : status.snoozedPlace, ["time": time])
    case .alert(let level): return PromptTexts.fill(status.alert, ["level": String(level)])
    case .waits(let level, let wait): return PromptTexts.fill(status.level, ["level": String(level), "wait": wait])
    case .done(let stop): return PromptTexts.fill(status.done, ["stop": stop])
    case .changed(let ride):
      return PromptTexts.fill(status.changed, ["line": ride.line, "stop": ride.stops.last?.stop.name ?? ""])
    case .later(let time):
      return time.map { PromptTexts.fill(status.later, ["time": $0]) } ?? status.laterNext
    case .put(let time): return PromptTexts.fill(status.put, ["time": time])
    case .stopped(let stop): return PromptTexts.fill(status.stopped, ["stop": stop])
    }
  }

  /// What a level waits for.
  public func sentence(_ wait: WaitTalk) -> String {
    let texts = alerts.status.wait
    switch wait {
    case .boarding: return texts.boarding
    case .outside: return texts.outside
    case .arrival: return texts.arrival
    case .departure: return texts.departure
    case .place: return texts.place
    case .unknown: return texts.unknown
    case .seconds(let left, let due):
      return PromptTexts.fill(texts.seconds, ["left": words(seconds: left), "due": words(seconds: due)])
    case .metres(let left, let due):
      return PromptTexts.fill(texts.metres, ["left": words(metres: left), "due": words(metres: due)])
    case .reach(let stop, let metres):
      return PromptTexts.fill(texts.reach, ["stop": stop, "metres": words(metres: metres)])
    case .pass(let stop, let metres):
      return PromptTexts.fill(texts.pass, ["stop": stop, "metres": words(metres: metres)])
    case .clock(let time): return PromptTexts.fill(texts.clock, ["time": time])
    }
  }

  /// "40 seconds", "7 minutes"
  public func words(seconds: Double) -> String {
    let seconds = max(0, min(seconds, 1e6))
    guard seconds >= 119.5 else { return texts.say(.seconds, ["n": String(Int(seconds.rounded()))]) }
    return texts.say(.minutes, ["n": String(Int((seconds / 60).rounded()))])
  }

  /// "420 metres", "1.2 km"
  public func words(metres: Double) -> String {
    let metres = max(0, min(metres, 1e8))
    guard metres >= 995 else {
      return texts.say(.metres, ["n": String(Int(metres < 100 ? metres.rounded() : (metres / 10).rounded() * 10))])
    }
    let kilometres = (metres / 100).rounded() / 10
    return texts.say(kilometres == 1 ? .oneKilometre : .kilometres, ["n": texts.number(kilometres)])
  }

  /// "1 stop", "3 stops"
  public func words(stops: Int) -> String {
    stops == 1 ? texts.say(.oneStop) : texts.say(.stops, ["n": String(stops)])
  }
}
