import Foundation
import Journey

/// What is told of a ride that was only simulated: the section `alerts.simulation` of a language's file.
public struct SimulationTexts: Sendable, Codable, Hashable {
  /// What stands in the legend of a picture.
  public struct LegendTexts: Sendable, Codable, Hashable {
    public var boarding: String
    public var destination: String
    public var stop: String
    public var fix: String
    public var tunnel: String
    var level: String
    var distance: String
  }

  var delay: String
  var tunnel: String
  var noise: String
  var lost: String
  var between: String
  var at: String
  var arrived: String
  var right: String
  var early: String
  var late: String
  var tooLate: String
  var never: String
  var drawn: String
  public var legend: LegendTexts
}

/// Something to be told of a simulated ride. Times are seconds, ways metres.
public enum SimulationTalk: Sendable, Hashable {
  case delay(seconds: Double, stop: String)
  case tunnel(seconds: Double, stop: String)
  case noise(metres: Double)
  /// The share over 0 to 1.
  case lost(share: Double)
  /// Where an alert came: between two stops.
  case between(from: String, to: String, metres: Double, seconds: Double)
  case at(stop: String, metres: Double, seconds: Double)
  case arrived(stop: String, seconds: Double)
  /// The last call came after the stop before and in time.
  case right(before: String, stop: String, seconds: Double)
  case early(before: String)
  /// The last call came before the arrival, but left no time.
  case late(stop: String, seconds: Double)
  case tooLate(stop: String, seconds: Double)
  case never
  case drawn(file: String)
}

extension Prompts {
  /// A sentence about a simulated ride.
  public func sentence(_ talk: SimulationTalk) -> String {
    let simulation = alerts.simulation
    func fill(_ text: String, _ values: [String: String]) -> String { PromptTexts.fill(text, values) }
    switch talk {
    case .delay(let seconds, let stop): return fill(simulation.delay, ["amount": time(seconds), "stop": stop])
    case .tunnel(let seconds, let stop): return fill(simulation.tunnel, ["amount": time(seconds), "stop": stop])
    case .noise(let metres): return fill(simulation.noise, ["amount": length(metres)])
    case .lost(let share): return fill(simulation.lost, ["percent": texts.number((share * 1000).rounded() / 10)])
    case .between(let from, let to, let metres, let seconds):
      return fill(
        simulation.between, ["from": from, "to": to, "distance": length(metres), "amount": time(seconds)])
    case .at(let stop, let metres, let seconds):
      return fill(simulation.at, ["stop": stop, "distance": length(metres), "amount": time(seconds)])
    case .arrived(let stop, let seconds): return fill(simulation.arrived, ["stop": stop, "amount": time(seconds)])
    case .right(let before, let stop, let seconds):
      return fill(simulation.right, ["before": before, "stop": stop, "amount": time(seconds)])
    case .early(let before): return fill(simulation.early, ["before": before])
    case .late(let stop, let seconds): return fill(simulation.late, ["stop": stop, "amount": time(seconds)])
    case .tooLate(let stop, let seconds): return fill(simulation.tooLate, ["stop": stop, "amount": time(seconds)])
    case .never: return simulation.never
    case .drawn(let file): return fill(simulation.drawn, ["file": file])
    }
  }

  /// What a level is called in the legend of a picture.
  /// - Parameter clock: when it came, as the rider reads times.
  public func legend(level: Int, at clock: String) -> String {
    PromptTexts.fill(alerts.simulation.legend.level, ["n": String(level), "time": clock])
  }

  /// What the last stretch of a ride is called in a picture.
  public func legend(metresLeft metres: Double) -> String {
    PromptTexts.fill(alerts.simulation.legend.distance, ["distance": length(metres)])
  }

  /// A time in whole minutes from three on, or where it is just two, and else in seconds.
  private func time(_ seconds: Double) -> String {
    guard seconds >= 180 || seconds == 120 else { return texts.say(.seconds, ["n": String(Int(seconds.rounded()))]) }
    return texts.say(.minutes, ["n": String(Int((seconds / 60).rounded()))])
  }

  private func length(_ metres: Double) -> String {
    guard metres >= 995 else { return texts.say(.metres, ["n": String(Int(metres.rounded()))]) }
    let kilometres = (metres / 100).rounded() / 10
    return texts.say(kilometres == 1 ? .oneKilometre : .kilometres, ["n": texts.number(kilometres)])
  }
}
