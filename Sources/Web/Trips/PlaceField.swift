#if Page
import Foundation
import Journey
import Matching
import Timetable

/// A field in which a place is named: a stop, a place of the rider's own, or a point on the map.
enum PlaceField {
  /// One of several that may be meant: what the field would hold, and how it is called.
  struct Choice {
    var value: String
    var name: String
  }

  case place(Stop)
  /// Several may be meant, or nothing is like it; in the rider's words.
  case trouble(String, choices: [Choice])

  /// What a text names.
  /// - Throws: errors of the databases.
  init(_ text: String, _ language: PageLanguage, _ setting: PageSetting) throws {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else {
      self = .trouble(language.words.say("nameAStop"), choices: [])
      return
    }
    if let own = try setting.store.place(text), own.stop.isPoint {
      self = .place(own.stop)
      return
    }
    do {
      self = .place(Stop(point: try WrittenPosition(text).position))
      return
    } catch .outOfRange {
      self = .trouble(language.words.say("noSuchPlace", ["text": text]), choices: [])
      return
    } catch {}
    let search = try StopSearch(setting.timetable, language.prompts.lexicon)
    switch try search.meaning(of: text, own: setting.store.places()) {
    case .one(let group): self = .place(group.stop)
    case .namesakes(let groups):
      let records = try StopRecord.list(Array(groups.prefix(12)), setting.timetable, ownNames: [])
      let choices = records.map { record in
        Choice(value: record.id, name: [record.name, language.near(record)].compactMap(\.self).joined(separator: ", "))
      }
      self = .trouble(language.words.say("whichStop", ["text": text]), choices: choices)
    case .doubtful(let names):
      self = .trouble(
        language.words.say("whichStop", ["text": text]), choices: names.map { Choice(value: $0, name: $0) })
    case .nothing: self = .trouble(language.words.say("noSuchStop", ["text": text]), choices: [])
    }
  }
}
#endif
