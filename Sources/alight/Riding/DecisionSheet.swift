import Alerts
import Conversation
import Following
import Foundation
import Journey
import Rehearsal

/// The decision log of a ride in words, a line an entry.
struct DecisionSheet {
  let prompts: Prompts
  /// The ride that it is about.
  let ride: Ride
  /// Whether it is of a reminder of a place, and of no ride.
  let isOfPlace: Bool

  func line(_ decision: Decision) -> String {
    let clock = ClockText(zone: ride.arrivalZone)
    let from = clock.text(decision.from)
    let span = decision.to > decision.from ? "\(from)-\(clock.text(decision.to))" : from
    return "\(span)  \(what(decision))"
  }

  private func what(_ decision: Decision) -> String {
    let texts = prompts.alerts.status
    switch decision.kind {
    case .full: return texts.full
    case .action:
      // A point that is come to from anywhere is got off at as well.
      let labels = ChannelChoice.labels(prompts)
      return decision.action.map { (isOfPlace ? labels.ofPlace : labels.ofRide)[$0] ?? $0.rawValue } ?? ""
    case .alert: return told(decision)
    case .live:
      return prompts.reported(
        delay: decision.delay, isCancelled: decision.cancelled == true, isSkipped: decision.skipped == true)
    case .wait:
      let stops = ride.stops.map(\.stop.name)
      let waits = [decision.wait, decision.waitAtEnd].compactMap(\.self)
        .map { prompts.sentence($0, stops: stops, zone: ride.arrivalZone) }
      let said = waits.count == 2 && waits[0] == waits[1] ? waits[0] : waits.joined(separator: " -> ")
      let level = decision.level.map { prompts.sentence(.waits(level: $0, said)) } ?? said
      let fixes = (decision.fixes ?? [:]).sorted { $0.key < $1.key }.map {
        "\($0.value) \(texts.fixes[$0.key] ?? $0.key)"
      }
      return fixes.isEmpty ? level : "\(level) (\(fixes.joined(separator: ", ")))"
    }
  }

  private func told(_ decision: Decision) -> String {
    let texts = prompts.alerts.status
    return switch decision.event {
    case .alert, nil: prompts.sentence(.alert(level: decision.level ?? 0))
    case .missed: texts.missed
    case .positionLost: texts.positionLost
    case .positionDoubted: texts.positionDoubted
    case .offRoute: texts.offRoute
    case .wrongWay: texts.wrongWay
    case .wrongLine: texts.wrongLine
    case .wrongVehicle: texts.wrongVehicle
    case .caught: texts.caught
    case .setOut: texts.setOut
    case .followUp: texts.followUp
    case .delayed: texts.delayed
    case .cancelled: texts.cancelled
    case .skipped: texts.skipped
    }
  }
}
