import Journey
import Matching

/// Stops as they may be said: each in the language of its feed.
package struct SpokenStops: Sendable {
  private let languages: [String: String]

  /// - Parameter feeds: The language of each feed by its name. "mul" says that it mixes languages, which tells nothing about one name.
  package init(feeds: [String: String]) { languages = feeds.filter { $0.value != "mul" } }

  /// Stops as options, whose ids begin with the feed; a language of their own comes first.
  package func options(_ stops: [MatchOption]) -> [SpokenQuestion.Option] {
    stops.map { stop in
      let feed = stop.id.firstIndex(of: ":").map { String(stop.id[..<$0]) }
      let language = stop.language ?? feed.flatMap { languages[$0] }
      return .init(value: stop.id, name: stop.name, language: language.map { String($0.prefix(2)) })
    }
  }

  package func options(_ stops: [Stop]) -> [SpokenQuestion.Option] {
    stops.map { stop in
      let language = stop.gtfs.flatMap { languages[$0.feed] }
      return .init(value: stop.id, name: stop.name, language: language.map { String($0.prefix(2)) })
    }
  }
}
