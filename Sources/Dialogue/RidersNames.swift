import Conversation
import Journey
import Listening
import Matching
import Storage
import Timetable

/// What the rider calls stops that the timetable in use has.
package struct RidersNames {
  /// The places that the rider has named.
  package let places: [NamedPlace]
  /// Those and the learned names, in the words of the dialogue's language.
  package let own: OwnNames

  /// Of no rider.
  static let none = RidersNames(places: [], own: .none)

  /// Lists of places, each as if it were one: where its first place is.
  package let lists: [Stop]

  private init(places: [NamedPlace], own: OwnNames) {
    (self.places, lists) = (places, [])
    self.own = own
  }

  package init(_ store: ReminderStore, _ timetable: TimetableStore, _ prompts: Prompts) throws {
    // A stop that went with its timetable cannot be an answer, and its name means nothing until it is given anew.
    places = try store.places().compactMap { place in
      if place.stop.isPoint { return place }
      return try timetable.stop(id: place.stop.id).map { NamedPlace(name: place.name, stop: $0, list: place.list) }
    }
    let learned = try store.learnedNames().compactMap { name in
      try timetable.stop(id: name.stop).map { (text: name.text, stop: $0) }
    }
    lists = Dictionary(grouping: places.filter { $0.list != nil }) { $0.list ?? "" }.compactMap { name, places in
      places.first.map { first in
        Stop(name: name, position: first.stop.position, radius: first.stop.reach)
      }
    }.sorted { $0.name < $1.name }
    own = prompts.ownNames(places: places, learned: learned)
      .adding(lists.map { OwnNames.Name(text: $0.name, stop: $0.id, shown: $0.name) })
  }

  /// The names that are listened for: learned ones are slips of the keyboard as a rule, which nobody says.
  var spoken: [SpokenQuestion.Option] {
    own.names.filter { !$0.isLearned }.map { .init(value: $0.stop, name: $0.text) }
  }
}
