import Alerts
import Conversation
import Foundation
import Journey

/// How many sentences were held against the truth, and how many were not true.
struct SentenceCount: Sendable {
  struct Key: Hashable, Sendable {
    var language: String
    var kind: String
    var event: String
  }

  struct Tally: Sendable {
    var checked = 0
    var estimated = 0
    var wrong = 0
  }

  private(set) var tallies: [Key: Tally] = [:]
  /// The sentences that were wrong, each with what is.
  private(set) var faults: [String] = []

  var checked: Int { tallies.values.reduce(0) { $0 + $1.checked } }
  var wrong: Int { tallies.values.reduce(0) { $0 + $1.wrong } }

  /// Follows a ride, hears all that it tells in a language, and judges it.
  mutating func add(
    _ ride: SpokenRide, _ told: [(second: Double, alert: Alert, accuracy: Double)], _ prompts: Prompts,
    _ reader: SentenceReader
  ) {
    let truth = SentenceTruth(ride: ride.reminder.ride, journey: ride.journey)
    // A missed stop is told in place of the level that fires with it.
    let missed = told.first { $0.alert.event == .missed }?.second
    for (second, alert, accuracy) in told where !(alert.event == .alert && second == missed) {
      let sentence = prompts.sentence(alert, for: ride.reminder)
      let claims = reader.claims(of: sentence, event: alert.event, level: alert.level, ride: ride.reminder.ride)
      let fault = truth.fault(of: claims, alert, at: second, accuracy: accuracy)
      let event = alert.event == .alert ? "level \(alert.level ?? 0)" : alert.event.rawValue
      var tally = tallies[Key(language: reader.language, kind: ride.kind, event: event)] ?? Tally()
      tally.checked += 1
      if alert.estimated { tally.estimated += 1 }
      if fault != nil { tally.wrong += 1 }
      tallies[Key(language: reader.language, kind: ride.kind, event: event)] = tally
      if let fault {
        faults.append(
          "\(reader.language) \(ride.kind) \(ride.name) at \(Int(second)) s, \(event): “\(sentence)”: \(fault)")
      }
    }
  }

  mutating func add(_ other: SentenceCount) {
    for (key, tally) in other.tallies {
      tallies[key, default: Tally()].checked += tally.checked
      tallies[key, default: Tally()].estimated += tally.estimated
      tallies[key, default: Tally()].wrong += tally.wrong
    }
    faults += other.faults
  }

  /// Of all kinds of rides and events that begin so; nil for all.
  func total(_ language: String, kind: String? = nil, event: String? = nil) -> Tally {
    tallies.reduce(into: Tally()) { total, entry in
      guard entry.key.language == language, kind == nil || entry.key.kind == kind,
        event == nil || entry.key.event == event
      else { return }
      total.checked += entry.value.checked
      total.estimated += entry.value.estimated
      total.wrong += entry.value.wrong
    }
  }
}
