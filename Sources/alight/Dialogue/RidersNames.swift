import Conversation
import Journey
import Listening
import Matching
import Storage

/// What the rider calls stops that the timetable in use has.
struct RidersNames {
  /// The places that the rider has named.
  let places: [NamedPlace]
  /// Those and the learned names, in the words of the dialogue's language.
  let own: OwnNames

  /// Of no rider.
  static let none = RidersNames(places: [], own: .none)

  private init(places: [NamedPlace], own: OwnNames) {
    self.places = places
    self.own = own
  }

  init(_ store: ReminderStore, _ assembly: Assembly) throws {
    // A stop that went with its timetable cannot be an answer, and its name means nothing until it is given anew.
    places = try store.places().compactMap { place in
      try assembly.timetable.stop(id: place.stop.id).map { NamedPlace(name: place.name, stop: $0) }
    }
    let learned = try store.learnedNames().compactMap { name in
      try assembly.timetable.stop(id: name.stop).map { (text: name.text, stop: $0) }
    }
    own = assembly.prompts.ownNames(places: places, learned: learned)
  }

  /// The names that are listened for: learned ones are slips of the keyboard as a rule, which nobody says.
  var spoken: [SpokenQuestion.Option] {
    own.names.filter { !$0.isLearned }.map { .init(value: $0.stop, name: $0.text) }
  }
}
