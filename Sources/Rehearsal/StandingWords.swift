import Alerts
import Conversation
import Foundation
import Journey

/// How a ride stands, in words.
public struct StandingWords: Sendable {
  public let standing: Standing
  /// The names of the ride's stops.
  public let stops: [String]
  /// The zone for times of day.
  public let zone: String
  public let prompts: Prompts

  public init(_ standing: Standing, stops: [String], zone: String, _ prompts: Prompts) {
    (self.standing, self.stops, self.zone, self.prompts) = (standing, stops, zone, prompts)
  }

  private func name(_ stop: Int?) -> String? { stop.flatMap { stops.indices.contains($0) ? stops[$0] : nil } }

  /// The stop that the vehicle is at.
  public var at: String? { name(standing.atStop) }
  public var next: String? { name(standing.nextStop) }

  /// What is left, as far as it is known: "2 stops", "1.2 km", "3 minutes".
  public var amounts: [String] {
    [
      standing.stopsLeft.map { prompts.words(stops: $0) }, standing.metresLeft.map { prompts.words(metres: $0) },
      standing.secondsLeft.map { prompts.words(seconds: $0) },
    ].compactMap(\.self)
  }

  /// "2 stops, 1.2 km, 3 minutes left; next Pregarten"; nil where nothing is known.
  public var left: String? {
    amounts.isEmpty ? nil : prompts.sentence(.left(amounts, next: next, at: at))
  }

  /// How old and exact the position is, or what stands in for it.
  public var position: String {
    guard !standing.isEstimated, let age = standing.age, let accuracy = standing.accuracy else {
      return prompts.sentence(.estimated(by: standing.basis, age: standing.age))
    }
    return prompts.sentence(.position(age: age, accuracy: accuracy))
  }

  /// Until when an alert was put off; nil where none was.
  public var snoozed: String? {
    standing.snoozedUntil.map {
      prompts.sentence(.snoozed(until: ClockText(zone: zone).text($0), isOnRide: stops.count > 1))
    }
  }

  /// What became of a level, or what it waits for.
  public func words(_ level: Standing.LevelStanding) -> String {
    level.hasFired
      ? prompts.alerts.status.told : prompts.sentence(level.wait ?? .unknown, stops: stops, zone: zone)
  }
}

extension Prompts {
  /// Why a level did not fire yet.
  /// - Parameters:
  ///   - stops: The names of the ride's stops.
  ///   - zone: For times of day.
  public func sentence(_ wait: Standing.Wait, stops: [String], zone: String) -> String {
    func name(_ stop: Int) -> String { stops.indices.contains(stop) ? stops[stop] : "?" }
    let talk: WaitTalk =
      switch wait {
      case .boarding: .boarding
      case .outside: .outside
      case .arrival: .arrival
      case .departure: .departure
      case .place: .place
      case .unknown: .unknown
      case .seconds(let left, let due): .seconds(left: left, due: due)
      case .metres(let left, let due): .metres(left: left, due: due)
      case .reach(let stop, let metres): .reach(stop: name(stop), metres: metres)
      case .pass(let stop, let metres): .pass(stop: name(stop), metres: metres)
      case .clock(let date): .clock(ClockText(zone: zone).text(date))
      }
    return sentence(talk)
  }
}
