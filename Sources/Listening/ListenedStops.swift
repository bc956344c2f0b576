import Conversation
import Foundation
import Journey
import Matching

/// The stops that a recogniser listens for, of more than it could tell apart.
///
/// First those that the rider has used, then by turns the nearest ones to those and the most served ones.
package struct ListenedStops {
  /// So many are listened for unless more are asked for: with each more it takes longer and errs more.
  package static let standard = 300
  /// So many at most.
  package static let most = 1000

  package private(set) var taken: [MatchOption]
  /// The most served first.
  package private(set) var leftOut: [MatchOption] = []

  /// - Parameters:
  ///   - stops: The most served first.
  ///   - used: The stops of the rider's reminders, the last used first.
  package init(_ stops: [MatchOption], used: [Stop] = [], limit: Int = standard) {
    guard stops.count > limit else {
      taken = stops
      return
    }
    let places = Dictionary(stops.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var chosen: Set<Int> = []
    for stop in used where chosen.count < limit {
      if let place = places[stop.id] { chosen.insert(place) }
    }
    let known = Self.distinct(used)
    let near = known.isEmpty ? [] : Self.byNearness(stops, known)
    var served = stops.indices.makeIterator()
    var nearest = near.makeIterator()
    while chosen.count < limit {
      if let place = nearest.next() { chosen.insert(place) }
      guard chosen.count < limit, let place = served.next() else { continue }
      chosen.insert(place)
    }
    taken = chosen.sorted().map { stops[$0] }
    leftOut = stops.indices.filter { !chosen.contains($0) }.map { stops[$0] }
  }

  /// More places to be near to than a rider has would only cost time.
  private static func distinct(_ used: [Stop]) -> [Position] {
    var seen: Set<String> = []
    return used.filter { seen.insert($0.id).inserted }.prefix(20).map(\.position)
  }

  private static func byNearness(_ stops: [MatchOption], _ known: [Position]) -> [Int] {
    let distances = stops.map { stop in
      stop.position.map { position in known.map { Self.squared(position, $0) }.min() ?? .infinity } ?? .infinity
    }
    return stops.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
  }

  /// Of the distance, in degrees of latitude: enough to tell which of two is nearer.
  private static func squared(_ a: Position, _ b: Position) -> Double {
    let east = (a.longitude - b.longitude) * cos((a.latitude + b.latitude) / 2 * .pi / 180)
    let north = a.latitude - b.latitude
    return east * east + north * north
  }

  /// A sentence about what is left out; nil where nothing is.
  package func notice(_ texts: PromptTexts) -> String? {
    guard !leftOut.isEmpty else { return nil }
    let names = leftOut.prefix(3).map(\.name).joined(separator: ", ")
    let some =
      leftOut.count > 3 ? texts.say(.andMoreStops, ["some": names, "count": String(leftOut.count - 3)]) : names
    let remedy =
      taken.count < Self.most ? texts.say(.listenForMore, ["count": String(Self.most)]) : texts.say(.anyStopTyped)
    let all = taken.count + leftOut.count
    return texts.say(
      .someStops, ["count": String(taken.count), "all": String(all), "some": some, "remedy": remedy])
  }
}
