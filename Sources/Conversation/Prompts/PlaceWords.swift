import Journey
import Matching

/// What riders call places of their own: the section `places` of a language file. Each row holds names of one kind of place, so that
/// "nach Hause" is said of a place that was named "home".
public struct PlaceWords: Sendable, Decodable {
  private let kinds: [[String]]

  public init(from decoder: any Decoder) throws {
    let rows = try [String: [String]](from: decoder)
    kinds = rows.keys.sorted().compactMap { rows[$0] }
  }

  /// What a place of a name may be called as well.
  func synonyms(of name: String) -> [String] {
    let key = Normalizer.key(name)
    return kinds.first { $0.contains { Normalizer.key($0) == key } }?.filter { Normalizer.key($0) != key } ?? []
  }

  /// What the place of one's own is called first that a text names: "take me to my house" names `home`.
  func named(in text: String) -> String? {
    let words = Normalizer.tokens(text).map(\.word)
    return kinds.first { names in
      names.contains { name in
        let own = Normalizer.tokens(name).map(\.word)
        return !own.isEmpty && words.indices.contains { words[$0...].starts(with: own) }
      }
    }?.first
  }
}

extension OwnNames {
  /// These names and the places on the map that are written in an answer (see `WrittenPosition.joined(in:)`).
  package func addingPoints(in text: String) -> OwnNames {
    adding(
      WrittenPosition.all(in: text).map { written in
        let point = Stop(point: written.position)
        return OwnNames.Name(text: written.text, stop: point.id, shown: point.name)
      })
  }
}

extension Prompts {
  /// What a rider calls stops, in the words of this language. A name that the rider gave counts before what it may be called as
  /// well, and that before what was learned.
  /// - Parameter learned: Words with the stop that they were said to mean.
  public func ownNames(places: [NamedPlace], learned: [(text: String, stop: Stop)] = []) -> OwnNames {
    // A point has no name but the rider's.
    let shown = places.map { place in
      place.stop.isPoint ? place.name : texts.say(.placeName, ["name": place.name, "stop": place.stop.name])
    }
    let given = zip(places, shown).map { OwnNames.Name(text: $0.name, stop: $0.stop.id, shown: $1) }
    let synonyms = zip(places, shown).flatMap { place, shown in
      self.places.synonyms(of: place.name).map { OwnNames.Name(text: $0, stop: place.stop.id, shown: shown) }
    }
    let said = learned.map {
      OwnNames.Name(text: $0.text, stop: $0.stop.id, shown: $0.stop.name, isLearned: true)
    }
    return OwnNames(given + synonyms + said)
  }
}
