#if Page
import Alerts
import Conversation
import Following
import Foundation
import Journey
import Rehearsal

/// A ride that is followed, in words: for the page, and for its scripts.
struct RideView: Encodable {
  struct Rung: Encodable {
    var level: Int
    var hasFired: Bool
    var text: String
  }

  struct StripStop: Encodable {
    var name: String
    var isPast: Bool
    var isNext: Bool
    var isDestination: Bool
  }

  /// Something along the way.
  struct NoteView: Encodable {
    var title: String
    var text: String?
    var link: String?
    var category: String?
    /// Metres of the ride from there to the destination: it is past where fewer are left.
    var metresLeft: Int
  }

  struct Ahead: Encodable {
    var notes: [NoteView]
  }

  /// A level that was put off.
  struct Snoozed: Encodable {
    var level: Int
    var round: Int
    var until: Date
  }

  var reminder: String
  var serviceDay: String
  /// Which ride of a journey with changes it is: 0 for the first.
  var leg: Int
  /// The round in which levels fire, as in `alight.alert/1`.
  var round: Int
  var snoozed: Snoozed?
  var line: String
  /// The heading: the line with where it goes, or where nobody knows one the place alone.
  var heading: String
  /// Whether it is of a reminder of a place, where nobody gets off.
  var isOfPlace: Bool
  var destination: String
  var next: String?
  /// "2 stops, 1.2 km, about 3 minutes"
  var left: String
  var stopsLeft: Int?
  var metresLeft: Double?
  var secondsLeft: Double?
  var isEstimated: Bool
  /// How late it is, by its positions or live times, or that it does not run; nil where nothing is known of it.
  var delay: String?
  /// Whether by live times it does not bring the rider to their stop: it is cancelled, or leaves that out.
  var isDisrupted: Bool
  var note: String
  var levels: [Rung]
  var stops: [StripStop]
  /// What lies ahead; nil for nothing, and where it was not looked up.
  var ahead: Ahead?

  init(_ ride: RideStatus, _ prompts: Prompts, _ words: PageWords) {
    reminder = ride.reminder.uuidString.lowercased()
    (line, destination, next) = (ride.line, ride.destination, ride.nextStop)
    heading = ride.line.isEmpty ? ride.destination : "\(words.say("line")) \(ride.line) → \(ride.destination)"
    isOfPlace = ride.place == true
    let standing = ride.standing
    (serviceDay, leg, round) = (ride.serviceDay, standing.leg, standing.round ?? 0)
    if let put = standing.snoozed, let until = standing.snoozedUntil {
      snoozed = Snoozed(level: put.level, round: put.round, until: until)
    }
    (stopsLeft, metresLeft, secondsLeft) = (standing.stopsLeft, standing.metresLeft, standing.secondsLeft)
    isEstimated = standing.isEstimated
    let said = StandingWords(standing, stops: ride.stops, zone: ride.zone, prompts)
    left = said.left ?? words.say("nothingKnown")
    note = said.snoozed ?? said.position
    let (isCancelled, isSkipped) = (standing.isCancelled == true, standing.isDestinationSkipped == true)
    isDisrupted = isCancelled || isSkipped
    let disruption =
      isDisrupted ? prompts.reported(delay: nil, isCancelled: isCancelled, isSkipped: isSkipped) + "." : nil
    delay =
      disruption
      ?? ride.delay.map { seconds in
        // Less than a minute is what receivers and timetables err by.
        guard abs(seconds) >= 60 else { return words.say("onTime") }
        return words.say(seconds > 0 ? "isLate" : "isEarly", ["amount": prompts.words(seconds: abs(seconds))])
      }
    levels = standing.levels.map { level in
      let text = said.words(level)
      return Rung(
        level: level.level, hasFired: level.hasFired,
        // What it waits for alone reads as if it ended then.
        text: level.hasFired ? text : words.say("rungWaits", ["text": text]))
    }
    stops = ride.stops.enumerated().map { place, name in
      StripStop(
        name: name, isPast: place < (standing.nextStop ?? 0), isNext: place == standing.nextStop,
        isDestination: place == ride.stops.count - 1)
    }
  }
}
#endif
